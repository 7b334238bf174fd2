// Who sits at the table.

import { t } from "../../i18n/index.js";
import { html, nothing } from "../../vendor.js";
import { deadlineView, seatView } from "../parts.js";

/** @typedef {import("../game.js").GameState} GameState */
/** @typedef {import("../../api/types.js").Game} Game */

/** @param {GameState} _state @param {Game} game */
export function seatsView(_state, game) {
  const line = (/** @type {import("../../api/types.js").GameSeat} */ seat) => {
    const waits = game.awaiting.includes(seat.seat);
    const deadline = game.deadlines.find((it) => it.seat === seat.seat);
    return html`<li class=${waits ? "waits" : ""}>${seatView(seat)}
      ${seat.seat === game.you ? html`<span class="chip">${t("seat.you")}</span>` : nothing}
      ${seat.presence && seat.presence !== "present" ? html`<span class="chip">${t(`presence.${seat.presence}`)}</span>` : nothing}
      ${waits ? html`<span class="chip turn">${t("seat.turn")}</span>` : nothing}
      ${deadline ? deadlineView(deadline.at) : nothing}
      <span class="score">${score(game, seat.seat)}</span></li>`;
  };
  return html`<section class="card panel" aria-labelledby="seats-title"><h2 id="seats-title">${t("game.players")}</h2>
    <ul class="players">${game.seats.map(line)}</ul>${breakdown(game)}</section>`;
}

/** @param {Game} game @param {number} seat */
function score(game, seat) {
  const placed = game.outcome?.places.find((it) => it.seat === seat);
  return placed?.score ?? game.view?.players[seat]?.score ?? "";
}

/** What gave how many points so far, where the game tells. @param {Game} game */
function breakdown(game) {
  const { view } = game;
  if (game.outcome || !view || view.game === "el_grande") return nothing;
  const rows = view.players[0]?.breakdown ?? [];
  return html`<details><summary>${t("score.title")}</summary><div class="scroll"><table>
    <thead><tr><td></td>${view.players.map(({ seat }) => html`<th scope="col">${game.seats.filter((it) => it.seat === seat).map(seatView)}</th>`)}</tr></thead>
    <tbody>${rows.map(({ what }, at) => html`<tr><th scope="row">${t(`score.${view.game}.${what}`)}</th>${view.players.map((player) => html`<td>${player.breakdown[at]?.points}</td>`)}</tr>`)}</tbody>
  </table></div></details>`;
}
