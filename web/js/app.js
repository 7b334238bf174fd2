// The client as a whole: who is signed in, where one is, what is shown, and what there is to say about it.

import { Client, Refused, Unreachable } from "./api/client.js";
import { Stream } from "./api/stream.js";
import { language, t } from "./i18n/index.js";
import { pageOf } from "./router.js";
import { storedToken, storeToken } from "./state/session.js";
import { render } from "./vendor.js";
import { shell } from "./views/shell.js";

/** @typedef {import("./api/types.js").CatalogueEntry} CatalogueEntry */
/** @typedef {import("./api/types.js").Me} Me */
/** @typedef {import("./router.js").Page} Page */
/** @typedef {{id: number, text: string, tone: "good" | "bad"}} Toast */

/** How long a short message stays, in milliseconds. */
const TOAST = 8_000;
/** How often it is seen whether the service is back, in milliseconds. */
const LOOK = 5_000;
/** How often what is said of times is said anew, in milliseconds. */
const TICK = 30_000;

export class App {
  /** @type {Me | null} */
  me = null;
  /** @type {CatalogueEntry[]} */
  catalogue = [];
  /** @type {Page | null} */
  page = null;
  /** @type {Toast[]} */
  toasts = [];
  /** How many games wait for me. */
  waiting = 0;
  online = true;
  /** What a screen reader is told. */
  spoken = "";
  /** @type {Stream | null} */
  #feed = null;
  #drawing = false;
  #toast = 0;
  /** What had the focus last, and all that it lies in. @type {Element[]} */
  #focused = [];

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.api = this.#client(storedToken());
  }

  async start() {
    window.addEventListener("hashchange", () => this.go());
    window.addEventListener("online", () => this.#reach(true));
    window.addEventListener("offline", () => this.#reach(false));
    document.addEventListener("visibilitychange", () => document.hidden || this.#countWaiting());
    this.root.addEventListener("focusin", (event) => {
      this.#focused = event.composedPath().filter((it) => it instanceof Element);
    });
    setInterval(() => this.redraw(), TICK);
    await this.#begin();
    this.go();
  }

  /** Reads what every page needs. */
  async #begin() {
    await this.attempt(async () => {
      this.catalogue = (await this.api.get("/v1/catalogue")).items;
    });
    if (this.api.token) await this.attempt(() => this.#enter());
  }

  /**
   * Signs in with a token.
   * @param {string} token
   */
  async signIn(token) {
    const api = this.#client(token);
    await api.get("/v1/me");
    storeToken(token);
    this.api = api;
    await this.#enter();
  }

  signOut() {
    storeToken(null);
    this.#feed?.close();
    this.#feed = null;
    this.me = null;
    this.waiting = 0;
    this.api = this.#client(null);
  }

  /** Shows the page that the address names. */
  go() {
    this.page?.leave?.();
    this.page = pageOf(this, location.hash);
    this.page.enter?.();
    this.toasts = [];
    this.redraw();
    // A new page begins at its top, for the eyes and for the keyboard.
    window.scrollTo(0, 0);
    requestAnimationFrame(() => document.querySelector("main")?.focus({ preventScroll: true }));
  }

  /** Draws soon; any number of calls draw once. */
  redraw() {
    if (this.#drawing) return;
    this.#drawing = true;
    queueMicrotask(() => {
      this.#drawing = false;
      this.#draw();
    });
  }

  #draw() {
    document.documentElement.lang = language();
    const name = this.page ? `${this.page.title()} – Plaça` : "Plaça";
    document.title = this.waiting ? `(${this.waiting}) ${name}` : name;
    render(shell(this), this.root);
    this.page?.drawn?.();
    this.#keepFocus();
  }

  /** What had the focus and is gone or dead leaves it to what it was part of: the keyboard does not begin anew at the top. */
  #keepFocus() {
    const [last, ...around] = this.#focused;
    const lost = document.activeElement === document.body || document.activeElement === last;
    if (!last || !lost || (last.isConnected && !last.matches(":disabled"))) return;
    const held = around.find((element) => element.isConnected && element.hasAttribute("tabindex"));
    if (held instanceof HTMLElement) held.focus({ preventScroll: true });
  }

  /**
   * Does something that may be refused; whatever goes wrong is told.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T | undefined>}
   */
  async attempt(work) {
    try {
      return await work();
    } catch (error) {
      this.tell(said(error), "bad");
      return undefined;
    } finally {
      this.redraw();
    }
  }

  /**
   * Says something for a while, to the eyes and to screen readers.
   * @param {string} text
   * @param {"good" | "bad"} [tone]
   */
  tell(text, tone = "good") {
    const toast = { id: ++this.#toast, text, tone };
    this.toasts = [...this.toasts.filter((other) => other.text !== text), toast];
    this.redraw();
    setTimeout(() => this.untell(toast), TOAST);
  }

  /** @param {Toast} toast */
  untell(toast) {
    this.toasts = this.toasts.filter((other) => other.id !== toast.id);
    this.redraw();
  }

  /**
   * Says something to screen readers only.
   * @param {string} text
   */
  speak(text) {
    this.spoken = text;
    this.redraw();
  }

  /** @param {string | null} token */
  #client(token) {
    const api = new Client(token);
    api.onReach = (reachable) => this.#reach(reachable);
    api.onSignedOut = () => {
      if (api !== this.api) return;
      this.signOut();
      this.tell(t("session.ended"), "bad");
    };
    return api;
  }

  async #enter() {
    this.me = await this.api.get("/v1/me");
    this.#feed?.close();
    this.#feed = new Stream(this.api, "/v1/me/events", (item) => {
      this.#countWaiting();
      this.page?.news?.(item);
    });
    await this.#countWaiting();
  }

  async #countWaiting() {
    if (!this.me) return;
    const before = this.waiting;
    const turns = await this.api.get("/v1/me/turns", { query: { limit: 100 } }).catch(() => null);
    if (!turns) return;
    this.waiting = turns.items.length;
    if (this.waiting > before) this.speak(t("waiting.for_you", { count: this.waiting }));
    this.redraw();
  }

  /** @param {boolean} reachable */
  #reach(reachable) {
    if (this.online === reachable) return;
    this.online = reachable;
    this.speak(t(reachable ? "connection.back" : "connection.lost"));
    if (reachable) this.#goOn();
    else this.#look();
    this.redraw();
  }

  /** After a break: whatever could not be read is read now. */
  async #goOn() {
    if (!this.catalogue.length || (this.api.token && !this.me)) await this.#begin();
    this.page?.enter?.();
  }

  /** Looks from time to time whether the service is back. */
  #look() {
    setTimeout(async () => {
      if (this.online) return;
      await this.api.get("/healthz").catch(() => null);
      if (!this.online) this.#look();
    }, LOOK);
  }
}

/**
 * What went wrong, in words for a person.
 * @param {unknown} error
 * @returns {string}
 */
export function said(error) {
  if (error instanceof Unreachable) return t("connection.lost");
  if (!(error instanceof Refused)) return String(error);
  const { problem } = error;
  const known = t.maybe(`problem.${problem.code}`);
  const flaws = (problem.errors ?? []).map((flaw) => flaw.detail).join("; ");
  return known ?? [problem.detail, flaws].filter(Boolean).join(": ");
}
