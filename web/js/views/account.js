// One's own account: name, tokens, holidays, leaving.

import { away, t, when } from "../i18n/index.js";
import { html, nothing } from "../vendor.js";
import { empty, field } from "./parts.js";
import { valueOf } from "./sign_in.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../api/types.js").Schemas} Schemas */

class Account {
  /** @type {Schemas["TokenInfo"][]} */
  tokens = [];
  /** @type {Schemas["Holidays"] | null} */
  holidays = null;
  sure = false;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  load() {
    const { api } = this.app;
    if (!this.app.me) return;
    this.app.attempt(async () => {
      this.holidays = await api.get("/v1/me/holidays");
      if (this.app.me?.scopes.includes("manage")) this.tokens = (await api.get("/v1/me/tokens")).items;
    });
  }

  /** @param {SubmitEvent} event */
  rename(event) {
    event.preventDefault();
    const name = valueOf(event, "name");
    this.app.attempt(async () => {
      this.app.me = await this.app.api.patch("/v1/me", { body: { name } });
      this.app.tell(t("account.renamed"));
    });
  }

  /** @param {string} token */
  revoke(token) {
    this.app.attempt(async () => {
      await this.app.api.delete("/v1/me/tokens/{token}", { path: { token } });
      this.tokens = this.tokens.filter((it) => it.id !== token);
    });
  }

  /** @param {SubmitEvent} event */
  goOnHoliday(event) {
    event.preventDefault();
    // A holiday lasts until the end of the day that was chosen, where the person is.
    const until = new Date(`${valueOf(event, "until")}T23:59:59`).toISOString();
    this.app.attempt(async () => {
      this.holidays = await this.app.api.post("/v1/me/holidays", { body: { until } });
    });
  }

  endHoliday() {
    this.app.attempt(async () => {
      await this.app.api.delete("/v1/me/holidays");
      this.holidays = await this.app.api.get("/v1/me/holidays");
    });
  }

  out() {
    this.app.signOut();
    location.hash = "#/";
    this.app.redraw();
  }

  remove() {
    this.app.attempt(async () => {
      await this.app.api.delete("/v1/me");
      this.out();
    });
  }
}

/** @param {App} app @returns {import("../router.js").Page} */
export function accountPage(app) {
  const account = new Account(app);
  const view = () => {
    if (!app.me) return empty(t("account.nobody"), html`<a class="button primary" href="#/sign-in">${t("nav.sign_in")}</a>`);
    return html`<section class="narrow"><h1>${t("nav.account")}</h1>
      ${nameView(account, app.me)} ${holidayView(account)} ${tokensView(account)} ${leaveView(account)}</section>`;
  };
  return { title: () => t("nav.account"), enter: () => account.load(), view };
}

/** @param {Account} account @param {Schemas["Me"]} me */
const nameView = (account, me) => html`<form class="card form" @submit=${(/** @type {SubmitEvent} */ event) => account.rename(event)}>
  ${field(t("signin.name"), html`<input name="name" required maxlength="200" autocomplete="nickname" .value=${me.name}>`, t("account.since", { when: when(me.created_at) }))}
  <button>${t("account.rename")}</button></form>`;

/** @param {Account} account */
function holidayView(account) {
  const { holidays } = account;
  if (!holidays) return nothing;
  const { holiday, budget_days: days } = holidays;
  const left = Math.floor(holidays.left_seconds / 86_400);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  return html`<section class="card form"><h2>${t("holiday.title")}</h2><p>${t("holiday.text")} ${t("holiday.left", { left, days })}.</p>
    ${holiday
      ? html`<p class="warning">${t("holiday.now", { from: when(holiday.from), until: when(holiday.until) })}</p><p><button type="button" @click=${() => account.endHoliday()}>${t("holiday.end")}</button></p>`
      : html`<form class="form" @submit=${(/** @type {SubmitEvent} */ event) => account.goOnHoliday(event)}>${field(t("holiday.until"), html`<input type="date" name="until" required min=${tomorrow}>`)}<button>${t("holiday.go")}</button></form>`}
  </section>`;
}

/** @param {Account} account */
function tokensView(account) {
  if (!account.tokens.length) return nothing;
  const line = (/** @type {Schemas["TokenInfo"]} */ token) => html`<li><bdi>${token.label}</bdi> <span class="chip">${token.scopes.join(", ")}</span>
    <small>${token.last_used_at ? t("tokens.used", { when: away(token.last_used_at) }) : t("tokens.unused")}</small>
    <button type="button" class="quiet small" aria-label=${`${t("tokens.revoke")}: ${token.label}`} @click=${() => account.revoke(token.id)}>${t("tokens.revoke")}</button></li>`;
  return html`<section class="card form"><h2>${t("tokens.title")}</h2><p>${t("tokens.text")}</p><ul class="players">${account.tokens.map(line)}</ul></section>`;
}

/** @param {Account} account */
function leaveView(account) {
  const ask = (/** @type {boolean} */ sure) => () => {
    account.sure = sure;
    account.app.redraw();
  };
  return html`<section class="card form"><p>${t("account.out_text")}</p>
    <p class="row"><button type="button" @click=${() => account.out()}>${t("account.out")}</button>
      ${account.sure ? nothing : html`<button type="button" class="quiet" @click=${ask(true)}>${t("account.delete")}</button>`}</p>
    ${account.sure ? html`<div class="sure"><p>${t("account.delete_text")}</p><p class="row"><button type="button" class="primary" @click=${() => account.remove()}>${t("manage.sure")}</button><button type="button" @click=${ask(false)}>${t("common.cancel")}</button></p></div>` : nothing}
  </section>`;
}
