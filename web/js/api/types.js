// Names for what the API's document describes. The types themselves are generated from openapi/openapi.json before the
// type check (scripts/test-web) and exist for it alone.

/** @typedef {import("../../../tests/web/generated/openapi.js").paths} Paths */
/** @typedef {import("../../../tests/web/generated/openapi.js").components["schemas"]} Schemas */
/** @typedef {Schemas["Game"]} Game */
/** @typedef {Schemas["GameSummary"]} GameSummary */
/** @typedef {Schemas["GameSeat"]} GameSeat */
/** @typedef {Schemas["CatalogueEntry"]} CatalogueEntry */
/** @typedef {Schemas["LegalActions"]} LegalActions */
/** @typedef {Schemas["SubmitActions"]} SubmitActions */
/** @typedef {Schemas["HistoryItem"]} HistoryItem */
/** @typedef {Schemas["Message"]} Message */
/** @typedef {Schemas["Problem"]} ProblemBody */
/** @typedef {Schemas["FeedItem"]} FeedItem */
/** @typedef {Schemas["WaitingTurn"]} WaitingTurn */
/** @typedef {Schemas["Me"]} Me */
/** @typedef {"castellers" | "castell" | "el_grande"} Slug */
/** @typedef {Schemas["CastellersAction"] | Schemas["CastellAction"] | Schemas["ElGrandeAction"]} Action */

export {};
