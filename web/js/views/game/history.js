// What happened so far, and looking at any moment of it.

import { happened, tableOf } from "../../games/index.js";
import { t, when } from "../../i18n/index.js";
import { html, nothing, repeat } from "../../vendor.js";
import { icon } from "../icons.js";

/** @typedef {import("../../app.js").App} App */
/** @typedef {import("../../api/types.js").Game} Game */
/** @typedef {import("../../api/types.js").HistoryItem} HistoryItem */
/** @typedef {import("../game.js").GameState} GameState */

/** So many revisions are read at once. */
const PORTION = 50;

export class History {
  /** @type {HistoryItem[]} Without gaps, the oldest first. */
  items = [];
  /** @type {Game | null} The game as it was, while one looks at the past. */
  past = null;
  #seat = /** @type {number | null} */ (null);

  /** @param {App} app @param {string} id */
  constructor(app, id) {
    this.app = app;
    this.id = id;
  }

  /** Reads what is new. @param {Game} game */
  async follow(game) {
    if (game.status === "open" || game.revision === 0) return;
    // Who sits down or gets up sees another history.
    if (this.#seat !== game.you) this.items = [];
    this.#seat = game.you;
    let after = this.items.at(-1)?.revision ?? Math.max(0, game.revision - PORTION);
    while (after < game.revision) {
      const items = await this.#read(after, 100);
      if (!items.length) return;
      const last = this.items.at(-1)?.revision ?? 0;
      this.items.push(...items.filter((item) => item.revision > last));
      after = items.at(-1)?.revision ?? game.revision;
    }
  }

  /** Is there more before what was read? */
  get older() {
    return (this.items[0]?.revision ?? 1) > 1;
  }

  async readOlder() {
    const first = this.items[0]?.revision ?? 1;
    const after = Math.max(0, first - 1 - PORTION);
    const items = await this.#read(after, PORTION);
    this.items.unshift(...items.filter((item) => item.revision < first));
  }

  /** Looks at a moment; null is now. @param {number | null} revision */
  async look(revision) {
    this.past = revision === null ? null : await this.app.api.get("/v1/games/{id}", { path: { id: this.id }, query: { revision } });
  }

  /** @param {number} after @param {number} limit @returns {Promise<HistoryItem[]>} */
  async #read(after, limit) {
    return (await this.app.api.get("/v1/games/{id}/actions", { path: { id: this.id }, query: { after, limit } })).items;
  }
}

/** The controls for looking at the past. @param {GameState} state @param {Game} game */
export function replayView(state, game) {
  if (game.revision < 1 || game.status === "open") return nothing;
  const now = state.history.past?.revision ?? game.revision;
  const go = (/** @type {number} */ revision) => () => state.look(revision >= game.revision ? null : Math.max(1, revision));
  const slid = (/** @type {Event & {currentTarget: HTMLInputElement}} */ event) => go(event.currentTarget.valueAsNumber)();
  const button = (/** @type {string} */ name, /** @type {number} */ to, /** @type {boolean} */ dead) =>
    html`<button type="button" class="quiet square" aria-label=${t(`history.${name}`)} title=${t(`history.${name}`)} ?disabled=${dead} @click=${go(to)}>${icon({ first: "first", previous: "back", next: "forward", last: "last" }[name] ?? "")}</button>`;
  return html`<div class="replay ${state.history.past ? "past" : ""}" role="group" aria-label=${t("history.title")}>
    ${button("first", 1, now <= 1)} ${button("previous", now - 1, now <= 1)}
    <input type="range" min="1" max=${game.revision} .value=${String(now)} aria-label=${t("history.slider")} @change=${slid}>
    ${button("next", now + 1, now >= game.revision)} ${button("last", game.revision, now >= game.revision)}
    <output>${t("history.of", { revision: now, last: game.revision })}</output>
  </div>`;
}

/** @param {GameState} state @param {Game} game */
export function historyView(state, game) {
  const { history } = state;
  const table = tableOf(game);
  const line = (/** @type {HistoryItem} */ item) => {
    const texts = item.events.map((event) => happened(event, table, item.seat));
    const kind = item.kind === "action" ? nothing : html`<strong>${t(`kind.${item.kind}`)}${item.kind === "undo" && item.seat !== undefined ? html` (${table.name(item.seat)})` : nothing}</strong>`;
    const here = history.past?.revision === item.revision;
    return html`<li class=${here ? "here" : ""}>
      <button type="button" class="quiet moment" aria-label=${`${t("history.show")}: ${item.revision}`} aria-pressed=${here} title=${when(item.at)} @click=${() => state.look(item.revision === game.revision ? null : item.revision)}>${item.revision}</button>
      <div>${kind}${texts.map((text) => html`<p>${text}</p>`)}</div></li>`;
  };
  return html`<section class="card panel" aria-labelledby="history-title"><h2 id="history-title">${t("history.title")}</h2>
    <ol class="history" reversed tabindex="0" aria-labelledby="history-title">${repeat([...history.items].reverse(), (item) => item.revision, line)}</ol>
    ${history.items.length ? nothing : html`<p class="hint">${t("history.none")}</p>`}
    ${history.older ? html`<button type="button" class="small" @click=${() => state.app.attempt(() => history.readOlder())}>${t("history.older")}</button>` : nothing}
  </section>`;
}
