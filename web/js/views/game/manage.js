// What concerns the table as a whole: leaving it, annulling the game, coming back, playing again.

import { t } from "../../i18n/index.js";
import { html, nothing } from "../../vendor.js";
import { clockText, nameOf, names, saveFile, sureButton } from "../parts.js";

/** @typedef {import("../game.js").GameState} GameState */
/** @typedef {import("../../api/types.js").Game} Game */

/** @param {GameState} state @param {Game} game */
export function manageView(state, game) {
  return html`<section class="card panel manage" tabindex="-1" aria-labelledby="manage-title"><h2 id="manage-title">${t("manage.title")}</h2>
    ${game.owner ? html`<p><small>${t("manage.owner", { name: "" })}<bdi>${game.owner.name}</bdi></small></p>` : nothing}
    <p><small>${t("manage.clock")}: ${clockText(game.clock)}</small></p>
    ${game.status === "running" ? runningView(state, game) : nothing}
    ${game.status === "finished" ? rematchView(state, game) : nothing}
    ${game.status === "running" || game.outcome ? dealingView(game) : nothing}
    ${game.status === "finished" ? html`<p><button type="button" class="small" @click=${() => state.app.attempt(() => download(state))}>${t("manage.record")}</button></p>` : nothing}
  </section>`;
}

/** @param {GameState} state @param {Game} game */
function runningView(state, game) {
  const { app, id } = state;
  const path = { id };
  const seat = game.seats.find((it) => it.seat === game.you);
  if (!seat) return takeOverView(state, game);
  const agreed = game.cancellation.includes(seat.seat);
  const cancel = state.change(() => (agreed ? app.api.delete("/v1/games/{id}/cancellation", { path }) : app.api.post("/v1/games/{id}/cancellation", { path, body: {} })));
  const resign = state.change(() => app.api.post("/v1/games/{id}/resignation", { path, body: {} }));
  const back = state.change(() => app.api.post("/v1/games/{id}/return", { path, body: {} }));
  return html`
    ${seat.presence === "absent" ? html`<p class="warning">${t("manage.return_text")} <button type="button" class="small primary" @click=${back}>${t("manage.return")}</button></p>` : nothing}
    ${game.cancellation.length ? html`<p class="warning">${t("manage.cancel_by", { names: names(game, game.cancellation) })}</p>` : nothing}
    <p class="row"><button type="button" class="small" @click=${cancel}>${t(agreed ? "manage.cancel_object" : "manage.cancel")}</button></p>
    ${sureButton(state, "resign", t("manage.resign"), t("manage.resign_sure"), resign)}`;
}

/** @param {GameState} state @param {Game} game */
function takeOverView(state, game) {
  const { app, id } = state;
  if (!app.me) return nothing;
  return game.seats.filter((seat) => !seat.player && seat.presence).map(({ seat }) => html`<p class="row">${nameOf(game.seats[seat])}
    <button type="button" class="small primary" @click=${state.change(() => app.api.post("/v1/games/{id}/seats", { path: { id }, body: { seat } }))}>${t("manage.takeover")}</button></p>`);
}

/** @param {GameState} state @param {Game} game */
function rematchView(state, game) {
  const { app, id } = state;
  if (game.rematch) return html`<p><a class="button small primary" href="#/games/${game.rematch}">${t("manage.rematch_there")}</a></p>`;
  if (game.you === null) return nothing;
  const again = () => app.attempt(async () => {
    const next = await app.api.post("/v1/games/{id}/rematch", { path: { id }, body: {} });
    location.hash = `#/games/${next.id}`;
  });
  return html`<p><button type="button" class="small primary" @click=${again}>${t("manage.rematch")}</button></p>`;
}

/** @param {Game} game */
function dealingView({ dealing }) {
  return html`<details><summary>${t("manage.dealing")}</summary><p><small>${t("manage.dealing_text")}</small></p>
    <code class="token">${dealing.commitment}</code>${dealing.server_seed ? html`<code class="token">${dealing.server_seed}</code>` : nothing}</details>`;
}

/** Saves the whole game as a file, which anybody can check. @param {GameState} state */
async function download({ app, id }) {
  saveFile(await app.api.get("/v1/games/{id}/record", { path: { id } }), `placa-${id}.json`);
}
