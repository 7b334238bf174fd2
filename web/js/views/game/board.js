// The picture of the table, fetched from the service and put into the page so that its parts can be chosen.

import { theme } from "../../state/settings.js";
import { language, t } from "../../i18n/index.js";
import { html, nothing } from "../../vendor.js";

/** @typedef {import("../../app.js").App} App */
/** @typedef {import("../../api/types.js").Game} Game */
/** @typedef {import("../game.js").GameState} GameState */

/** What a picture may consist of; anything else is left out, though the service draws nothing else. */
const ELEMENTS = new Set(["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "title", "desc"]);
const FORBIDDEN = /^(on|href$|xlink:|style$|id$)/;

export class Board {
  /** @type {SVGElement | null} */
  picture = null;
  /** @type {string} Which picture it is, or will be once it has come. */
  #key = "";
  /** @type {string | null} */
  #focused = null;

  /** @param {App} app @param {string} id */
  constructor(app, id) {
    this.app = app;
    this.id = id;
  }

  /** @param {{revision: number, status: string, you?: number | null}} game @param {number} [revision] */
  async follow(game, revision = game.revision) {
    const key = [revision, game.status, game.you, theme(), language()].join();
    if (game.status === "open" || key === this.#key) return;
    this.#key = key;
    const text = await this.app.api.picture(this.id, { revision, theme: theme(), lang: language() }).catch(() => null);
    // Of pictures that overtake each other the one that was asked for last counts.
    if (this.#key !== key) return;
    if (text === null) {
      this.#key = "";
      return;
    }
    this.#remember();
    this.picture = drawn(text);
  }

  /**
   * Shows which parts can be chosen and which are. A part that had the focus in an older picture has it in this one too.
   * @param {Map<string, string>} parts
   * @param {Set<string>} chosen
   */
  mark(parts, chosen) {
    const { picture } = this;
    if (!picture) return;
    const here = document.activeElement;
    const had = picture.contains(here) ? here : this.#focused && here === document.body ? picture.querySelector(`${this.#focused} > .hit`) : null;
    this.#focused = null;
    for (const old of picture.querySelectorAll(".legal, .chosen")) {
      old.classList.remove("legal", "chosen");
      for (const name of ["role", "tabindex", "aria-label", "lang"]) controlOf(old).removeAttribute(name);
    }
    for (const [part, text] of parts) for (const element of picture.querySelectorAll(part)) offer(element, text);
    for (const part of chosen) for (const element of picture.querySelectorAll(part)) element.classList.add("chosen");
    // What was chosen can't be chosen again: the keyboard goes on where the next choice is.
    if (had instanceof SVGElement && had.matches(".legal > .hit")) had.focus();
    else if (had) focusTurn();
  }

  /** Remembers the part that has the focus, since the picture is about to be replaced. */
  #remember() {
    const focused = document.activeElement?.closest("[data-part]");
    this.#focused = focused && this.picture?.contains(focused) ? `[data-part="${CSS.escape(focused.getAttribute("data-part") ?? "")}"]` : null;
  }
}

const focusTurn = () => /** @type {HTMLElement | null} */ (document.querySelector(".turn"))?.focus({ preventScroll: true });

/**
 * What of a part is the button: the area that covers it. Parts lie within parts, but no button may lie within another.
 * @param {Element} part
 */
const controlOf = (part) => /** @type {SVGElement} */ (part.querySelector(":scope > .hit") ?? part);

/** @param {Element} part @param {string} text */
function offer(part, text) {
  part.classList.add("legal");
  const control = controlOf(part);
  control.setAttribute("role", "button");
  control.setAttribute("tabindex", "0");
  control.setAttribute("aria-label", text);
  control.setAttribute("lang", language());
}

/** @param {string} text @returns {SVGElement | null} */
function drawn(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") return null;
  const picture = /** @type {SVGElement} */ (/** @type {Element} */ (document.importNode(parsed, true)));
  for (const element of [picture, ...picture.querySelectorAll("*")]) {
    if (!ELEMENTS.has(element.localName)) element.remove();
    for (const { name } of [...element.attributes]) if (FORBIDDEN.test(name)) element.removeAttribute(name);
  }
  return picture;
}

/** @param {GameState} state */
export function board(state) {
  const { picture } = state.board;
  if (!picture) return nothing;
  const choose = (/** @type {Event} */ event) => {
    const part = chosenPart(event, state.turn.parts());
    if (!part) return;
    event.preventDefault();
    state.turn.choosePart(part);
  };
  const key = (/** @type {KeyboardEvent} */ event) => (event.key === "Enter" || event.key === " ") && choose(event);
  return html`<div class="board" role="group" aria-label=${t("board.label")} @click=${choose} @keydown=${key}>${picture}</div>`;
}

/**
 * The innermost part under the pointer that can be chosen.
 * @param {Event} event
 * @param {Map<string, string>} parts
 */
function chosenPart(event, parts) {
  let element = event.target instanceof Element ? event.target.closest("[data-part]") : null;
  for (; element; element = element.parentElement?.closest("[data-part]") ?? null) {
    for (const part of parts.keys()) if (element.matches(part)) return part;
  }
  return null;
}
