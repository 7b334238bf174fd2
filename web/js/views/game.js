// A table: before, during and after the game.

import { Refused } from "../api/client.js";
import { Stream } from "../api/stream.js";
import { said } from "../app.js";
import { Turn } from "../game/turn.js";
import { t } from "../i18n/index.js";
import { html, nothing } from "../vendor.js";
import { board, Board } from "./game/board.js";
import { lobbyView } from "./game/lobby.js";
import { outcomeView } from "./game/outcome.js";
import { seatsView } from "./game/seats.js";
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
  /** @type {Stream | null} */
  stream = null;
  left = false;

  /** @param {App} app @param {string} id @param {URLSearchParams} query */
  constructor(app, id, query) {
    this.app = app;
    this.id = id;
    this.invite = query.get("invite");
    this.board = new Board(app, id);
    this.turn = new Turn(app, id, (game) => this.show(game), () => this.load());
  }

  /** Reads the game anew, and what is legal if it is one's turn. */
  async load() {
    try {
      const game = await this.app.api.get("/v1/games/{id}", { path: { id: this.id } });
      if (this.left) return;
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
    const before = this.game;
    this.game = game;
    if (before && before.revision !== game.revision && isMine(game) && !isMine(before)) this.app.speak(t("waiting.yours"));
    await Promise.all([this.turn.follow(game), this.board.follow(game)]);
    this.app.redraw();
  }

  enter() {
    this.load();
    this.stream ??= new Stream(this.app.api, `/v1/games/${encodeURIComponent(this.id)}/events`, {
      news: () => this.load(),
      state: () => {},
    });
  }

  leave() {
    this.left = true;
    this.stream?.close();
  }
}

/** @param {Game} game */
const isMine = (game) => game.you !== null && game.awaiting.includes(game.you);

/** @param {App} app @param {URLSearchParams} query @param {string} id @returns {import("../router.js").Page} */
export function gamePage(app, query, id) {
  const state = new GameState(app, id, query);
  return {
    title: () => (state.game ? titleOf(state.game) : t("game.title")),
    enter: () => state.enter(),
    leave: () => state.leave(),
    view: () => page(state),
    drawn: () => state.board.mark(state.turn.parts(), state.turn.chosen()),
  };
}

/** @param {GameState} state */
function page(state) {
  const { game } = state;
  if (state.missing) return html`<section class="narrow"><h1>${t("game.title")}</h1>${empty(state.missing, html`<a class="button" href="#/tables">${t("nav.tables")}</a>`)}</section>`;
  if (!game) return loading();
  return html`<section class="game">
    <header class="head"><h1><bdi>${titleOf(game)}</bdi></h1> ${statusChip(game.status)}
      ${game.status === "suspended" && game.suspended_reason ? html`<p class="warning">${t("game.suspended")}</p>` : nothing}</header>
    <div class="middle">
      ${game.status === "open" ? lobbyView(state, game) : html`${outcomeView(game)}${board(state)}`}
    </div>
    <aside class="side">
      ${game.status === "running" ? turnView(state, game) : nothing}
      ${seatsView(state, game)}
    </aside>
  </section>`;
}
