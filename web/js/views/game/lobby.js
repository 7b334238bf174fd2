// A table before its game: who sits down, and when it starts.

import { t } from "../../i18n/index.js";
import { html, nothing } from "../../vendor.js";
import { seatView } from "../parts.js";

/** @typedef {import("../game.js").GameState} GameState */
/** @typedef {import("../../api/types.js").Game} Game */

/** @param {GameState} state @param {Game} game */
export function lobbyView(state, game) {
  const { app, id } = state;
  const owner = app.me !== null && game.owner?.id === app.me.id;
  const free = game.seats.some((seat) => !seat.player);
  const change = (/** @type {() => Promise<unknown>} */ work) => async () => {
    await app.attempt(work);
    await state.load();
  };
  const join = change(() => app.api.post("/v1/games/{id}/seats", { path: { id }, body: state.invite ? { invite: state.invite } : {} }));
  const leave = change(() => app.api.delete("/v1/games/{id}/seats/{seat}", { path: { id, seat: game.you ?? 0 } }));
  const start = change(() => app.api.post("/v1/games/{id}/start", { path: { id }, body: {} }));
  return html`<section class="card form"><h2>${t("lobby.title")}</h2>
    <ol class="players">${game.seats.map((seat) => html`<li>${seatView(seat)}</li>`)}</ol>
    <p>${t(`start.${game.start}.text`)}</p>
    <p class="row">
      ${app.me ? nothing : html`<a class="button primary" href="#/sign-in?to=${encodeURIComponent(location.hash.slice(1))}">${t("lobby.sign_in")}</a>`}
      ${app.me && game.you === null && free ? html`<button type="button" class="primary" @click=${join}>${t("lobby.join")}</button>` : nothing}
      ${owner ? html`<button type="button" class="primary" @click=${start} ?disabled=${game.seats.filter((seat) => seat.player).length < 2}>${t("lobby.start")}</button>` : nothing}
      ${game.you !== null && !owner ? html`<button type="button" @click=${leave}>${t("lobby.leave")}</button>` : nothing}
    </p></section>`;
}
