// A table: before, during and after the game.

import { Refused } from "../api/client.js";
import { Stream } from "../api/stream.js";
import { said } from "../app.js";
import { Turn } from "../game/turn.js";
import { happened, tableOf } from "../games/index.js";
import { t } from "../i18n/index.js";
import { html, nothing } from "../vendor.js";
import { board, Board } from "./game/board.js";
import { History, historyView, replayView } from "./game/history.js";
import { Invites } from "./game/invites.js";
import { lobbyView, signInLink } from "./game/lobby.js";
import { manageView } from "./game/manage.js";
import { outcomeView } from "./game/outcome.js";
import { seatsView } from "./game/seats.js";
import { notesView, Talk, talkView } from "./game/talk.js";
import { turnView } from "./game/turn.js";
import { empty, loading, statusChip, titleOf } from "./parts.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../api/types.js").Game} Game */

/** All that the page of a table holds. */
export class GameState {
  /** @type {Game | null} */
  game = null;
  /** @type {string | null} Why there is nothing to see. */
  missing = null;
  /** @type {string | null} What the person is asked to be sure of. */
  asking = null;
  /** @type {Stream | null} */
  #stream = null;
  #left = false;

  /** @param {App} app @param {string} id @param {URLSearchParams} query */
  constructor(app, id, query) {
    this.app = app;
    this.id = id;
    this.invite = query.get("invite");
    this.board = new Board(app, id);
    this.history = new History(app, id);
    this.talk = new Talk(app, id);
    this.invites = new Invites(app, id);
    this.turn = new Turn(app, id, (game) => this.show(game), () => this.load());
  }

  /** Reads the game anew, and what is legal if it is one's turn. */
  async load() {
    try {
      const game = await this.app.api.get("/v1/games/{id}", { path: { id: this.id } });
      if (this.#left) return;
      this.missing = null;
      await this.show(game);
    } catch (error) {
      if (error instanceof Refused && error.problem.status === 404) this.missing = t("game.missing");
      else if (this.game) this.app.tell(said(error), "bad");
      else this.missing = said(error);
    }
    this.app.redraw();
  }

  /** @param {Game} game */
  async show(game) {
    // Of two answers that overtook each other the newer one counts.
    if (this.game && game.revision < this.game.revision) return;
    this.game = game;
    const shown = this.history.past ?? game;
    await Promise.all([this.turn.follow(game), this.board.follow(shown), this.history.follow(game), this.talk.begin(game)]);
    this.app.redraw();
  }

  /** Looks at a moment of the past; null is now. @param {number | null} revision */
  look(revision) {
    return this.app.attempt(async () => {
      await this.history.look(revision);
      const shown = this.history.past ?? this.game;
      if (shown) await this.board.follow(shown);
    });
  }

  /**
   * What a button does that changes the table.
   * @param {() => Promise<unknown>} work
   */
  change(work) {
    return async () => {
      await this.app.attempt(work);
      await this.load();
    };
  }

  enter() {
    this.load();
    if (this.game) this.talk.read();
    this.#stream ??= new Stream(this.app.api, `/v1/games/${encodeURIComponent(this.id)}/events`, (item) => this.#news(item));
  }

  /** @param {{game: string, event: any, seat?: number, revision: number}} item */
  async #news(item) {
    const isTalk = item.game === "table" && item.event.type === "said";
    if (isTalk && this.talk.mutes.has(item.seat ?? -1)) return;
    if (isTalk) this.talk.read();
    // One's own action has been answered already.
    const known = isTalk || (item.game !== "table" && item.revision <= (this.game?.revision ?? 0));
    if (!known) await this.load();
    this.#say(item);
  }

  /** What others do is said in the words of the game, which need its view: so only once that is there. @param {{game: string, event: any, seat?: number}} item */
  #say(item) {
    if (item.seat === this.game?.you || (item.game !== "table" && !this.game?.view)) return;
    this.app.speak(happened(item, tableOf(this.game), item.seat));
  }

  leave() {
    this.#left = true;
    this.#stream?.close();
  }
}

/** @param {App} app @param {URLSearchParams} query @param {string} id @returns {import("../router.js").Page} */
export function gamePage(app, query, id) {
  const state = new GameState(app, id, query);
  return {
    title: () => (state.game ? titleOf(state.game) : t("game.title")),
    enter: () => state.enter(),
    leave: () => state.leave(),
    view: () => page(state),
    drawn: () => state.board.mark(state.history.past ? new Map() : state.turn.parts(), state.turn.chosen()),
  };
}

/** @param {GameState} state */
function page(state) {
  const { game } = state;
  if (state.missing && state.invite) return invitedView(state);
  if (state.missing) return html`<section class="narrow"><h1>${t("game.title")}</h1>${empty(state.missing, html`<a class="button" href="#/tables">${t("nav.tables")}</a>`)}</section>`;
  if (!game) return loading();
  return html`<section class="game ${game.status}">
    <header class="head"><h1><bdi>${titleOf(game)}</bdi></h1> ${statusChip(game.status)}
      ${game.status === "suspended" ? html`<p class="warning">${t("game.suspended")}</p>` : nothing}</header>
    <div class="middle">${game.status === "open" ? lobbyView(state, game) : html`${outcomeView(game)}${pictureView(state, game)}`}</div>
    <aside class="side" aria-label=${t("turn.choices")}>
      ${game.status === "running" && !state.history.past ? turnView(state, game) : nothing}
      ${game.status === "open" ? nothing : seatsView(state, state.history.past ?? game)}
    </aside>
    <div class="below">
      ${game.status === "open" ? nothing : historyView(state, game)}
      <div class="column">${talkView(state, game)} ${notesView(state, game)} ${manageView(state, game)}</div>
    </div>
  </section>`;
}

/** @param {GameState} state @param {Game} game */
function pictureView(state, game) {
  const back = () => state.look(null);
  return html`<div class="picture">
    ${state.history.past ? html`<p class="warning row">${t("history.past")} <button type="button" class="small" @click=${back}>${t("history.last")}</button></p>` : nothing}
    ${board(state)} ${replayView(state, game)}</div>`;
}

/** A private table that one is invited to: it shows itself to who sits down. @param {GameState} state */
function invitedView(state) {
  const { app, id, invite } = state;
  const join = state.change(() => app.api.post("/v1/games/{id}/seats", { path: { id }, body: { invite: invite ?? "" } }));
  return html`<section class="narrow"><h1>${t("game.title")}</h1><div class="card form"><p>${t("lobby.invited")}</p>
    <p class="row">${app.me ? html`<button type="button" class="primary" @click=${join}>${t("lobby.join")}</button>` : signInLink()}</p></div></section>`;
}
