//! Sends samples through the types of progenitor: JSON to value to JSON.
//!
//! `round_trip SAMPLES OUT`

use placa_client::types;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::error::Error;
use std::fmt::Debug;
use std::{env, fs};

#[derive(Deserialize)]
struct Sample {
    component: String,
    value: Value,
}

fn through<T: Debug + DeserializeOwned + Serialize>(value: &Value) -> Result<Value, String> {
    let read: T = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    let written = serde_json::to_value(&read).map_err(|error| error.to_string())?;
    Ok(json!({"class": class(&format!("{read:?}")), "value": written}))
}

/// The struct in the innermost variant, as `Variant(Struct { .. })` tells it; words and the like are of none.
fn class(debug: &str) -> Option<&str> {
    let (before, _) = debug.split_once(" {")?;
    let name = before.rsplit('(').next()?;
    name.chars().all(char::is_alphanumeric).then_some(name)
}

fn there_and_back(component: &str, value: &Value) -> Result<Value, String> {
    include!(concat!(env!("OUT_DIR"), "/readers.rs"))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (samples, out) = (
        arguments.next().ok_or("no samples")?,
        arguments.next().ok_or("no output")?,
    );
    let samples: Vec<Sample> = serde_json::from_slice(&fs::read(samples)?)?;
    let made: Vec<Value> = samples
        .iter()
        .map(|sample| {
            let made = there_and_back(&sample.component, &sample.value);
            made.unwrap_or_else(|error| json!({"error": error}))
        })
        .collect();
    fs::write(out, serde_json::to_vec(&made)?)?;
    Ok(())
}
