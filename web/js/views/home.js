// One's own games, or a welcome for who has none yet.

import { t } from "../i18n/index.js";
import { html, nothing, repeat } from "../vendor.js";
import { deadlineView, empty, loading, tableCard } from "./parts.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../api/types.js").GameSummary} GameSummary */
/** @typedef {import("../api/types.js").WaitingTurn} WaitingTurn */

/** @param {App} app @returns {import("../router.js").Page} */
export function homePage(app) {
  /** @type {{turns: WaitingTurn[] | null, games: GameSummary[], next: string | null}} */
  const state = { turns: null, games: [], next: null };

  const load = () => app.me && app.attempt(async () => {
    const player = app.me?.id;
    const [turns, games] = await Promise.all([
      app.api.get("/v1/me/turns", { query: { limit: 100 } }),
      app.api.get("/v1/games", { query: { player, limit: 50 } }),
    ]);
    Object.assign(state, { turns: turns.items, games: games.items, next: games.next });
  });
  const more = () => app.attempt(async () => {
    const { items, next } = await app.api.get("/v1/games", { query: { player: app.me?.id, cursor: state.next ?? undefined } });
    state.games.push(...items);
    state.next = next;
  });
  return {
    title: () => t(app.me ? "nav.mine" : "nav.home"),
    enter: load,
    news: load,
    view: () => (app.me ? dashboard(app, state, more) : welcome(app)),
  };
}

/**
 * @param {App} app
 * @param {{turns: WaitingTurn[] | null, games: GameSummary[], next: string | null}} state
 * @param {() => void} more
 */
function dashboard(app, state, more) {
  if (!state.turns) return loading();
  const waiting = new Set(state.turns.map((turn) => turn.game.id));
  const others = state.games.filter((game) => !waiting.has(game.id));
  const of = (/** @type {string[]} */ statuses) => others.filter((game) => statuses.includes(game.status));
  return html`<section>
    <h1>${t("nav.mine")}</h1>
    <h2>${t("home.waiting")}</h2>
    ${state.turns.length ? html`<ul class="cards">${repeat(state.turns, (turn) => turn.game.id, (turn) => turnCard(app, turn))}</ul>` : empty(t("home.nothing_waits"))}
    ${group(app, "home.running", of(["running", "suspended"]))}
    ${group(app, "home.open", of(["open"]))}
    ${group(app, "home.ended", of(["finished", "cancelled"]))}
    ${state.next ? html`<button type="button" @click=${more}>${t("common.more")}</button>` : nothing}
    ${state.games.length ? nothing : start()}
  </section>`;
}

/** @param {App} app @param {WaitingTurn} turn */
const turnCard = (app, turn) =>
  tableCard(app, turn.game, html`<small class="asks">${t(`decision.${turn.game.game}.${turn.asks}`)}</small> ${turn.game.deadline === turn.deadline ? nothing : deadlineView(turn.deadline)}`);

/** @param {App} app @param {string} title @param {GameSummary[]} games */
function group(app, title, games) {
  if (!games.length) return nothing;
  return html`<h2>${t(title)}</h2><ul class="cards">${repeat(games, (game) => game.id, (game) => tableCard(app, game))}</ul>`;
}

const start = () => html`<p class="row"><a class="button primary" href="#/offer">${t("nav.offer")}</a> <a class="button" href="#/tables">${t("home.find")}</a></p>`;

/** @param {App} app */
function welcome(app) {
  const entry = (/** @type {import("../api/types.js").CatalogueEntry} */ { game, title, designer, seats }) => html`<li class="card game">
    <span class="mark large ${game}" aria-hidden="true"></span>
    <h2>${title}</h2>
    <p class="by">${designer}</p>
    <p>${t(`about.${game}`)}</p>
    <p class="row"><span class="chip">${t("seats.range", { min: seats.min, max: seats.max })}</span>
      <a class="button small" href="#/tables?game=${game}">${t("nav.tables")}</a></p>
  </li>`;
  return html`<section class="welcome">
    <div class="hero"><h1>${t("welcome.title")}</h1>
      <p>${t("welcome.text")}</p>
      <p class="row"><a class="button primary" href="#/sign-in">${t("welcome.join")}</a> <a class="button" href="#/tables">${t("welcome.look")}</a></p></div>
    <ul class="games">${app.catalogue.map(entry)}</ul>
  </section>`;
}
