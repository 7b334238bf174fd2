// An address of mail: told to nobody, for turns that wait and for a way back to the account.

import { t } from "../../i18n/index.js";
import { html, nothing } from "../../vendor.js";
import { field, select } from "../parts.js";
import { valueOf } from "../sign_in.js";

/** @typedef {import("../../app.js").App} App */
/** @typedef {import("../../api/types.js").Schemas} Schemas */

const WHEN = /** @type {const} */ (["off", "at_once", "daily"]);

/** @param {App} app @param {Schemas["Me"]} me */
export function mailView(app, me) {
  const change = (/** @type {Schemas["ChangeMe"]} */ body, /** @type {string} */ done) => app.attempt(async () => {
    app.me = await app.api.patch("/v1/me", { body });
    app.tell(done);
  });
  const keep = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const email = valueOf(event, "email").trim();
    change({ email }, t(email ? "mail.asked" : "mail.gone"));
  };
  const turns = (/** @type {string} */ when) => change({ turn_mail: /** @type {typeof WHEN[number]} */ (when) }, t("common.saved"));
  return html`<section class="card form"><h2>${t("mail.title")}</h2><p>${t("mail.text")}</p>
    <form class="form" @submit=${keep}>
      ${field(t("mail.address"), html`<input name="email" type="email" maxlength="254" autocomplete="email" .value=${me.pending_email ?? me.email ?? ""}>`, t("mail.address_hint"))}
      <button>${t("common.save")}</button></form>
    ${me.pending_email ? html`<p class="warning">${t("mail.pending", { email: me.pending_email })}</p>` : nothing}
    ${me.email ? select("turn_mail", t("mail.turns"), WHEN.map((it) => /** @type {[string, string]} */ ([it, t(`turn_mail.${it}`)])), me.turn_mail, turns) : nothing}
  </section>`;
}
