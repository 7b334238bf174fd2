// Where in the client one is: everything behind the # of the address.

import { accountPage } from "./views/account.js";
import { gamePage } from "./views/game.js";
import { homePage } from "./views/home.js";
import { missingPage } from "./views/missing.js";
import { offerPage } from "./views/offer.js";
import { recoveryPage } from "./views/recovery.js";
import { signInPage } from "./views/sign_in.js";
import { tablesPage } from "./views/tables.js";

/** @typedef {import("./app.js").App} App */

/**
 * A page: what it is called and shows now. It is told when it is left and what happens in one's games.
 * @typedef {{
 *   title: () => string,
 *   view: () => unknown,
 *   enter?: () => void,
 *   leave?: () => void,
 *   news?: (item: import("./api/types.js").FeedItem) => void,
 *   drawn?: () => void,
 * }} Page
 */

/** @type {[RegExp, (app: App, query: URLSearchParams, ...parts: string[]) => Page][]} */
const ROUTES = [
  [/^\/?$/, homePage],
  [/^\/tables$/, tablesPage],
  [/^\/offer$/, offerPage],
  [/^\/account$/, accountPage],
  [/^\/sign-in$/, signInPage],
  [/^\/recovery$/, recoveryPage],
  [/^\/games\/([0-9A-Za-z-]+)$/, gamePage],
];

/**
 * @param {App} app
 * @param {string} hash
 * @returns {Page}
 */
export function pageOf(app, hash) {
  const [path = "", search = ""] = hash.replace(/^#/, "").split("?");
  for (const [pattern, page] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return page(app, new URLSearchParams(search), ...found.slice(1));
  }
  return missingPage(app);
}
