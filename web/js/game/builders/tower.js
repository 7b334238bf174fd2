// A tower of Castell, built level by level from the own team. What the service says of it stands beside it all the while.

import { tileName, castellView } from "../../games/castell.js";
import { part } from "../../games/parts.js";
import { list, t } from "../../i18n/index.js";
import { html, nothing } from "../../vendor.js";
import { icon } from "../../views/icons.js";

/** @typedef {import("../../games/index.js").Table} Table */

/**
 * @param {number[][]} proposed a tower that is legal
 * @param {(tower: number[][]) => any} build
 * @param {Table} table
 * @param {{tile?: string, festival?: string}} aim
 * @returns {import("../../games/index.js").Builder}
 */
export function towerBuilder(proposed, build, table, aim) {
  const seat = table.you ?? 0;
  const team = castellView(table).players[seat]?.team ?? [];
  /** @type {{levels: number[][], at: number}} Levels from the bottom; the next casteller joins level `at`. */
  const tower = { levels: [[]], at: 0 };
  const left = (/** @type {number} */ size) => (team[size - 1] ?? 0) - tower.levels.flat().filter((other) => other === size).length;
  const sizes = team.map((_, at) => at + 1).reverse();
  const edit = {
    add: (/** @type {number} */ size) => void (left(size) > 0 && tower.levels[tower.at]?.push(size)),
    remove: (/** @type {number} */ level, /** @type {number} */ at) => {
      tower.levels[level]?.splice(at, 1);
      tower.at = level;
    },
    raise: () => {
      tower.levels = tower.levels.filter((level) => level.length);
      tower.at = tower.levels.push([]) - 1;
    },
    clear: () => Object.assign(tower, { levels: [[]], at: 0 }),
    propose: () => Object.assign(tower, { levels: proposed.map((level) => [...level]), at: proposed.length - 1 }),
  };
  const levels = () => tower.levels.filter((level) => level.length);
  return {
    action: () => (levels().length ? build(levels()) : null),
    view: (changed) => builderView({ tower, sizes, left, edit, aim: aimText(aim, table), then: (work) => () => { work(); changed(); } }),
    parts: () => new Map(sizes.filter((size) => left(size) > 0).map((size) => [part("team", size, { seat }), t("builder.put_up", { size, left: left(size) })])),
    chosen: () => new Set(),
    choosePart: (at) => sizes.filter((size) => part("team", size, { seat }) === at).forEach(edit.add),
  };
}

/** What the tower has to be. @param {{tile?: string, festival?: string}} aim @param {Table} table */
function aimText({ tile, festival }, table) {
  if (tile) return tileName(tile, table);
  const held = castellView(table).calendar.find((it) => it.slot === festival);
  return t("builder.festival", { region: t(`region.castell.${held?.region}`), sizes: list((held?.sizes ?? []).map(String)) });
}

/**
 * @param {{
 *   tower: {levels: number[][], at: number}, sizes: number[], left: (size: number) => number, aim: string,
 *   edit: {add: (size: number) => void, remove: (level: number, at: number) => void, raise: () => void, clear: () => void, propose: () => void},
 *   then: (work: () => void) => () => void,
 * }} it
 */
function builderView({ tower, sizes, left, edit, aim, then }) {
  const figure = (/** @type {number} */ size, /** @type {number} */ level, /** @type {number} */ at) =>
    html`<button type="button" class="figure" data-size=${size} aria-label=${t("builder.take_down", { size, level: level + 1 })} @click=${then(() => edit.remove(level, at))}>${size}</button>`;
  const row = (/** @type {number[]} */ level, /** @type {number} */ at) => html`<li class=${at === tower.at ? "here" : ""}>
    <button type="button" class="quiet level" aria-pressed=${at === tower.at} @click=${then(() => { tower.at = at; })}>${t("builder.level", { level: at + 1 })}</button>
    <span class="figures">${level.map((size, place) => figure(size, at, place))}${level.length ? nothing : html`<i class="gap"></i>`}</span></li>`;
  const add = (/** @type {number} */ size) => html`<button type="button" class="figure" data-size=${size} ?disabled=${left(size) === 0}
    aria-label=${t("builder.put_up", { size, left: left(size) })} @click=${then(() => edit.add(size))}>${size}<sub>×${left(size)}</sub></button>`;
  return html`<p class="hint">${aim}</p>
    <ol class="tower" reversed>${[...tower.levels.keys()].reverse().map((at) => row(tower.levels[at] ?? [], at))}</ol>
    <div class="team" role="group" aria-label=${t("builder.team")}>${sizes.filter((size) => left(size) > 0 || tower.levels.flat().includes(size)).map(add)}</div>
    <p class="row"><button type="button" class="small" ?disabled=${!tower.levels.at(-1)?.length} @click=${then(edit.raise)}>${icon("plus")} ${t("builder.next_level")}</button>
      <button type="button" class="small" @click=${then(edit.propose)}>${t("builder.propose")}</button>
      <button type="button" class="small quiet" @click=${then(edit.clear)}>${t("builder.clear")}</button></p>`;
}
