// All public tables, with filters: to find one to join, or to watch.

import { t } from "../i18n/index.js";
import { html, nothing, repeat } from "../vendor.js";
import { empty, loading, select, tableCard } from "./parts.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../api/types.js").GameSummary} GameSummary */

const SHOWN = /** @type {const} */ (["joinable", "running", "takeover", "finished", "all"]);

/** What the service is asked for what is to be shown. @param {string} shown @returns {{status?: any, open?: boolean}} */
function filter(shown) {
  if (shown === "joinable") return { status: "open", open: true };
  if (shown === "takeover") return { status: "running", open: true };
  return shown === "all" ? {} : { status: shown };
}

/** @param {App} app @param {URLSearchParams} query @returns {import("../router.js").Page} */
export function tablesPage(app, query) {
  const chosen = { game: query.get("game") ?? "", shown: query.get("show") ?? "joinable" };
  /** @type {{games: GameSummary[] | null, next: string | null}} */
  const state = { games: null, next: null };

  const fetched = (/** @type {string | undefined} */ cursor) =>
    app.api.get("/v1/games", { query: { game: chosen.game || undefined, ...filter(chosen.shown), cursor, limit: 30 } });
  const load = () => app.attempt(async () => {
    const { items, next } = await fetched(undefined);
    Object.assign(state, { games: items, next });
  });
  const more = () => app.attempt(async () => {
    const { items, next } = await fetched(state.next ?? undefined);
    state.games?.push(...items);
    state.next = next;
  });
  /** @param {Partial<typeof chosen>} change */
  const choose = (change) => {
    Object.assign(chosen, change);
    const search = new URLSearchParams({ ...(chosen.game && { game: chosen.game }), show: chosen.shown });
    history.replaceState(null, "", `#/tables?${search}`);
    load();
  };
  const view = () => html`<section>
    <h1>${t("nav.tables")}</h1>
    <form class="filters" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
      ${select("game", t("tables.game"), [["", t("tables.all_games")], ...app.catalogue.map(({ game, title }) => /** @type {[string, string]} */ ([game, title]))], chosen.game, (game) => choose({ game }))}
      ${select("show", t("tables.show"), SHOWN.map((it) => [it, t(`tables.${it}`)]), chosen.shown, (shown) => choose({ shown }))}
      <a class="button primary" href="#/offer${chosen.game ? `?game=${chosen.game}` : ""}">${t("nav.offer")}</a>
    </form>
    ${tables(app, state, more)}
  </section>`;
  return { title: () => t("nav.tables"), enter: load, view };
}

/** @param {App} app @param {{games: GameSummary[] | null, next: string | null}} state @param {() => void} more */
function tables(app, { games, next }, more) {
  if (!games) return loading();
  if (!games.length) return empty(t("tables.none"));
  return html`<ul class="cards">${repeat(games, (game) => game.id, (game) => tableCard(app, game))}</ul>
    ${next ? html`<button type="button" @click=${more}>${t("common.more")}</button>` : nothing}`;
}
