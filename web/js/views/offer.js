// Offering a game. The options are asked for as the catalogue's schema describes them.

import { Refused } from "../api/client.js";
import { said } from "../app.js";
import { t } from "../i18n/index.js";
import { html, nothing } from "../vendor.js";
import { optionFields } from "./options.js";
import { clockText, empty, field, select } from "./parts.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../api/types.js").CatalogueEntry} CatalogueEntry */

/** The clocks to choose from: seconds for a turn, or a reserve with an increment. */
const CLOCKS = /** @type {const} */ ({
  none: { kind: "none" },
  day: { kind: "per_turn", seconds: 86_400 },
  three_days: { kind: "per_turn", seconds: 259_200 },
  week: { kind: "per_turn", seconds: 604_800 },
  hour: { kind: "bank", reserve: 3_600, increment: 60, cap: 3_600 },
  bank: { kind: "bank", reserve: 604_800, increment: 43_200, cap: 604_800 },
});

/** @param {App} app @param {URLSearchParams} query @returns {import("../router.js").Page} */
export function offerPage(app, query) {
  const first = () => app.catalogue.find((entry) => entry.game === query.get("game")) ?? app.catalogue[0];
  const state = {
    game: first()?.game ?? "",
    seats: 0,
    title: "",
    visibility: "public",
    start: "when_full",
    clock: /** @type {keyof typeof CLOCKS} */ ("none"),
    absence: "fallback",
    /** @type {Record<string, unknown>} */
    options: {},
    error: "",
    busy: false,
  };
  const set = (/** @type {Partial<typeof state>} */ change) => {
    Object.assign(state, change);
    app.redraw();
  };
  /** @param {SubmitEvent} event */
  const offer = async (event) => {
    event.preventDefault();
    const entry = app.catalogue.find((it) => it.game === state.game);
    if (!entry) return;
    set({ busy: true, error: "" });
    try {
      const { id } = await app.api.post("/v1/games", { body: bodyOf(state, entry) });
      location.hash = `#/games/${id}`;
    } catch (error) {
      set({ error: flaws(error) });
    }
    set({ busy: false });
  };
  const view = () => (app.me ? form(app, state, set, offer) : empty(t("offer.sign_in"), html`<a class="button primary" href="#/sign-in?to=/offer">${t("nav.sign_in")}</a>`));
  return { title: () => t("nav.offer"), view };
}

/** @param {any} state @param {CatalogueEntry} entry @returns {any} */
function bodyOf(state, entry) {
  const { title, visibility, start, absence, options } = state;
  const clock = CLOCKS[/** @type {keyof typeof CLOCKS} */ (state.clock)];
  const seats = state.seats || entry.seats.min;
  return { game: entry.game, seats, options, visibility, start, clock, absence, ...(title.trim() && { title: title.trim() }) };
}

/** @param {unknown} error */
function flaws(error) {
  const listed = error instanceof Refused ? (error.problem.errors ?? []) : [];
  return [said(error), ...listed.map(({ pointer, detail }) => `${pointer ?? ""} ${detail}`)].join(" · ");
}

/** @param {App} app @param {any} state @param {(change: any) => void} set @param {(event: SubmitEvent) => void} offer */
function form(app, state, set, offer) {
  const entry = app.catalogue.find((it) => it.game === state.game);
  if (!entry) return empty(t("connection.lost"));
  const { min, max } = entry.seats;
  const counts = Array.from({ length: max - min + 1 }, (_, at) => /** @type {[string, string]} */ ([String(min + at), t("seats.count", { count: min + at })]));
  const choices = (/** @type {string} */ kind, /** @type {string[]} */ values) => values.map((it) => /** @type {[string, string]} */ ([it, t(`${kind}.${it}`)]));
  const clocks = /** @type {(keyof typeof CLOCKS)[]} */ (Object.keys(CLOCKS)).map((name) => /** @type {[string, string]} */ ([name, clockText(CLOCKS[name])]));
  const typed = (/** @type {Event & {currentTarget: HTMLInputElement}} */ event) => set({ title: event.currentTarget.value });
  return html`<section class="narrow"><h1>${t("nav.offer")}</h1>
    <form class="card form" @submit=${offer}>
      <fieldset class="games"><legend>${t("tables.game")}</legend>
        ${app.catalogue.map(({ game, title, designer }) => html`<label class="pick"><input type="radio" name="game" value=${game} .checked=${game === state.game} @change=${() => set({ game, options: {}, seats: 0 })}>
          <span class="mark ${game}" aria-hidden="true"></span><span><strong>${title}</strong><small>${designer}</small></span></label>`)}</fieldset>
      ${select("seats", t("offer.seats"), counts, String(state.seats || min), (seats) => set({ seats: Number(seats) }))}
      ${field(t("offer.title"), html`<input name="title" maxlength="80" .value=${state.title} @input=${typed}>`, t("offer.title_hint"))}
      ${select("visibility", t("offer.visibility"), choices("visibility", ["public", "private"]), state.visibility, (visibility) => set({ visibility }))}
      ${select("start", t("offer.start"), choices("start", ["when_full", "by_owner"]), state.start, (start) => set({ start }))}
      ${select("clock", t("offer.clock"), clocks, state.clock, (clock) => set({ clock }))}
      ${state.clock === "none" ? nothing : select("absence", t("offer.absence"), choices("absence", ["fallback", "bot", "forfeit", "cancel"]), state.absence, (absence) => set({ absence }))}
      <details><summary>${t("offer.options")}</summary>${optionFields(entry, state.options, (options) => set({ options }))}</details>
      ${state.error ? html`<p class="error" role="alert">${state.error}</p>` : nothing}
      <button class="primary" ?disabled=${state.busy}>${t("offer.submit")}</button>
    </form></section>`;
}
