// What is around every page.

import { LANGUAGES, language, setLanguage, t } from "../i18n/index.js";
import { light, setLight } from "../state/settings.js";
import { html, nothing, repeat } from "../vendor.js";
import { icon } from "./icons.js";

/** @typedef {import("../app.js").App} App */

/** @param {App} app */
export function shell(app) {
  return html`
    <a class="skip" href="#main" @click=${skip}>${t("nav.skip")}</a>
    <header class="top">
      <a class="brand" href="#/">${icon("brand")}<span>Plaça</span></a>
      <nav aria-label=${t("nav.main")}>${links(app)}</nav>
      <div class="tools">${lightChoice(app)} ${languageChoice(app)} ${who(app)}</div>
    </header>
    ${app.online ? nothing : html`<p class="offline" role="status">${icon("offline")} ${t("connection.lost")}</p>`}
    <main id="main" tabindex="-1">${app.page?.view() ?? nothing}</main>
    <footer class="foot">
      <p>${t("foot.unofficial")}</p>
      <p><a href="/docs/">${t("foot.api")}</a></p>
    </footer>
    <div class="toasts" role="status" aria-live="polite">${repeat(app.toasts, (toast) => toast.id, (toast) => toastView(app, toast))}</div>
    <div class="unseen" aria-live="polite" aria-atomic="true">${app.spoken}</div>
  `;
}

/** The skip link leads to the content and not to another page. @param {Event} event */
function skip(event) {
  event.preventDefault();
  document.querySelector("main")?.focus();
}

/** @param {App} app */
function links(app) {
  const here = location.hash.split("?")[0] || "#/";
  const link = (/** @type {string} */ to, /** @type {unknown} */ text) =>
    html`<a href=${to} aria-current=${here === to ? "page" : nothing}>${text}</a>`;
  const count = app.waiting ? html` <span class="count" title=${t("waiting.for_you", { count: app.waiting })}>${app.waiting}</span>` : nothing;
  return html`
    ${app.me ? link("#/", html`${t("nav.mine")}${count}`) : link("#/", t("nav.home"))}
    ${link("#/tables", t("nav.tables"))} ${link("#/offer", t("nav.offer"))}
  `;
}

/** @param {App} app */
function who(app) {
  if (!app.me) return html`<a class="button small" href="#/sign-in">${t("nav.sign_in")}</a>`;
  return html`<a class="who" href="#/account" title=${t("nav.account")}>${icon("person")}<bdi>${app.me.name}</bdi></a>`;
}

/** @param {App} app */
function languageChoice(app) {
  const choose = (/** @type {Event & {currentTarget: HTMLSelectElement}} */ event) => {
    setLanguage(/** @type {import("../i18n/index.js").Language} */ (event.currentTarget.value));
    // Pictures and choices are asked for anew.
    app.page?.enter?.();
    app.redraw();
  };
  const option = (/** @type {[string, {name: string}]} */ [tag, { name }]) =>
    html`<option value=${tag} lang=${tag} ?selected=${tag === language()}>${name}</option>`;
  return html`<select class="quiet" aria-label=${t("nav.language")} @change=${choose}>${Object.entries(LANGUAGES).map(option)}</select>`;
}

/** @param {App} app */
function lightChoice(app) {
  const order = /** @type {const} */ (["auto", "light", "dark"]);
  const now = light();
  const turn = () => {
    setLight(order[(order.indexOf(now) + 1) % order.length] ?? "auto");
    app.page?.enter?.();
    app.redraw();
  };
  const label = `${t("nav.light")}: ${t(`light.${now}`)}`;
  return html`<button class="quiet square" type="button" aria-label=${label} title=${label} @click=${turn}>${icon(`light_${now}`)}</button>`;
}

/** @param {App} app @param {import("../app.js").Toast} toast */
function toastView(app, toast) {
  return html`<div class="toast ${toast.tone}">
    <span>${toast.text}</span>
    <button class="quiet square" type="button" aria-label=${t("common.close")} @click=${() => app.untell(toast)}>${icon("close")}</button>
  </div>`;
}
