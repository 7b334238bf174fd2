// What happens in Castell, in words.

import { list, t } from "../../i18n/index.js";
import { tileName } from "../castell.js";

/** @typedef {import("../../api/types.js").Schemas} Schemas */

/** A tower from bottom to top: 9-9-9 / 5-5 / 2. @param {number[][]} tower */
export const towerText = (tower) => tower.map((level) => level.join("-")).join(" / ");

/** @param {number[]} numbers */
const numbers = (numbers) => list(numbers.map(String));

/** @param {Schemas["CastellEvent"]} event @param {import("../index.js").Table} table @returns {string} */
export function happened(event, table) {
  const seat = "seat" in event ? event.seat : "first_seat" in event ? event.first_seat : undefined;
  const region = "region" in event ? event.region : "to" in event ? event.to : undefined;
  return t(`event.castell.${event.type}`, {
    ...(seat !== undefined && { name: table.name(seat) }),
    ...(region !== undefined && { region: t(`region.castell.${region}`) }),
    ...("sizes" in event && { sizes: numbers(event.sizes) }),
    ...("size" in event && { size: event.size }),
    ...("round" in event && { round: event.round }),
    ...("skill" in event && { skill: t(`skill.${event.skill}`) }),
    ...("rank" in event && { rank: event.rank }),
    ...("tile" in event && { tile: tileName(event.tile, table) }),
    ...("tokens" in event && { count: event.tokens }),
    ...("score" in event && { score: event.score }),
    ...("tower" in event && { tower: towerText(event.tower) }),
    ...("prize" in event && { prize: t(`prize.${event.prize}`) }),
  });
}
