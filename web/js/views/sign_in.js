// Registering, or signing in with a token that one has.

import { said } from "../app.js";
import { t } from "../i18n/index.js";
import { html, nothing } from "../vendor.js";
import { copyButton, field } from "./parts.js";

/** @typedef {import("../app.js").App} App */

/** Where one wanted to go before signing in. @param {URLSearchParams} query */
const onward = (query) => (query.get("to")?.startsWith("/") ? `#${query.get("to")}` : "#/");

/** @param {App} app @param {URLSearchParams} query @returns {import("../router.js").Page} */
export function signInPage(app, query) {
  /** @type {{token: string | null, name: string, error: string, where: "register" | "token", busy: boolean}} */
  const state = { token: null, name: "", error: "", where: "register", busy: false };

  /** @param {"register" | "token"} where @param {() => Promise<void>} work */
  const run = async (where, work) => {
    Object.assign(state, { error: "", where, busy: true });
    app.redraw();
    try {
      await work();
    } catch (error) {
      state.error = said(error);
    }
    state.busy = false;
    app.redraw();
  };
  /** @param {SubmitEvent} event */
  const register = (event) => {
    event.preventDefault();
    const name = valueOf(event, "name");
    run("register", async () => {
      const { player, token } = await app.api.post("/v1/players", { body: { name } });
      await app.signIn(token);
      Object.assign(state, { token, name: player.name });
    });
  };
  /** @param {SubmitEvent} event */
  const enter = (event) => {
    event.preventDefault();
    const token = valueOf(event, "token").trim();
    run("token", async () => {
      await app.signIn(token);
      location.hash = onward(query);
    });
  };
  const view = () => (state.token ? newToken(app, state.token, state.name, onward(query)) : forms(state, register, enter));
  return { title: () => t("signin.title"), view };
}

/** @param {SubmitEvent} event @param {string} name */
export function valueOf(event, name) {
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  return String(new FormData(form).get(name) ?? "");
}

/**
 * @param {{error: string, where: string, busy: boolean}} state
 * @param {(event: SubmitEvent) => void} register
 * @param {(event: SubmitEvent) => void} enter
 */
function forms(state, register, enter) {
  const error = (/** @type {string} */ where) =>
    state.error && state.where === where ? html`<p class="error" role="alert">${state.error}</p>` : nothing;
  return html`<section class="narrow">
    <h1>${t("signin.title")}</h1>
    <form class="card form" @submit=${register}>
      <h2>${t("signin.new")}</h2>
      <p>${t("signin.new_text")}</p>
      ${field(t("signin.name"), html`<input name="name" required maxlength="200" autocomplete="nickname">`)}
      ${error("register")}
      <button class="primary" ?disabled=${state.busy}>${t("signin.register")}</button>
    </form>
    <form class="card form" @submit=${enter}>
      <h2>${t("signin.known")}</h2>
      ${field(t("signin.token"), html`<input name="token" type="password" required autocomplete="current-password" spellcheck="false">`, t("signin.token_hint"))}
      ${error("token")}
      <button ?disabled=${state.busy}>${t("signin.enter")}</button>
      <p><a href="#/recovery">${t("signin.lost")}</a></p>
    </form>
  </section>`;
}

/** The token, this once. @param {App} app @param {string} token @param {string} name @param {string} onward */
export const newToken = (app, token, name, onward) => html`<section class="narrow">
  <h1>${t("token.title")}</h1>
  <div class="card form">
    <p>${t("token.welcome_before")} <strong><bdi>${name}</bdi></strong>. ${t("token.welcome")}</p>
    <p class="warning">${t("token.once")}</p>
    ${tokenView(app, token, name)}
    <p><a href=${onward}>${t("token.onward")} →</a></p>
  </div>
</section>`;

/** A token with the ways to keep it. @param {App} app @param {string} token @param {string} name */
export function tokenView(app, token, name) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${location.origin}\n${name}\n${token}\n`)}`;
  return html`<code class="token" tabindex="0" data-test="token">${token}</code>
    <p class="row">${copyButton(app, token)}
      <a class="button" href=${file} download="placa-token.txt">${t("token.download")}</a></p>`;
}
