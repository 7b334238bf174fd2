// Castell: what its actions are made of, in words and parts of the picture.

import { towerBuilder } from "../game/builders/tower.js";
import { list, t } from "../i18n/index.js";
import { part } from "./parts.js";

/** @typedef {import("../api/types.js").Schemas} Schemas */
/** @typedef {Schemas["CastellAction"]} Action */
/** @typedef {Schemas["CastellPayload"]} Payload */
/** @typedef {import("../game/composer.js").Atom} Atom */
/** @typedef {import("./index.js").Table} Table */

/** @param {Table} table */
export const castellView = (table) => /** @type {Schemas["CastellView"]} */ (table.view);

/** The region where the caller's pawn stands. @param {Table} table */
const here = (table) => castellView(table).players[table.you ?? 0]?.pawn;

/** @param {string} region */
const regionName = (region) => t(`region.castell.${region}`);

/** @param {string} tile @param {Table} table */
export function tileName(tile, table) {
  const views = castellView(table);
  const all = [...views.regions.flatMap((region) => region.tiles), ...views.players.flatMap((player) => player.earned.flatMap((it) => it.tiles))];
  const found = all.find((view) => view.tile === tile);
  if (!found) return tile;
  const { points } = found;
  if (found.type === "shape") return t("castell.tile.shape", { shape: found.widths.join("-"), points });
  return t("castell.tile.exhibition", { skills: list(found.skills.map((skill) => t(`skill.${skill}`))), levels: found.levels, points });
}

/** @param {Payload} payload @param {Table} table @param {string} step @returns {Atom[]} */
function payloadAtoms(payload, table, step) {
  const type = { step: `${step}.type`, key: payload.type, text: t(`action.castell.payload.${payload.type}`) };
  switch (payload.type) {
    case "move":
      return [type, { step: `${step}.to`, key: payload.to, text: regionName(payload.to), part: part("region", payload.to) }];
    case "recruit":
      return [type, sizeAtom(`${step}.size`, [payload.size], table)];
    case "perform":
      return [type, { step: `${step}.tile`, key: payload.tile, text: tileName(payload.tile, table), part: part("tile", payload.tile) }];
  }
}

/** @param {string} step @param {number[]} sizes @param {Table} table @returns {Atom} */
function sizeAtom(step, sizes, table) {
  const text = t(sizes.length === 1 ? "castell.size" : "castell.sizes", { sizes: list(sizes.map(String)) });
  return { step, key: sizes.join("+"), text, ...(sizes.length === 1 && { part: part("casteller", sizes[0], { region: here(table) ?? "" }) }) };
}

/** @param {Action["type"]} type @param {string} [at] @returns {Atom} */
const typeAtom = (type, at) => ({ step: "type", key: type, text: t(`action.castell.${type}`), ...(at && { part: at }) });

/** @param {Extract<Action, {type: "train"}>} action @param {Table} table @returns {Atom[]} */
function trainAtoms(action, table) {
  const { round, regions, wheel } = castellView(table);
  const region = here(table) ?? "";
  const tile = action.slot === "all" ? wheel.extra_segment[round - 1] : regions.find((it) => it.region === region)?.trains[round - 1];
  const at = action.slot === "all" ? part("slot", "all") : part("slot", "region", { region });
  const slot = { step: "slot", key: action.slot, text: t("castell.train", { skill: t(`skill.${tile}`), slot: t(`castell.slot.${action.slot}`) }), part: at };
  return [typeAtom("train"), slot, ...(action.free ? payloadAtoms(action.free, table, "free") : [])];
}

/** @param {Action} action @param {Table} table @returns {Atom[]} */
export function atoms(action, table) {
  switch (action.type) {
    case "move":
      return [typeAtom("move"), { step: "to", key: action.to, text: regionName(action.to), part: part("region", action.to) }];
    case "recruit":
      return [typeAtom("recruit"), sizeAtom("sizes", action.sizes, table)];
    case "train":
      return trainAtoms(action, table);
    case "special":
      return [typeAtom("special", part("tokens", undefined, { seat: table.you ?? 0 })), ...payloadAtoms(action.payload, table, "payload")];
    case "enter_festival":
      return [typeAtom("enter_festival", part("festival", action.slot))];
    case "end_turn":
    case "decline_festival":
      return [typeAtom(action.type)];
  }
}

/** Towers are built by hand. @param {Action} action @param {Table} table */
export function builder(action, table) {
  if (action.type === "enter_festival") return towerBuilder(action.tower, (tower) => ({ ...action, tower }), table, { festival: action.slot });
  const payload = action.type === "special" ? action.payload : action.type === "train" ? action.free : undefined;
  if (payload?.type !== "perform") return null;
  const built = (/** @type {number[][]} */ tower) => {
    const performed = { ...payload, tower };
    return action.type === "special" ? { ...action, payload: performed } : { ...action, free: performed };
  };
  return towerBuilder(payload.tower, built, table, { tile: payload.tile });
}
