// Moving Caballeros in El Grande: first whose and from where, then where to; once for each.

import { grandeView, placeName } from "../../games/el_grande.js";
import { part } from "../../games/parts.js";
import { t } from "../../i18n/index.js";
import { html, nothing } from "../../vendor.js";
import { icon } from "../../views/icons.js";

/** @typedef {import("../../api/types.js").Schemas} Schemas */
/** @typedef {Schemas["ElGrandeMove"]} Move */
/** @typedef {{seat: number, region: Schemas["ElGrandeRegion"], count: number, text: string, part: string}} Group */

/** @param {import("../../games/index.js").Table} table @returns {Group[]} */
function groups(table) {
  const { regions, king } = grandeView(table);
  return regions.filter(({ region }) => region !== king).flatMap(({ region, caballeros }) => caballeros.flatMap((count, seat) => (count
    ? [{ seat, region, count, text: t("el_grande.of", { name: table.name(seat), place: placeName(region) }), part: part("caballeros", region, { seat }) }]
    : [])));
}

/**
 * @param {import("../../games/index.js").Table} table
 * @param {(moves: Move[]) => any} build
 * @returns {import("../../games/index.js").Builder}
 */
export function movesBuilder(table, build) {
  const all = groups(table);
  const { regions, king } = grandeView(table);
  const places = /** @type {Schemas["ElGrandePlace"][]} */ ([...regions.map(({ region }) => region).filter((region) => region !== king), "castillo"]);
  /** @type {Move[]} */
  const moves = [];
  /** @type {Group | null} */
  let source = null;
  const left = (/** @type {Group} */ group) =>
    group.count - moves.filter((move) => move.seat === group.seat && move.from === group.region).reduce((sum, move) => sum + move.count, 0);
  const targets = () => places.filter((place) => place !== source?.region);
  /** @param {Schemas["ElGrandePlace"]} to */
  const move = (to) => {
    if (!source) return;
    const { seat, region } = source;
    const known = moves.find((it) => it.seat === seat && it.from === region && it.to === to);
    if (known) known.count += 1;
    else moves.push({ seat, from: region, to, count: 1 });
    source = null;
  };
  /** @param {() => void} changed @param {() => void} work */
  const then = (changed, work) => () => {
    work();
    changed();
  };
  const line = (/** @type {Move} */ it, /** @type {number} */ at, /** @type {() => void} */ changed) => html`<li>
    ${t("el_grande.move", { count: it.count, of: t("el_grande.of", { name: table.name(it.seat), place: placeName(it.from) }), to: placeName(it.to) })}
    <button type="button" class="quiet square" aria-label=${t("builder.remove")} @click=${then(changed, () => moves.splice(at, 1))}>${icon("close")}</button></li>`;
  const ask = (/** @type {() => void} */ changed) => (source
    ? html`<p class="hint">${t("el_grande.where_to", { what: source.text })}</p><div class="choices">
        ${targets().map((place) => html`<button type="button" class="choice" @click=${then(changed, () => move(place))}>${placeName(place)}</button>`)}
        <button type="button" class="quiet" @click=${then(changed, () => { source = null; })}>${t("common.cancel")}</button></div>`
    : html`<p class="hint">${t("el_grande.who_moves")}</p><div class="choices">
        ${all.filter(left).map((group) => html`<button type="button" class="choice" @click=${then(changed, () => { source = group; })}>${group.text} (${left(group)})</button>`)}</div>`);
  return {
    action: () => (source ? null : build(moves)),
    view: (changed) => html`${moves.length ? html`<ul class="moves">${moves.map((it, at) => line(it, at, changed))}</ul>` : nothing}${ask(changed)}`,
    parts: () => new Map(source ? targets().map((place) => [part("place", place), placeName(place)]) : all.filter(left).map((group) => [group.part, group.text])),
    chosen: () => new Set(source ? [source.part] : []),
    choosePart: (at) => {
      const place = targets().find((it) => part("place", it) === at);
      if (source && place) move(place);
      else source = all.find((group) => group.part === at && left(group) > 0) ?? source;
    },
  };
}
