// What to pay in an exchange of Castellers: castellers of the own set that count more than the one taken.

import { called, keyOf } from "../../games/castellers.js";
import { part } from "../../games/parts.js";
import { countsBuilder } from "./counts.js";

/** @typedef {import("../../api/types.js").Schemas} Schemas */
/** @typedef {Schemas["CastellersActionExchange"]} Exchange */

/**
 * @param {Exchange} action
 * @param {import("../../games/index.js").Table} table
 */
export function exchangeBuilder(action, table) {
  const view = /** @type {Schemas["CastellersView"]} */ (table.view);
  const seat = table.you ?? 0;
  const set = view.players[seat]?.set ?? [];
  const kinds = new Map(set.map((casteller) => [keyOf(casteller), casteller]));
  const rows = [...kinds].map(([key, casteller]) => ({
    key,
    text: called(casteller),
    most: set.filter((other) => keyOf(other) === key).length,
    part: part("casteller", key, { seat }),
  }));
  const paid = (/** @type {Record<string, number>} */ counts) =>
    [...kinds].flatMap(([key, casteller]) => Array.from({ length: counts[key] ?? 0 }, () => casteller));
  const builder = countsBuilder(rows, set.length, (counts) => ({ ...action, pay: paid(counts) }));
  // The cheapest payment is proposed.
  for (const casteller of action.pay) builder.choosePart(part("casteller", keyOf(casteller), { seat }));
  return builder;
}
