// The way back for who has lost the token: a mail to the confirmed address, and a new token for what stands in it.

import { said } from "../app.js";
import { t } from "../i18n/index.js";
import { html, nothing } from "../vendor.js";
import { field } from "./parts.js";
import { newToken, valueOf } from "./sign_in.js";

/** @typedef {import("../app.js").App} App */

/** @param {App} app @returns {import("../router.js").Page} */
export function recoveryPage(app) {
  /** @type {{asked: boolean, token: string | null, error: string, where: string}} */
  const state = { asked: false, token: null, error: "", where: "" };
  /** @param {string} where @param {() => Promise<void>} work */
  const run = async (where, work) => {
    Object.assign(state, { error: "", where });
    try {
      await work();
    } catch (error) {
      state.error = said(error);
    }
    app.redraw();
  };
  /** @param {SubmitEvent} event */
  const ask = (event) => {
    event.preventDefault();
    const email = valueOf(event, "email").trim();
    run("ask", async () => {
      await app.api.post("/v1/recovery", { body: { email } });
      state.asked = true;
    });
  };
  /** @param {SubmitEvent} event */
  const redeem = (event) => {
    event.preventDefault();
    const token = valueOf(event, "token").trim();
    run("redeem", async () => {
      const made = await app.api.post("/v1/recovery/token", { body: { token } });
      await app.signIn(made.token);
      state.token = made.token;
    });
  };
  const view = () => (state.token ? newToken(app, state.token, app.me?.name ?? "", "#/") : forms(state, ask, redeem));
  return { title: () => t("recovery.title"), view };
}

/**
 * @param {{asked: boolean, error: string, where: string}} state
 * @param {(event: SubmitEvent) => void} ask
 * @param {(event: SubmitEvent) => void} redeem
 */
function forms(state, ask, redeem) {
  const error = (/** @type {string} */ where) =>
    state.error && state.where === where ? html`<p class="error" role="alert">${state.error}</p>` : nothing;
  return html`<section class="narrow"><h1>${t("recovery.title")}</h1>
    <form class="card form" @submit=${ask}><p>${t("recovery.text")}</p>
      ${field(t("mail.address"), html`<input name="email" type="email" required maxlength="254" autocomplete="email">`)}
      ${error("ask")}${state.asked ? html`<p class="warning" role="status">${t("recovery.asked")}</p>` : nothing}
      <button class="primary">${t("recovery.ask")}</button></form>
    <form class="card form" @submit=${redeem}>
      ${field(t("recovery.token"), html`<input name="token" required maxlength="64" autocomplete="off" spellcheck="false">`, t("recovery.token_hint"))}
      ${error("redeem")}
      <button>${t("recovery.redeem")}</button></form>
  </section>`;
}
