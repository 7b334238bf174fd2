// One's own turn: what is legal, what is chosen of it, what the service says of that, and playing it.

import { Refused } from "../api/client.js";
import { said } from "../app.js";
import { rulesOf, tableOf } from "../games/index.js";
import { language, t } from "../i18n/index.js";
import { Composer } from "./composer.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../api/types.js").Action} Action */
/** @typedef {import("../api/types.js").Game} Game */
/** @typedef {import("../games/index.js").Builder} Builder */
/** @typedef {import("../games/index.js").Table} Table */
/** @typedef {{legal: boolean, text: string} | null} Verdict */

/** How long one goes on building before the service is asked, in milliseconds. */
const PAUSE = 250;

export class Turn {
  /** @type {Game | null} */
  game = null;
  /** @type {Composer<Action> | null} */
  composer = null;
  /** @type {Composer<Action> | null} Answers that may be left for later. */
  standing = null;
  /** @type {Builder | null} */
  builder = null;
  /** @type {Verdict} */
  verdict = null;
  busy = false;
  /** Kept while the same actions are tried again after a lost connection, so that they are taken once. @type {{key: string, body: string} | null} */
  #attempt = null;
  #asked = 0;
  /** The language that the choices are put in. */
  #language = language();

  /**
   * @param {App} app
   * @param {string} id
   * @param {(game: Game) => Promise<void>} show
   * @param {() => Promise<void>} reload
   */
  constructor(app, id, show, reload) {
    this.app = app;
    this.id = id;
    this.show = show;
    this.reload = reload;
  }

  /** Reads what is legal in this revision. @param {Game} game */
  async follow(game) {
    const known = this.game?.revision === game.revision && this.game.status === game.status && this.composer !== null && this.#language === language();
    const answered = JSON.stringify(this.game?.awaiting) === JSON.stringify(game.awaiting);
    this.game = game;
    this.#language = language();
    if (known && answered) return;
    this.#forget();
    if (game.you === null || game.status !== "running") return;
    const legal = await this.app.api.get("/v1/games/{id}/legal-actions", { path: { id: this.id } });
    // Meanwhile the game may have gone on.
    if (this.game !== game) return;
    this.composer = this.#composer(legal.actions);
    // Taking an answer back is no answer by itself.
    const answers = legal.standing.some(({ type }) => type !== "ask_again");
    this.standing = answers ? this.#composer(legal.standing) : null;
    this.chosenMore();
  }

  /** @param {Action[]} actions */
  #composer(actions) {
    const table = this.table;
    const { atoms } = rulesOf(this.game?.game ?? "");
    return new Composer(actions.map((action) => ({ action, atoms: atoms(action, table) })));
  }

  #forget() {
    Object.assign(this, { composer: null, standing: null, builder: null, verdict: null });
  }

  /** The game as its actions are put into words. @returns {Table} */
  get table() {
    return tableOf(this.game);
  }

  /** The action that is chosen, once it is whole. @returns {Action | null} */
  get action() {
    if (this.builder) return this.builder.action();
    return this.composer?.done?.action ?? null;
  }

  /** @param {import("./composer.js").Atom} atom */
  choose(atom) {
    this.composer?.choose(atom);
    this.chosenMore();
  }

  /** @param {string} part */
  choosePart(part) {
    if (this.builder) this.builder.choosePart(part);
    else this.composer?.choosePart(part);
    this.chosenMore();
  }

  back() {
    this.builder = null;
    this.composer?.back();
    this.chosenMore();
  }

  clear() {
    this.builder = null;
    this.composer?.clear();
    this.chosenMore();
  }

  /** After every choice: what comes next, and what the service says of it. */
  chosenMore() {
    const done = this.composer?.done;
    if (done && !this.builder) this.builder = rulesOf(this.game?.game ?? "").builder(done.action, this.table);
    this.verdict = null;
    if (this.builder) this.#check();
    this.app.redraw();
  }

  async #check() {
    const asked = ++this.#asked;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const { action } = this;
    if (asked !== this.#asked || !action) return;
    /** @type {Verdict} */
    let verdict;
    try {
      await this.app.api.post("/v1/games/{id}/actions/check", { path: { id: this.id }, body: this.#body(action) });
      verdict = { legal: true, text: t("builder.legal") };
    } catch (error) {
      // The table has moved on, and the page is about to.
      if (isStale(error)) return;
      verdict = { legal: false, text: ruled(error) };
    }
    if (asked === this.#asked) this.verdict = verdict;
    this.app.redraw();
  }

  /** @param {Action} action @returns {any} */
  #body(action) {
    return { game: this.game?.game, revision: this.game?.revision, actions: [action] };
  }

  /** The parts of the picture that can be chosen, and what each stands for. @returns {Map<string, string>} */
  parts() {
    if (this.busy) return new Map();
    return this.builder?.parts() ?? this.composer?.parts ?? new Map();
  }

  /** @returns {Set<string>} */
  chosen() {
    return new Set([...(this.composer?.chosen ?? []), ...(this.builder?.chosen() ?? [])]);
  }

  /** Takes an action: the one that is chosen, or one that needs no choice. @param {Action | null} [action] */
  async play(action = this.action) {
    if (!action || this.busy) return;
    const body = this.#body(action);
    await this.#change(body, (key) => this.app.api.post("/v1/games/{id}/actions", { path: { id: this.id }, body, key }));
  }

  /** Leaves an answer for later. @param {Action} action */
  async answer(action) {
    await this.play(action);
    if (!this.verdict) this.app.tell(t("turn.answered"));
  }

  /** Takes back what was done last. */
  async undo() {
    const revision = this.game?.revision ?? 0;
    const body = { revision, to: revision - 1 };
    await this.#change(body, (key) => this.app.api.post("/v1/games/{id}/undo", { path: { id: this.id }, body, key }));
  }

  /** @param {unknown} body @param {(key: string) => Promise<{game: Game}>} send */
  async #change(body, send) {
    const written = JSON.stringify(body);
    if (this.#attempt?.body !== written) this.#attempt = { key: crypto.randomUUID(), body: written };
    this.busy = true;
    this.app.redraw();
    try {
      const { game } = await send(this.#attempt.key);
      this.#attempt = null;
      this.#forget();
      await this.show(game);
    } catch (error) {
      await this.#refused(error);
    }
    this.busy = false;
    this.app.redraw();
  }

  /** @param {unknown} error */
  async #refused(error) {
    if (isStale(error)) {
      this.#forget();
      await this.reload();
      this.app.tell(t("turn.stale"), "bad");
    } else if (error instanceof Refused) {
      this.verdict = { legal: false, text: ruled(error) };
    } else {
      this.app.tell(said(error), "bad");
    }
  }
}

/** Was it asked about a table that stands otherwise by now? @param {unknown} error */
const isStale = (error) => error instanceof Refused && [409, 412].includes(error.problem.status);

/** The rule that is broken, in the chosen language if there is a text for it. @param {unknown} error */
function ruled(error) {
  if (!(error instanceof Refused)) return said(error);
  const { rule, detail } = error.problem;
  return (rule && t.maybe(`rule.${rule}`)) ?? detail;
}
