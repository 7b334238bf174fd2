// How it ended.

import { t } from "../../i18n/index.js";
import { html, nothing } from "../../vendor.js";
import { seatView } from "../parts.js";

/** @typedef {import("../../api/types.js").Game} Game */

/** @param {Game} game */
export function outcomeView(game) {
  if (!game.outcome) return nothing;
  const { places, reason } = game.outcome;
  const ordered = [...places].sort((one, other) => one.place - other.place);
  const what = ordered[0]?.breakdown.map((item) => item.what) ?? [];
  const row = (/** @type {typeof ordered[0]} */ it) => html`<tr>
    <td>${it.place}</td><th scope="row">${game.seats.filter(({ seat }) => seat === it.seat).map(seatView)}</th>
    ${what.map((name) => html`<td>${it.breakdown.find((item) => item.what === name)?.points ?? ""}</td>`)}<td><strong>${it.score}</strong></td></tr>`;
  return html`<section class="card outcome" aria-labelledby="outcome-title">
    <h2 id="outcome-title">${t("outcome.title")}</h2>
    <p>${t.maybe(`reason.${game.game}.${reason}`) ?? t.maybe(`reason.${reason}`) ?? reason}</p>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="outcome-title"><table><thead><tr><th scope="col">${t("outcome.place")}</th><th scope="col">${t("game.players")}</th>
      ${what.map((name) => html`<th scope="col">${t(`score.${game.game}.${name}`)}</th>`)}<th scope="col">${t("outcome.total")}</th></tr></thead>
      <tbody>${ordered.map(row)}</tbody></table></div>
  </section>`;
}
