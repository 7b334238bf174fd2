// What happens in Castellers, in words.

import { list, t } from "../../i18n/index.js";
import { called } from "../castellers.js";

/** @typedef {import("../../api/types.js").Schemas} Schemas */

/** @param {Schemas["CastellersEvent"]} event @param {import("../index.js").Table} table @returns {string} */
export function happened(event, table) {
  const say = (/** @type {Record<string, string | number>} */ values) => t(`event.castellers.${event.type}`, values);
  if (event.type === "game_ended") return say({ reason: t.maybe(`reason.castellers.${event.reason}`) ?? event.reason });
  const name = table.name(event.seat);
  switch (event.type) {
    case "dealt":
      return say({ name, castellers: list(event.castellers.map(called)) });
    case "recruited":
      return say({ name, casteller: called(event.casteller) });
    case "exchanged":
      return say({ name, casteller: called(event.taken), other: table.name(event.from), castellers: list(event.paid.map(called)) });
    case "fell":
      return say({ name, casteller: called(event.casteller), castell: event.castell + 1 });
    case "raised":
      return say({ name, casteller: called(event.casteller), castell: event.castell + 1, level: event.level });
    case "base_taken":
      return say({ name, castell: event.castell + 1 });
    case "turn_began":
    case "passed":
    case "lapsed":
      return say({ name });
  }
}
