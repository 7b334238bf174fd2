//! The query of a request, held against the parameters that the document lists for its route, and pages
//! of lists.

use super::{Extract, Known};
use crate::api::contract::Contract;
use crate::api::layers::route;
use crate::api::page::Cursor;
use crate::api::problem::{Flaw, Kind, Problem};
use crate::api::reply::{self, Reply};
use crate::api::wiring::Wiring;
use actix_web::dev::Payload;
use actix_web::{HttpRequest, web};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::IntoParams;

/// The parameters of a query that a `T` has members for. The query as a whole holds nothing else than the
/// document lists, and nothing twice.
pub struct Params<T>(pub T);

impl<T: DeserializeOwned> Extract for Params<T> {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Params<T>, Problem> {
        let values = values(request, &pairs(request)?)?;
        match T::deserialize(Value::Object(values)) {
            Ok(params) => Ok(Params(params)),
            Err(error) => Err(Problem::new(Kind::InvalidQuery, error.to_string())),
        }
    }
}

/// The query as it is written: names and values, decoded.
pub(super) fn pairs(request: &HttpRequest) -> Result<Vec<(String, String)>, Problem> {
    let refused = |detail| Problem::new(Kind::InvalidQuery, detail);
    let pairs = web::Query::<Vec<(String, String)>>::from_query(request.query_string())
        .map_err(|_| refused("the query is no list of names and values"))?
        .into_inner();
    // PostgreSQL can't keep U+0000, and nothing is called so.
    match pairs
        .iter()
        .any(|(name, value)| name.contains('\0') || value.contains('\0'))
    {
        true => Err(refused("the query has a character U+0000")),
        false => Ok(pairs),
    }
}

/// The values by name, each of the type that the document says.
fn values(
    request: &HttpRequest,
    pairs: &[(String, String)],
) -> Result<Map<String, Value>, Problem> {
    let contract = &Wiring::of(request).contract;
    let pattern = route::pattern(request);
    let known = contract.operation(request.method(), &pattern);
    let mut values = Map::new();
    let mut flaws = Vec::new();
    for (name, text) in pairs {
        let Some(schema) = known.and_then(|operation| operation.query.get(name)) else {
            flaws.push(Flaw::in_query(name, "is unknown here"));
            continue;
        };
        let value = typed(contract, schema, text);
        flaws.extend(contract.flaws_of_parameter(name, schema, &value));
        if values.insert(name.clone(), value).is_some() {
            flaws.push(Flaw::in_query(name, "is there twice"));
        }
    }
    match flaws.is_empty() {
        true => Ok(values),
        false => Err(Problem::of_flaws(Kind::InvalidQuery, flaws)),
    }
}

/// The text as a number or a truth value, where the schema asks for one and the text is one.
fn typed(contract: &Contract, schema: &Value, text: &str) -> Value {
    let read = match contract.resolve(schema)["type"].as_str() {
        Some("integer" | "boolean") => serde_json::from_str(text).ok(),
        _ => None,
    };
    read.unwrap_or_else(|| Value::from(text))
}

/// Which part of a list is wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageParams {
    /// At most so many items.
    #[param(minimum = 1, maximum = 100, default = 50)]
    pub limit: Option<u8>,
    /// Goes on where an earlier page ended: its `next`, with the same filters.
    #[param(max_length = 1024)]
    pub cursor: Option<String>,
}

/// Items on a page unless the client says otherwise.
const USUAL: u8 = 50;

/// Which part of a list is wanted, and how to answer with it. Its parameters are [`PageParams`].
pub struct Paging {
    limit: usize,
    cursor: Option<String>,
    cursors: Cursor,
    known: Known,
    path: String,
    /// The query without the cursor.
    filters: Vec<(String, String)>,
}

impl Extract for Paging {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Paging, Problem> {
        let Params(page) = Params::<PageParams>::extract(request, payload).await?;
        let mut filters = pairs(request)?;
        filters.retain(|(name, _)| name != "cursor");
        let pattern = route::pattern(request);
        Ok(Paging {
            limit: page.limit.unwrap_or(USUAL).into(),
            cursor: page.cursor,
            cursors: Cursor::of(&pattern, &filters),
            known: Known::extract(request, payload).await?,
            path: request.path().to_owned(),
            filters,
        })
    }
}

impl Paging {
    /// At most so many items are wanted, 1 to 100.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Where the page before ended; `None` for the first page.
    ///
    /// # Errors
    /// A cursor that this list did not give out for these filters.
    pub fn after<P: DeserializeOwned>(&self) -> Result<Option<P>, Problem> {
        let cursor = self.cursor.as_deref();
        cursor.map(|cursor| self.cursors.read(cursor)).transpose()
    }

    /// The answer: a page, and where it ended if there is more after it.
    ///
    /// # Errors
    /// Items that don't serialise, which is a fault of ours.
    pub fn reply<I: Serialize, P: Serialize>(&self, items: &[I], end: Option<&P>) -> Reply {
        let next = end.map(|end| self.cursors.write(end)).transpose()?;
        let response = self.known.reply(
            0,
            &Page {
                items,
                next: next.as_deref(),
            },
        )?;
        let link = next.map(|next| self.link(&next)).transpose()?;
        reply::with_next(response, link)
    }

    fn link(&self, cursor: &str) -> Result<String, Problem> {
        let mut query = self.filters.clone();
        query.push(("cursor".to_owned(), cursor.to_owned()));
        let query = serde_urlencoded::to_string(query).map_err(Problem::internal)?;
        Ok(format!("{}?{query}", self.path))
    }
}

#[derive(Serialize)]
struct Page<'p, I> {
    items: &'p [I],
    next: Option<&'p str>,
}
