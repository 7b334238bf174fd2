// Pieces that several pages are made of.

import { away, lasting, list, t, when } from "../i18n/index.js";
import { html, nothing } from "../vendor.js";
import { icon } from "./icons.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../api/types.js").GameSummary} GameSummary */
/** @typedef {import("../api/types.js").GameSeat} GameSeat */

/** Where a game stands, as a chip. @param {string} status */
export const statusChip = (status) => html`<span class="chip ${status}">${t(`status.${status}`)}</span>`;

/**
 * What a table is called: its own title, or the game's.
 * @param {{title: string | null, game: string}} game
 */
export const titleOf = (game) => game.title ?? t(`game.${game.game}`);

/** Who holds a seat, as text. @param {GameSeat | undefined} seat */
export function nameOf(seat) {
  if (!seat) return "";
  if (seat.player) return seat.player.name;
  if (seat.bot) return t("bot.name", { bot: t(`bot.${seat.bot}`) });
  if (seat.reserved_for) return t("seat.reserved");
  return seat.presence ? t("seat.nobody") : t("seat.free");
}

/** Does nobody sit there, and no bot? @param {GameSeat} seat */
export const isFree = (seat) => !seat.player && !seat.bot;

/** The names of some seats. @param {{seats: GameSeat[]}} game @param {number[]} seats */
export const names = (game, seats) => list(seats.map((seat) => nameOf(game.seats[seat])));

/** A clock in words. @param {import("../api/types.js").Schemas["Clock"]} clock */
export function clockText(clock) {
  if (clock.kind === "none") return t("clock.none");
  if (clock.kind === "per_turn") return t("clock.per_turn", { time: lasting(clock.seconds) });
  return t("clock.bank", { reserve: lasting(clock.reserve), increment: lasting(clock.increment) });
}

/** A seat with its colour. Names are isolated, so that text from right to left disturbs nothing. @param {GameSeat} seat */
export const seatView = (seat) =>
  html`<span class="seat ${isFree(seat) ? "empty" : ""}"><i class="dot ${seat.colour ?? ""}"></i><bdi>${nameOf(seat)}</bdi></span>`;

/** An instant, near ones by how far off they are. @param {string} at */
export const timeView = (at) => html`<time datetime=${at} title=${when(at)}>${away(at)}</time>`;

/** By when something has to be done. @param {string | null | undefined} at */
export const deadlineView = (at) => (at ? html`<span class="deadline">${icon("clock")} ${timeView(at)}</span>` : nothing);

/**
 * A game in a list.
 * @param {App} app
 * @param {GameSummary} game
 * @param {unknown} [aside]
 */
export function tableCard(app, game, aside = nothing) {
  const mine = game.you !== null && game.awaiting.includes(game.you);
  return html`<li class="card table ${mine ? "mine" : ""}">
    <a class="cover" href="#/games/${game.id}">
      <span class="mark ${game.game}" aria-hidden="true"></span>
      <span class="lines">
        <strong><bdi>${titleOf(game)}</bdi></strong>
        <small>${game.title ? html`${t(`game.${game.game}`)} · ` : nothing}${subline(game)}</small>
      </span>
    </a>
    <span class="seats">${game.seats.map(seatView)}</span>
    <span class="end">${mine ? html`<span class="chip turn">${t("waiting.yours")}</span>` : statusChip(game.status)} ${deadlineView(game.deadline)} ${aside}</span>
  </li>`;
}

/** @param {GameSummary} game */
function subline(game) {
  const privately = game.visibility === "private" ? html`${t("visibility.private")} · ` : nothing;
  return html`${privately}${t("table.changed")} ${timeView(game.updated_at)}`;
}

/**
 * A labelled control.
 * @param {string} label
 * @param {unknown} control
 * @param {string} [hint]
 */
export const field = (label, control, hint) =>
  html`<label class="field"><span>${label}</span>${control}${hint ? html`<small>${hint}</small>` : nothing}</label>`;

/**
 * @param {string} name
 * @param {string} label
 * @param {[string, string][]} options
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
export function select(name, label, options, chosen, choose) {
  const changed = (/** @type {Event & {currentTarget: HTMLSelectElement}} */ event) => choose(event.currentTarget.value);
  const option = (/** @type {[string, string]} */ [value, text]) =>
    html`<option value=${value} ?selected=${value === chosen}>${text}</option>`;
  return field(label, html`<select name=${name} @change=${changed}>${options.map(option)}</select>`);
}

/**
 * A button that asks once more.
 * @param {{asking: string | null, app: App}} state what of the page is being asked
 * @param {string} key
 * @param {string} text
 * @param {string} sure
 * @param {() => void} work
 */
export function sureButton(state, key, text, sure, work) {
  const ask = (/** @type {string | null} */ what) => () => {
    state.asking = what;
    state.app.redraw();
    requestAnimationFrame(() => /** @type {HTMLElement | null} */ (document.querySelector(`.sure[data-asks="${key}"]`))?.focus());
  };
  if (state.asking !== key) return html`<button type="button" class="small" @click=${ask(key)}>${text}</button>`;
  const done = () => {
    state.asking = null;
    work();
  };
  return html`<div class="sure" data-asks=${key} role="group" tabindex="-1" aria-label=${text}><p>${sure}</p>
    <p class="row"><button type="button" class="small primary" @click=${done}>${t("manage.sure")}</button><button type="button" class="small" @click=${ask(null)}>${t("common.cancel")}</button></p></div>`;
}

/** While something is on its way. */
export const loading = () => html`<p class="loading" role="status">${t("common.loading")}</p>`;

/** @param {string} text @param {unknown} [more] */
export const empty = (text, more = nothing) => html`<div class="empty"><p>${text}</p>${more}</div>`;

/** Lets the person keep something as a file. @param {unknown} content @param {string} name */
export function saveFile(content, name) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(content)], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Puts a text that is shown only once where it can be pasted from. @param {App} app @param {string} text */
export function copyButton(app, text) {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    app.tell(t("token.copied"));
  };
  return html`<button type="button" class="primary" @click=${copy}>${t("token.copy")}</button>`;
}
