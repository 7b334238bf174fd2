// The tokens of an account: one for each device and program, with what it may do.

import { away, t } from "../../i18n/index.js";
import { html, nothing } from "../../vendor.js";
import { field } from "../parts.js";
import { tokenView, valueOf } from "../sign_in.js";

/** @typedef {import("../../app.js").App} App */
/** @typedef {import("../../api/types.js").Schemas} Schemas */

const SCOPES = /** @type {const} */ (["read", "play", "manage"]);

export class Tokens {
  /** @type {Schemas["TokenInfo"][]} */
  items = [];
  /** @type {string | null} The token that was just made; it is shown this once. */
  made = null;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  async read() {
    this.items = (await this.app.api.get("/v1/me/tokens")).items;
  }

  /** @param {SubmitEvent} event */
  make(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const scopes = SCOPES.filter((scope) => form.has(scope));
    const label = valueOf(event, "label");
    this.app.attempt(async () => {
      this.made = (await this.app.api.post("/v1/me/tokens", { body: { label, scopes } })).token;
      await this.read();
    });
  }

  /** @param {string} token */
  revoke(token) {
    this.app.attempt(async () => {
      await this.app.api.delete("/v1/me/tokens/{token}", { path: { token } });
      this.items = this.items.filter((it) => it.id !== token);
    });
  }
}

/** @param {Tokens} tokens */
export function tokensView(tokens) {
  const { app } = tokens;
  if (!app.me?.scopes.includes("manage")) return nothing;
  const line = (/** @type {Schemas["TokenInfo"]} */ token) => html`<li><span><bdi>${token.label}</bdi> <span class="chip">${token.scopes.map((scope) => t(`scope.${scope}`)).join(", ")}</span></span>
    <small>${token.last_used_at ? t("tokens.used", { when: away(token.last_used_at) }) : t("tokens.unused")}</small>
    <button type="button" class="quiet small" aria-label=${`${t("tokens.revoke")}: ${token.label}`} @click=${() => tokens.revoke(token.id)}>${t("tokens.revoke")}</button></li>`;
  return html`<section class="card form"><h2>${t("tokens.title")}</h2><p>${t("tokens.text")}</p><ul class="lines">${tokens.items.map(line)}</ul>
    ${tokens.made ? html`<p class="warning">${t("tokens.once")}</p>${tokenView(app, tokens.made, app.me.name)}` : nothing}
    <details><summary>${t("tokens.new")}</summary>${newView(tokens)}</details></section>`;
}

/** @param {Tokens} tokens */
const newView = (tokens) => html`<form class="form" @submit=${(/** @type {SubmitEvent} */ event) => tokens.make(event)}>
  ${field(t("tokens.label"), html`<input name="label" required maxlength="80" autocomplete="off">`, t("tokens.label_hint"))}
  <fieldset><legend>${t("tokens.scopes")}</legend>
    ${SCOPES.map((scope) => html`<label class="check"><input type="checkbox" name=${scope} checked><span>${t(`scope.${scope}`)}</span></label>`)}</fieldset>
  <button>${t("tokens.make")}</button></form>`;
