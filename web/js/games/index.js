// The games that this client can play. One that it does not know is still shown: its picture, its log and its actions as they
// stand in the API.

import { t } from "../i18n/index.js";
import * as castell from "./castell.js";
import * as castellers from "./castellers.js";
import * as elGrande from "./el_grande.js";
import * as castellEvents from "./events/castell.js";
import * as castellersEvents from "./events/castellers.js";
import * as elGrandeEvents from "./events/el_grande.js";

/** @typedef {import("../api/types.js").Action} Action */
/** @typedef {import("../api/types.js").Schemas} Schemas */
/** @typedef {import("../game/composer.js").Atom} Atom */

/**
 * A game as its actions are put into words: the view, the caller's seat, and what seats are called.
 * @typedef {{view: Schemas["GameView"] | undefined, you: number | null, name: (seat: number) => string}} Table
 */
/**
 * What composes the rest of an action that is more than a row of choices.
 * @typedef {{
 *   action: () => Action | null,
 *   view: (changed: () => void) => unknown,
 *   parts: () => Map<string, string>,
 *   chosen: () => Set<string>,
 *   choosePart: (part: string) => void,
 * }} Builder
 */
/**
 * @typedef {{
 *   atoms: (action: any, table: Table) => Atom[],
 *   builder: (action: any, table: Table) => Builder | null,
 *   happened: (event: any, table: Table) => string,
 *   asked: (table: Table) => string | null,
 * }} Rules
 */

/** @type {Record<string, Rules>} */
const GAMES = {
  castellers: { ...castellers, ...castellersEvents, asked: () => null },
  castell: { ...castell, ...castellEvents, asked: () => null },
  el_grande: { ...elGrande, ...elGrandeEvents },
};

/** @type {Rules} */
const UNKNOWN = {
  atoms: (action) => [{ step: "action", key: JSON.stringify(action), text: JSON.stringify(action) }],
  builder: () => null,
  happened: (event) => JSON.stringify(event),
  asked: () => null,
};

/** @param {string} game */
export const rulesOf = (game) => GAMES[game] ?? UNKNOWN;

/**
 * What happened, in words.
 * @param {{game: string, event: any}} happening of a game, or of the table
 * @param {Table} table
 * @param {number} [seat] whom something of the table happened to
 */
export function happened({ game, event }, table, seat) {
  if (game !== "table") return rulesOf(game).happened(event, table);
  return t.maybe(`event.table.${event.type}`, { name: seat === undefined ? "" : table.name(seat) }) ?? event.type;
}

/**
 * A game as it is put into words.
 * @param {import("../api/types.js").Game | null} game
 * @returns {Table}
 */
export const tableOf = (game) => ({
  view: game?.view,
  you: game?.you ?? null,
  name: (seat) => {
    const { player, bot } = game?.seats[seat] ?? {};
    return player?.name ?? (bot ? t("bot.name", { bot: t(`bot.${bot}`) }) : t("seat.number", { seat: seat + 1 }));
  },
});
