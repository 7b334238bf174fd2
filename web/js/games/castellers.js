// Castellers: what its actions are made of, in words and parts of the picture.

import { t } from "../i18n/index.js";
import { exchangeBuilder } from "../game/builders/exchange.js";
import { part } from "./parts.js";

/** @typedef {import("../api/types.js").Schemas} Schemas */
/** @typedef {Schemas["CastellersAction"]} Action */
/** @typedef {Schemas["CastellersCasteller"]} Casteller */
/** @typedef {Schemas["CastellersPlace"]} Place */
/** @typedef {import("../game/composer.js").Atom} Atom */
/** @typedef {import("./index.js").Table} Table */

/** @param {Casteller} casteller */
export const called = ({ colour, number }) => t("castellers.casteller", { colour: t(`colour.${colour}`), number });

/** @param {Casteller} casteller */
export const keyOf = ({ colour, number }) => `${colour}-${number}`;

/** @param {Action["type"]} type @param {string} [at] @returns {Atom} */
const typeAtom = (type, at) => ({ step: "type", key: type, text: t(`action.castellers.${type}`), ...(at && { part: at }) });

/** @param {Place} place @param {Table} table @returns {Atom} */
function placeAtom(place, table) {
  const data = { seat: table.you ?? 0 };
  if (place.type === "new_castell") return { step: "place", key: "new", text: t("castellers.place.new_castell"), part: part("new_castell") };
  const number = place.castell + 1;
  if (place.type === "new_column") {
    const at = part("new_column", place.castell, data);
    return { step: "place", key: `new:${place.castell}`, text: t("castellers.place.new_column", { castell: number, what: standing(table, place.castell) }), part: at };
  }
  const text = t("castellers.place.column", { castell: number, column: place.column + 1, top: top(table, place.castell, place.column) });
  return { step: "place", key: `${place.castell}-${place.column}`, text, part: part("column", `${place.castell}-${place.column}`, data) };
}

/** @param {Table} table */
const own = (table) => table.view?.game === "castellers" ? table.view.players[table.you ?? 0] : undefined;

/** @param {Table} table @param {number} castell */
function standing(table, castell) {
  const colour = own(table)?.castells[castell]?.colour;
  return colour ? t(`colour.${colour}`) : t("castellers.bare");
}

/** Who stands on top of a column. @param {Table} table @param {number} castell @param {number} column */
function top(table, castell, column) {
  const casteller = own(table)?.castells[castell]?.columns[column]?.at(-1);
  return casteller ? called(casteller) : t("castellers.hole");
}

/** @param {Action} action @param {Table} table @returns {Atom[]} */
export function atoms(action, table) {
  const you = table.you ?? 0;
  switch (action.type) {
    case "recruit":
      return [typeAtom("recruit", part("bag"))];
    case "raise": {
      const { casteller, place } = action;
      const key = keyOf(casteller);
      return [typeAtom("raise"), { step: "casteller", key, text: called(casteller), part: part("casteller", key, { seat: you }) }, placeAtom(place, table)];
    }
    case "exchange": {
      const { from, take, place } = action;
      const text = t("castellers.take", { casteller: called(take), name: table.name(from) });
      const key = keyOf(take);
      return [typeAtom("exchange"), { step: "take", key: `${from}:${key}`, text, part: part("casteller", key, { seat: from }) }, placeAtom(place, table)];
    }
    case "fall": {
      const at = `${action.castell}-${action.column}`;
      const text = t("castellers.place.column", { castell: action.castell + 1, column: action.column + 1, top: top(table, action.castell, action.column) });
      return [typeAtom("fall"), { step: "column", key: at, text, part: part("column", at, { seat: you }) }];
    }
    case "pass":
    case "lapse":
      return [typeAtom(action.type)];
  }
}

/** What is left to choose once the steps are done. @param {Action} action @param {Table} table */
export const builder = (action, table) => (action.type === "exchange" ? exchangeBuilder(action, table) : null);
