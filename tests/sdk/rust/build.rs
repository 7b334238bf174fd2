//! Generates the client from the document that `PLACA_DOCUMENT` names, and a reader for each of its components.

use progenitor::{GenerationSettings, Generator, InterfaceStyle};
use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-env-changed=PLACA_DOCUMENT");
    let document = env::var("PLACA_DOCUMENT")?;
    println!("cargo:rerun-if-changed={document}");
    let document: openapiv3::OpenAPI = serde_json::from_slice(&fs::read(document)?)?;
    let mut settings = GenerationSettings::default();
    settings.with_interface(InterfaceStyle::Builder);
    let client = Generator::new(&settings).generate_tokens(&document)?;
    let out = env::var("OUT_DIR")?;
    let out = Path::new(&out);
    fs::write(
        out.join("client.rs"),
        prettyplease::unparse(&syn::parse2(client)?),
    )?;
    fs::write(out.join("readers.rs"), readers(&document))?;
    Ok(())
}

/// A `match` on the name of a component, which reads JSON as its type and writes it again.
fn readers(document: &openapiv3::OpenAPI) -> String {
    let components = document.components.iter().flat_map(|it| it.schemas.keys());
    let arms = components.map(|name| format!("{name:?} => through::<types::{name}>(value),\n"));
    format!(
        "match component {{ {} _ => Err(format!(\"no component {{component}}\")) }}",
        arms.collect::<String>()
    )
}
