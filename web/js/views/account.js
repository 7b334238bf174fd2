// One's own account: name, tokens, holidays, leaving.

import { t, when } from "../i18n/index.js";
import { html, nothing } from "../vendor.js";
import { mailView } from "./account/mail.js";
import { Tokens, tokensView } from "./account/tokens.js";
import { Webhooks, webhooksView } from "./account/webhooks.js";
import { empty, field, saveFile, sureButton } from "./parts.js";
import { valueOf } from "./sign_in.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../api/types.js").Schemas} Schemas */

class Account {
  /** @type {Schemas["Holidays"] | null} */
  holidays = null;
  /** What is asked once more. @type {string | null} */
  asking = null;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.tokens = new Tokens(app);
    this.webhooks = new Webhooks(app);
  }

  load() {
    const { api } = this.app;
    if (!this.app.me) return;
    this.app.attempt(async () => {
      this.holidays = await api.get("/v1/me/holidays");
      if (!this.app.me?.scopes.includes("manage")) return;
      await Promise.all([this.tokens.read(), this.webhooks.read()]);
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

  /** @param {SubmitEvent} event */
  goOnHoliday(event) {
    event.preventDefault();
    // Days are the person's own: from the beginning of the first, or from now on, until the end of the last.
    const [first, last] = [valueOf(event, "from"), valueOf(event, "until")];
    const until = new Date(`${last}T23:59:59`).toISOString();
    const from = first && new Date(`${first}T00:00:00`).toISOString();
    this.app.attempt(async () => {
      this.holidays = await this.app.api.post("/v1/me/holidays", { body: { until, ...(from && { from }) } });
    });
  }

  endHoliday() {
    this.app.attempt(async () => {
      await this.app.api.delete("/v1/me/holidays");
      this.holidays = await this.app.api.get("/v1/me/holidays");
    });
  }

  /** Saves all that the service holds on the caller. */
  takeAway() {
    this.app.attempt(async () => saveFile(await this.app.api.get("/v1/me/export"), "placa-account.json"));
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
      ${nameView(account, app.me)} ${mailView(app, app.me)} ${holidayView(account)} ${tokensView(account.tokens)} ${webhooksView(account.webhooks)} ${leaveView(account)}</section>`;
  };
  return { title: () => t("nav.account"), enter: () => account.load(), leave: () => account.webhooks.leave(), view };
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
      : html`<form class="form" @submit=${(/** @type {SubmitEvent} */ event) => account.goOnHoliday(event)}>${field(t("holiday.from"), html`<input type="date" name="from" min=${tomorrow}>`, t("holiday.from_hint"))}${field(t("holiday.until"), html`<input type="date" name="until" required min=${tomorrow}>`)}<button>${t("holiday.go")}</button></form>`}
  </section>`;
}

/** @param {Account} account */
const leaveView = (account) => html`<section class="card form" tabindex="-1"><p>${t("account.out_text")}</p>
  <p class="row"><button type="button" @click=${() => account.out()}>${t("account.out")}</button>
    <button type="button" @click=${() => account.takeAway()}>${t("account.export")}</button></p>
  <div>${sureButton(account, "delete", t("account.delete"), t("account.delete_text"), () => account.remove())}</div></section>`;
