// What happens in El Grande, in words.

import { list, t } from "../../i18n/index.js";
import { cardName, grandeView, placeName } from "../el_grande.js";

/** @typedef {import("../../api/types.js").Schemas} Schemas */
/** @typedef {import("../index.js").Table} Table */

/** @param {Schemas["ElGrandeTransfer"][]} moves @param {Table} table */
function transfers(moves, table) {
  const one = (/** @type {Schemas["ElGrandeTransfer"]} */ { count, seat, from, to }) =>
    t("el_grande.transfer", { count, name: table.name(seat), from: placeName(from), to: placeName(to) });
  return moves.length ? list(moves.map(one)) : t("el_grande.nothing");
}

/** @param {Schemas["ElGrandeGain"][]} gains @param {Table} table */
function points(gains, table) {
  const one = (/** @type {Schemas["ElGrandeGain"]} */ { seat, rank, king, home }) => t("el_grande.gain", { name: table.name(seat), points: rank + king + home });
  const some = gains.filter(({ rank, king, home }) => rank + king + home > 0);
  return some.length ? list(some.map(one)) : t("el_grande.nobody");
}

/** @param {Schemas["ElGrandeEvent"]} event @returns {string | undefined} */
function placeOf(event) {
  if (event.type === "started") return event.king;
  if ("place" in event) return event.place;
  return "to" in event ? event.to : undefined;
}

/** @param {Schemas["ElGrandeEvent"]} event @param {Table} table @returns {string} */
export function happened(event, table) {
  const seat = event.type === "vetoed" ? event.by : "seat" in event ? event.seat : "first" in event ? event.first : undefined;
  const place = placeOf(event);
  const names = "order" in event ? event.order : "holders" in event ? event.holders : "seats" in event ? event.seats : undefined;
  const card = event.type === "power_played" ? String(event.card) : "card" in event && event.card ? cardName(String(event.card)) : undefined;
  return t(`event.el_grande.${event.type}`, {
    ...(seat !== undefined && { name: table.name(seat) }),
    ...(place !== undefined && { place: placeName(place) }),
    ...(names && { names: list(names.map(table.name)) }),
    ...(card && { card }),
    ...("moves" in event && { moves: transfers(event.moves, table) }),
    ...("gains" in event && { gains: points(event.gains, table) }),
    ...("plan" in event && { plan: planText(event.plan, table) }),
    ...("disks" in event && { disks: list(event.disks.map((disk) => `${table.name(disk.seat)} ${placeName(disk.place)}`)) }),
    ...("board" in event && { board: t(`scoreboard.${event.board}`) }),
    ...("round" in event && { round: event.round }),
    ...("until" in event && { round: event.until }),
    ...("before_step" in event && { step: event.before_step }),
  });
}

/** What one is asked, where the choices alone do not tell. @param {Table} table @returns {string | null} */
export function asked(table) {
  const { stage } = grandeView(table);
  switch (stage.type) {
    case "window":
      return t("event.el_grande.announced", { name: table.name(stage.turn.seat), card: cardName(stage.turn.card), plan: planText(stage.plan, table) });
    case "disks":
      return stage.turn ? t("el_grande.disk_for", { card: cardName(stage.turn.card) }) : t("el_grande.disk_scoring");
    case "returns":
      return t("el_grande.owed", { count: stage.owed });
    case "bid":
    case "intake":
    case "take_card":
    case "halves":
    case "over":
      return null;
  }
}

/** All that is announced, since a Veto may stop any of its steps. @param {Schemas["ElGrandePlan"]} plan @param {Table} table */
function planText(plan, table) {
  return [t(`plan.${plan.type}`), planDetail(plan, table)].filter(Boolean).join(": ");
}

/** @param {Schemas["ElGrandePlan"]} plan @param {Table} table @returns {string} */
function planDetail(plan, table) {
  switch (plan.type) {
    case "move_caballeros":
      return transfers(plan.moves, table);
    case "add_caballeros":
      return list(plan.to.map(({ count, place }) => `${count} → ${placeName(place)}`));
    case "send_back":
      return list(plan.caballeros.map(({ seat, region }) => t("el_grande.of", { name: table.name(seat), place: placeName(region) })));
    case "score_place":
      return placeName(plan.place);
    case "scoreboard":
      return `${t(`scoreboard.${plan.board}`)}, ${placeName(plan.region)}`;
    case "grande":
    case "king":
    case "evict":
      return placeName(plan.region);
    case "as_printed":
    case "take_back":
    case "court":
      return "";
  }
}
