// One's own account on this browser.

import { t, when } from "../i18n/index.js";
import { html } from "../vendor.js";
import { empty, field } from "./parts.js";
import { valueOf } from "./sign_in.js";

/** @typedef {import("../app.js").App} App */

/** @param {App} app @returns {import("../router.js").Page} */
export function accountPage(app) {
  const out = () => {
    app.signOut();
    location.hash = "#/";
    app.redraw();
  };
  /** @param {SubmitEvent} event */
  const rename = (event) => {
    event.preventDefault();
    const name = valueOf(event, "name");
    app.attempt(async () => {
      app.me = await app.api.patch("/v1/me", { body: { name } });
      app.tell(t("account.renamed"));
    });
  };
  const view = () => {
    if (!app.me) return empty(t("account.nobody"), html`<a class="button primary" href="#/sign-in">${t("nav.sign_in")}</a>`);
    return html`<section class="narrow"><h1>${t("nav.account")}</h1>
      <form class="card form" @submit=${rename}>
        ${field(t("signin.name"), html`<input name="name" required maxlength="200" .value=${app.me.name}>`)}
        <small>${t("account.since", { when: when(app.me.created_at) })}</small>
        <button>${t("account.rename")}</button>
      </form>
      <div class="card form"><p>${t("account.out_text")}</p><button type="button" @click=${out}>${t("account.out")}</button></div>
    </section>`;
  };
  return { title: () => t("nav.account"), view };
}
