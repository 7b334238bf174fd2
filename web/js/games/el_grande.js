// El Grande: what its actions are made of, in words and parts of the picture.

import { countsBuilder } from "../game/builders/counts.js";
import { movesBuilder } from "../game/builders/moves.js";
import { t } from "../i18n/index.js";
import { part } from "./parts.js";

/** @typedef {import("../api/types.js").Schemas} Schemas */
/** @typedef {Schemas["ElGrandeAction"]} Action */
/** @typedef {Schemas["ElGrandePlan"]} Plan */
/** @typedef {Schemas["ElGrandeFrom"]} From */
/** @typedef {import("../game/composer.js").Atom} Atom */
/** @typedef {import("./index.js").Table} Table */
/** @typedef {import("../game/builders/counts.js").Row} Row */

/** @param {Table} table */
export const grandeView = (table) => /** @type {Schemas["ElGrandeView"]} */ (table.view);

/** @param {string} place */
export const placeName = (place) => t(`region.el_grande.${place}`);

/** @param {string} card */
export const cardName = (card) => t(`card.${card}`);

/** @param {Action["type"]} type @param {string} [at] @returns {Atom} */
const typeAtom = (type, at) => ({ step: "type", key: type, text: t(`action.el_grande.${type}`), ...(at && { part: at }) });

/** @param {string} step @param {string} place @returns {Atom} */
const placeAtom = (step, place) => ({ step, key: place, text: placeName(place), part: part("place", place) });

/** @param {Plan} plan @param {Table} table @returns {Atom[]} */
function planAtoms(plan, table) {
  const type = { step: "plan", key: plan.type, text: t(`plan.${plan.type}`) };
  switch (plan.type) {
    case "score_place":
      return [type, placeAtom("place", plan.place)];
    case "scoreboard":
      return [type, { step: "board", key: plan.board, text: t(`scoreboard.${plan.board}`), part: part("scoreboard", plan.board) }, placeAtom("region", plan.region)];
    case "grande":
    case "king":
    case "evict":
      return [type, placeAtom("region", plan.region)];
    case "take_back": {
      const card = plan.card ?? 0;
      return [type, { step: "card", key: String(card), text: String(card), part: part("power", card, { seat: table.you ?? 0 }) }];
    }
    case "as_printed":
    case "move_caballeros":
    case "add_caballeros":
    case "send_back":
    case "court":
      return [type];
  }
}

/** @param {Action} action @param {Table} table @returns {Atom[]} */
export function atoms(action, table) {
  const seat = table.you ?? 0;
  switch (action.type) {
    case "bid":
      return [typeAtom("bid"), { step: "card", key: String(action.card), text: String(action.card), part: part("power", action.card, { seat }) }];
    case "take_card":
      return [typeAtom("take_card"), { step: "card", key: action.card, text: cardName(action.card), part: part("card", action.card) }];
    case "set_disk":
      return [typeAtom("set_disk"), action.place ? placeAtom("place", action.place) : { step: "place", key: "none", text: t("el_grande.no_place") }];
    case "execute":
      return [typeAtom("execute"), ...planAtoms(action.plan, table)];
    case "veto":
      return [typeAtom("veto"), { step: "before", key: String(action.before_step), text: t("el_grande.before", { step: action.before_step }), part: part("step", action.before_step) }];
    case "pass_all":
      return [typeAtom("pass_all"), { step: "round", key: String(action.round), text: t("el_grande.until", { round: action.round }) }];
    case "intake":
    case "place":
    case "return_caballeros":
    case "decline":
    case "pass":
    case "ask_again":
      return [typeAtom(action.type)];
  }
}

/** @param {Table} table */
const free = (table) => grandeView(table).regions.filter(({ region }) => region !== grandeView(table).king);

/** The caller's own Caballeros in regions other than the King's. @param {Table} table @returns {Row[]} */
function ownRows(table) {
  const seat = table.you ?? 0;
  return free(table).filter(({ caballeros }) => (caballeros[seat] ?? 0) > 0).map(({ region, caballeros }) =>
    ({ key: region, text: placeName(region), most: caballeros[seat] ?? 0, part: part("caballeros", region, { seat }) }));
}

/** Every place but the King's region. @param {Table} table @param {number} most @returns {Row[]} */
const placeRows = (table, most) =>
  [...free(table).map(({ region }) => region), "castillo"].map((place) => ({ key: place, text: placeName(place), most, part: part("place", place) }));

/** @param {string} pool @param {Table} table @param {number} most @returns {Row} */
const poolRow = (pool, table, most) =>
  ({ key: pool, text: t(`el_grande.${pool}`), most, part: part(pool, undefined, { seat: table.you ?? 0 }) });

/** @param {Record<string, number>} counts @param {string} pool */
const from = (counts, pool) => /** @type {From[]} */ (Object.entries(counts).filter(([key, count]) => key !== pool && count > 0).map(([region, count]) => ({ region, count })));

/** @param {Record<string, number>} counts */
const to = (counts) => /** @type {Schemas["ElGrandeTo"][]} */ (Object.entries(counts).filter(([, count]) => count > 0).map(([place, count]) => ({ place, count })));

/** What is left to choose: how many, of whom, from where to where. @param {Action} action @param {Table} table */
export function builder(action, table) {
  const me = grandeView(table).players[table.you ?? 0];
  const stage = grandeView(table).stage;
  if (!me) return null;
  switch (action.type) {
    case "intake": {
      const most = stage.type === "intake" ? stage.most : 6;
      const rows = [poolRow("province", table, Math.min(most, me.province)), ...(me.province < most ? ownRows(table) : [])];
      return countsBuilder(rows, most, (counts) => ({ type: "intake", province: counts["province"] ?? 0, from: from(counts, "province") }));
    }
    case "place": {
      const stack = stage.type === "halves" ? stage.turn.stack : 5;
      return countsBuilder(placeRows(table, stack), Math.min(stack, me.court), (counts) => ({ type: "place", to: to(counts) }));
    }
    case "return_caballeros": {
      const owed = stage.type === "returns" ? stage.owed : 3;
      const rows = [poolRow("court", table, Math.min(owed, me.court)), ...ownRows(table)];
      return countsBuilder(rows, owed, (counts) => ({ type: "return_caballeros", court: counts["court"] ?? 0, from: from(counts, "court") }));
    }
    case "execute":
      return planBuilder(action.plan, table);
    default:
      return null;
  }
}

/** @param {Plan} plan @param {Table} table */
function planBuilder(plan, table) {
  const me = grandeView(table).players[table.you ?? 0];
  const execute = (/** @type {Plan} */ chosen) => /** @type {Action} */ ({ type: "execute", plan: chosen });
  switch (plan.type) {
    case "add_caballeros":
      return countsBuilder(placeRows(table, 2), Math.min(2, me?.court ?? 0), (counts) => execute({ type: "add_caballeros", to: to(counts) }));
    case "court": {
      const rows = [poolRow("province", table, Math.min(2, me?.province ?? 0)), ...((me?.province ?? 0) < 2 ? ownRows(table) : [])];
      return countsBuilder(rows, 2, (counts) => execute({ type: "court", province: counts["province"] ?? 0, from: from(counts, "province") }));
    }
    case "send_back":
      return countsBuilder(foreignRows(table), grandeView(table).players.length - 1, (counts) => execute({ type: "send_back", caballeros: sendings(counts) }));
    case "move_caballeros":
      return movesBuilder(table, (moves) => execute({ type: "move_caballeros", moves }));
    default:
      return null;
  }
}

/** One Caballero of each other player in each region. @param {Table} table @returns {Row[]} */
const foreignRows = (table) =>
  free(table).flatMap(({ region, caballeros }) => caballeros.flatMap((count, seat) => (count && seat !== table.you
    ? [{ key: `${seat}:${region}`, text: t("el_grande.of", { name: table.name(seat), place: placeName(region) }), most: 1, part: part("caballeros", region, { seat }) }]
    : [])));

/** @param {Record<string, number>} counts */
const sendings = (counts) => Object.entries(counts).filter(([, count]) => count > 0).map(([key]) => {
  const [seat = "0", region = ""] = key.split(":");
  return { seat: Number(seat), region: /** @type {Schemas["ElGrandeRegion"]} */ (region) };
});
