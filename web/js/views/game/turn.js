// What one may do, as a list of buttons: everything that can be done on the picture can be done here too.

import { rulesOf, tableOf } from "../../games/index.js";
import { away, t, when } from "../../i18n/index.js";
import { html, nothing } from "../../vendor.js";
import { icon } from "../icons.js";
import { nameOf } from "../parts.js";

/** @typedef {import("../game.js").GameState} GameState */
/** @typedef {import("../../api/types.js").Game} Game */
/** @typedef {import("../../game/turn.js").Turn} Turn */

/** @param {GameState} state @param {Game} game */
export function turnView(state, game) {
  const { turn } = state;
  const mine = game.you !== null && game.awaiting.includes(game.you);
  const until = mine ? game.deadlines.find(({ seat }) => seat === game.you)?.at : undefined;
  const asked = mine ? rulesOf(game.game).asked(tableOf(game)) : null;
  return html`<section class="card panel turn ${mine ? "mine" : ""}" tabindex="-1" aria-labelledby="turn-title">
    <h2 id="turn-title">${mine ? t("waiting.yours") : waitingFor(game)}</h2>
    ${until ? html`<p class="hint">${t("turn.until", { when: when(until), away: away(until) })}</p>` : nothing}
    ${asked ? html`<p>${asked}</p>` : nothing}
    ${game.you === null ? html`<p class="hint">${t("turn.watching")}</p>` : nothing}
    ${mine && turn.composer ? choiceView(turn) : nothing}
    ${turn.standing ? standingView(turn) : nothing}
    ${game.undoable ? html`<button type="button" class="quiet" ?disabled=${turn.busy} @click=${() => turn.undo()}>${icon("undo")} ${t("turn.undo")}</button>` : nothing}
  </section>`;
}

/** @param {Game} game */
function waitingFor(game) {
  const names = game.awaiting.map((seat) => nameOf(game.seats[seat]));
  return html`${t("turn.waiting_for")} ${names.map((name, at) => html`${at ? ", " : ""}<bdi>${name}</bdi>`)}`;
}

/** @param {Turn} turn */
function choiceView(turn) {
  const { composer, builder } = turn;
  if (!composer) return nothing;
  return html`
    ${composer.said.length ? html`<p class="chosen">${composer.said.map((text) => html`<span>${text}</span>`)}</p>` : nothing}
    ${builder ? html`<div class="builder">${builder.view(() => turn.chosenMore())}</div>` : nextView(turn)}
    ${verdictView(turn)}
    ${composer.begun || composer.done ? confirmView(turn) : nothing}
  `;
}

/** @param {Turn} turn */
function nextView(turn) {
  const next = turn.composer?.next;
  if (!next) return nothing;
  return html`<div class="choices" role="group" aria-label=${t("turn.choices")}>
    ${next.atoms.map((atom) => html`<button type="button" class="choice" ?disabled=${turn.busy} @click=${() => turn.choose(atom)}>${atom.text}</button>`)}
  </div>`;
}

/** @param {Turn} turn */
function verdictView({ verdict }) {
  if (!verdict) return nothing;
  return html`<p class="verdict ${verdict.legal ? "good" : "bad"}" role="status">${icon(verdict.legal ? "check" : "close")} ${verdict.text}</p>`;
}

/** @param {Turn} turn */
function confirmView(turn) {
  const ready = turn.action !== null && turn.verdict?.legal !== false && !turn.busy;
  return html`<p class="row confirm">
    <button type="button" class="primary" data-test="play" ?disabled=${!ready} @click=${() => turn.play()}>${t("turn.play")}</button>
    ${turn.composer?.begun ? html`<button type="button" ?disabled=${turn.busy} @click=${() => turn.back()}>${t("common.back")}</button>` : nothing}
  </p>`;
}

/** Answers beforehand, to what others' actions may ask. @param {Turn} turn */
function standingView(turn) {
  const answers = turn.standing?.candidates ?? [];
  const button = (/** @type {typeof answers[0]} */ { action, atoms }) =>
    html`<button type="button" class="choice" ?disabled=${turn.busy} @click=${() => turn.answer(action)}>${atoms.map((atom) => atom.text).join(" ")}</button>`;
  return html`<details class="standing"><summary>${t("turn.standing")}</summary><p class="hint">${t("turn.standing_text")}</p>
    <div class="choices">${answers.map(button)}</div></details>`;
}
