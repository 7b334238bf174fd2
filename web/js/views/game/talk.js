// Table talk and one's own notes. What is said is text and stays text, whatever it looks like.

import { Refused } from "../../api/client.js";
import { t } from "../../i18n/index.js";
import { html, live, nothing, repeat } from "../../vendor.js";
import { icon } from "../icons.js";
import { timeView } from "../parts.js";

/** @typedef {import("../../app.js").App} App */
/** @typedef {import("../../api/types.js").Game} Game */
/** @typedef {import("../../api/types.js").Message} Message */
/** @typedef {import("../game.js").GameState} GameState */

export class Talk {
  /** @type {Message[]} */
  messages = [];
  /** @type {Set<number>} */
  mutes = new Set();
  draft = "";
  notes = "";
  /** May the caller read along? */
  heard = true;
  #begun = false;
  /** Readings follow one another, so that nothing is taken in twice. */
  #reading = Promise.resolve();

  /** @param {App} app @param {string} id */
  constructor(app, id) {
    this.app = app;
    this.id = id;
  }

  /** @param {Game} game */
  async begin(game) {
    if (this.#begun) return;
    this.#begun = true;
    await this.read();
    if (game.you === null) return;
    const path = { id: this.id };
    const [notes, mutes] = await Promise.all([this.app.api.get("/v1/games/{id}/notes", { path }), this.app.api.get("/v1/games/{id}/mutes", { path })]);
    this.notes = notes.text;
    this.mutes = new Set(mutes.items.map((mute) => mute.seat));
    this.app.redraw();
  }

  /** Reads what is new, once what is being read has come. */
  read() {
    this.#reading = this.#reading.then(() => this.#readOn());
    return this.#reading;
  }

  async #readOn() {
    try {
      for (;;) {
        const query = { after: this.messages.at(-1)?.number ?? 0, limit: 100 };
        const { items } = await this.app.api.get("/v1/games/{id}/messages", { path: { id: this.id }, query });
        this.messages.push(...items);
        if (items.length < query.limit) break;
      }
    } catch (error) {
      if (error instanceof Refused) this.heard = false;
    }
    this.app.redraw();
  }

  async say() {
    const text = this.draft.trim();
    if (!text) return;
    await this.app.api.post("/v1/games/{id}/messages", { path: { id: this.id }, body: { text } });
    this.draft = "";
    await this.read();
  }

  /** @param {number} seat */
  async toggleMute(seat) {
    const path = { id: this.id, seat };
    if (this.mutes.delete(seat)) await this.app.api.delete("/v1/games/{id}/mutes/{seat}", { path });
    else {
      await this.app.api.put("/v1/games/{id}/mutes/{seat}", { path });
      this.mutes.add(seat);
    }
    // What a muted seat has said is left out, or comes back.
    await this.#reading;
    this.messages = [];
    await this.read();
  }

  async keepNotes() {
    await this.app.api.put("/v1/games/{id}/notes", { path: { id: this.id }, body: { text: this.notes } });
    this.app.tell(t("notes.saved"));
  }
}

/** @param {GameState} state @param {Game} game */
export function talkView(state, game) {
  const { talk, app } = state;
  if (!talk.heard) return nothing;
  const line = (/** @type {Message} */ message) => html`<li class=${message.seat === game.you ? "own" : ""}>
    <small><i class="dot ${game.seats[message.seat]?.colour ?? ""}"></i> <bdi>${message.player?.name ?? t("seat.nobody")}</bdi> · ${timeView(message.at)}</small>
    ${message.text === null ? html`<p class="gone">${t("talk.redacted")}</p>` : html`<p dir="auto">${message.text}</p>`}</li>`;
  return html`<section class="card panel" tabindex="-1" aria-labelledby="talk-title"><h2 id="talk-title">${icon("talk")} ${t("talk.title")}</h2>
    ${talk.messages.length
      ? html`<div class="talk" role="log" tabindex="0" aria-labelledby="talk-title"><ol>${repeat(talk.messages, (message) => message.number, line)}</ol></div>`
      : html`<p class="hint">${t("talk.none")}</p>`}
    ${game.you === null ? nothing : sayView(talk, app)}
    ${game.you === null ? nothing : muteView(talk, app, game)}
  </section>`;
}

/** @param {Talk} talk @param {App} app */
function sayView(talk, app) {
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    app.attempt(() => talk.say());
  };
  const typed = (/** @type {Event & {currentTarget: HTMLInputElement}} */ event) => {
    talk.draft = event.currentTarget.value;
  };
  return html`<form class="say" @submit=${send}>
    <input name="text" maxlength="2000" autocomplete="off" dir="auto" aria-label=${t("talk.say")} .value=${live(talk.draft)} @input=${typed}>
    <button class="small">${t("talk.send")}</button></form>`;
}

/** @param {Talk} talk @param {App} app @param {Game} game */
function muteView(talk, app, game) {
  const others = game.seats.filter(({ seat, player }) => player && seat !== game.you);
  const button = (/** @type {import("../../api/types.js").GameSeat} */ { seat, player }) => {
    const muted = talk.mutes.has(seat);
    return html`<button type="button" class="quiet small" aria-pressed=${muted} @click=${() => app.attempt(() => talk.toggleMute(seat))}>${t(muted ? "talk.unmute" : "talk.mute", { name: player?.name ?? "" })}</button>`;
  };
  return talk.messages.length || talk.mutes.size ? html`<p class="row">${others.map(button)}</p>` : nothing;
}

/** @param {GameState} state @param {Game} game */
export function notesView(state, game) {
  if (game.you === null) return nothing;
  const { talk, app } = state;
  const typed = (/** @type {Event & {currentTarget: HTMLTextAreaElement}} */ event) => {
    talk.notes = event.currentTarget.value;
  };
  return html`<details class="card panel"><summary>${t("notes.title")}</summary>
    <textarea name="notes" maxlength="10000" dir="auto" aria-label=${t("notes.title")} .value=${live(talk.notes)} @input=${typed}></textarea>
    <p class="row"><button type="button" class="small" @click=${() => app.attempt(() => talk.keepNotes())}>${t("common.save")}</button><small>${t("notes.hint")}</small></p></details>`;
}
