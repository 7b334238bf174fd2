// A table before its game: who sits down, in which colour, who is invited, and when it starts.

import { t } from "../../i18n/index.js";
import { html, nothing } from "../../vendor.js";
import { clockText, field, isFree, seatView, select, sureButton } from "../parts.js";
import { valueOf } from "../sign_in.js";
import { invitesView } from "./invites.js";

/** @typedef {import("../game.js").GameState} GameState */
/** @typedef {import("../../api/types.js").Game} Game */
/** @typedef {import("../../api/types.js").GameSeat} GameSeat */

/** @param {GameState} state @param {Game} game */
export function lobbyView(state, game) {
  const { app } = state;
  const owner = app.me !== null && game.owner?.id === app.me.id;
  return html`<section class="card form"><h2>${t("lobby.title")}</h2>
      ${state.invite && game.you === null ? html`<p class="warning">${t("lobby.invited")}</p>` : nothing}
      <ol class="players">${game.seats.map((seat) => seatLine(state, game, seat, owner))}</ol>
      <p class="hint">${t(`start.${game.start}.text`)} ${t("manage.clock")}: ${clockText(game.clock)}.</p>
      ${differing(state, game)}
      ${joinView(state, game, owner)}
      ${owner && game.seats.some(isFree) ? botsView(state) : nothing}
      ${game.visibility === "public" ? html`<p class="hint">${t("lobby.share")}</p>` : nothing}
    </section>
    ${game.you === null ? nothing : ownView(state, game)}
    ${owner && game.visibility === "private" ? invitesView(state) : nothing}`;
}

/** @param {GameState} state @param {Game} game @param {GameSeat} seat @param {boolean} owner */
function seatLine(state, game, seat, owner) {
  const { app, id } = state;
  const path = { id, seat: seat.seat };
  const free = state.change(() => app.api.delete("/v1/games/{id}/seats/{seat}", { path }));
  const mine = seat.seat === game.you;
  return html`<li>${seatView(seat)}${mine ? html`<span class="chip">${t("seat.you")}</span>` : nothing}
    ${owner && !isFree(seat) && !mine ? html`<button type="button" class="quiet small" @click=${free}>${t("lobby.free")}</button>` : nothing}</li>`;
}

/** Signing in, and then back to this table. */
export const signInLink = () => html`<a class="button primary" href="#/sign-in?to=${encodeURIComponent(location.hash.slice(1))}">${t("lobby.sign_in")}</a>`;

/** @param {GameState} state @param {Game} game @param {boolean} owner */
function joinView(state, game, owner) {
  const { app, id } = state;
  const path = { id };
  const { me } = app;
  const free = game.seats.some((seat) => isFree(seat) && (!seat.reserved_for || seat.reserved_for === me?.id));
  if (!me) return html`<p class="row">${signInLink()}</p>`;
  const join = state.change(() => app.api.post("/v1/games/{id}/seats", { path, body: state.invite ? { invite: state.invite } : {} }));
  const leave = state.change(() => app.api.delete("/v1/games/{id}/seats/{seat}", { path: { id, seat: game.you ?? 0 } }));
  const start = state.change(() => app.api.post("/v1/games/{id}/start", { path, body: {} }));
  const withdraw = () => app.attempt(async () => {
    await app.api.delete("/v1/games/{id}", { path });
    location.hash = "#/";
  });
  const enough = game.seats.filter((seat) => !isFree(seat)).length >= (app.catalogue.find((it) => it.game === game.game)?.seats.min ?? 2);
  return html`<p class="row">
    ${game.you === null && free ? html`<button type="button" class="primary" @click=${join}>${t("lobby.join")}</button>` : nothing}
    ${owner ? html`<button type="button" class="primary" ?disabled=${!enough} @click=${start}>${t("lobby.start")}</button>` : nothing}
    ${game.you !== null && !owner ? html`<button type="button" @click=${leave}>${t("lobby.leave")}</button>` : nothing}
    ${owner ? sureButton(state, "withdraw", t("lobby.withdraw"), t("lobby.withdraw_sure"), withdraw) : nothing}</p>`;
}

const BOTS = /** @type {const} */ (["random", "steady", "strong"]);

/** Bots for the seats that are free. @param {GameState} state */
function botsView(state) {
  const { app, id } = state;
  const seat = (/** @type {typeof BOTS[number]} */ bot) => state.change(() => app.api.post("/v1/games/{id}/seats", { path: { id }, body: { bot } }));
  return html`<div class="row" role="group" aria-label=${t("lobby.bots")}><span>${t("lobby.bots")}:</span>
    ${BOTS.map((bot) => html`<button type="button" class="small" @click=${seat(bot)}>${t(`bot.${bot}`)}</button>`)}</div>`;
}

/** The options that are not the defaults. @param {GameState} state @param {Game} game */
function differing({ app }, game) {
  const defaults = /** @type {Record<string, unknown>} */ (app.catalogue.find((it) => it.game === game.game)?.options.defaults ?? {});
  const changed = Object.entries(game.options).filter(([name, value]) => name !== "game" && JSON.stringify(value) !== JSON.stringify(defaults[name]));
  if (!changed.length) return nothing;
  const text = (/** @type {string} */ name, /** @type {unknown} */ value) => t.maybe(`option.${game.game}.${name}.${value}`) ?? (typeof value === "boolean" ? (value ? "✓" : "✗") : String(value));
  return html`<div><h3>${t("lobby.options")}</h3><ul>${changed.map(([name, value]) => html`<li>${t(`option.${game.game}.${name}`)}: <strong>${text(name, value)}</strong></li>`)}</ul></div>`;
}

/** Colour and own randomness. @param {GameState} state @param {Game} game */
function ownView(state, game) {
  const { app, id } = state;
  const path = { id, seat: game.you ?? 0 };
  const mine = game.seats[path.seat]?.colour ?? "";
  const taken = new Set(game.seats.filter((seat) => seat.seat !== game.you && !isFree(seat)).map((seat) => seat.colour));
  const colours = (app.catalogue.find((it) => it.game === game.game)?.colours ?? []).filter((colour) => !taken.has(colour));
  const paint = (/** @type {string} */ colour) => state.change(() => app.api.patch("/v1/games/{id}/seats/{seat}", { path, body: { colour } }))();
  const given = game.dealing.contributions.some((it) => it.seat === game.you);
  const add = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const entropy = valueOf(event, "entropy");
    state.change(() => app.api.put("/v1/games/{id}/seats/{seat}/entropy", { path, body: { entropy } }))();
  };
  return html`<section class="card form" aria-label=${t("seat.you")}>
    ${select("colour", t("lobby.colour"), colours.map((it) => /** @type {[string, string]} */ ([it, t(`colour.${it}`)])), mine, paint)}
    <form class="form" @submit=${add}>${field(t("lobby.entropy"), html`<input name="entropy" required maxlength="256" autocomplete="off">`, t(given ? "lobby.entropy_set" : "lobby.entropy_text"))}
      <button class="small">${t("common.save")}</button></form>
  </section>`;
}
