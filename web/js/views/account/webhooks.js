// Webhooks of an account: addresses of one's own programs, which are told what happens in one's games.

import { list, t, when } from "../../i18n/index.js";
import { html, nothing, repeat } from "../../vendor.js";
import { copyButton, sureButton } from "../parts.js";
import { Deliveries, deliveriesView } from "./deliveries.js";
import { formView, refusalOf, sentBy } from "./webhook_form.js";

/** @typedef {import("../../app.js").App} App */
/** @typedef {import("../../api/types.js").Schemas} Schemas */
/** @typedef {Schemas["Webhook"]} Webhook */

export class Webhooks {
  /** @type {Webhook[] | null} */
  items = null;
  /** The secret that was just made, and whose; it is shown this once. @type {{of: string, secret: string} | null} */
  made = null;
  /** What is asked once more. @type {string | null} */
  asking = null;
  /** Why what was written was refused, and in which form. @type {{form: string, why: import("./webhook_form.js").Refusal} | null} */
  refused = null;
  #busy = false;
  /** @type {Map<string, Deliveries>} */
  #told = new Map();

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  async read() {
    this.items = (await this.app.api.get("/v1/me/webhooks")).items;
  }

  /** What a webhook was told. @param {string} webhook */
  told(webhook) {
    const told = this.#told.get(webhook) ?? new Deliveries(this.app, webhook);
    this.#told.set(webhook, told);
    return told;
  }

  leave() {
    for (const told of this.#told.values()) told.watched = false;
  }

  /** Makes a webhook, or changes one. @param {SubmitEvent} event @param {Webhook | null} webhook */
  async save(event, webhook) {
    event.preventDefault();
    if (this.#busy) return;
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const body = sentBy(form);
    this.#busy = true;
    this.refused = null;
    this.app.redraw();
    try {
      await (webhook ? this.#change(webhook, body) : this.#make(body));
      form.reset();
      close(form);
    } catch (error) {
      const why = refusalOf(error, body);
      this.refused = { form: form.id, why };
      if (why.field) requestAnimationFrame(() => /** @type {HTMLElement | null} */ (form.querySelector("[aria-invalid]"))?.focus());
    }
    this.#busy = false;
    this.app.redraw();
  }

  /** @param {Schemas["CreateWebhook"]} body */
  async #make(body) {
    const made = await this.app.api.post("/v1/me/webhooks", { body });
    await this.read();
    this.#shown(made);
  }

  /** @param {Webhook} webhook @param {Schemas["ChangeWebhook"]} body */
  async #change({ id }, body) {
    const now = await this.app.api.patch("/v1/me/webhooks/{webhook}", { path: { webhook: id }, body });
    this.items = (this.items ?? []).map((it) => (it.id === id ? now : it));
    if (now.secret) this.#shown(now);
    else this.app.tell(t("common.saved"));
  }

  /** Shows a secret, and leads there whoever does not look. @param {Webhook} webhook */
  #shown({ id, secret }) {
    this.made = secret ? { of: id, secret } : null;
    this.app.redraw();
    setTimeout(() => /** @type {HTMLElement | null} */ (document.querySelector("[data-test=secret]"))?.focus());
  }

  /** @param {Webhook} webhook @param {Schemas["ChangeWebhook"]} body */
  change(webhook, body) {
    this.app.attempt(() => this.#change(webhook, body));
  }

  /** @param {Webhook} webhook */
  remove({ id }) {
    this.told(id).watched = false;
    this.app.attempt(async () => {
      await this.app.api.delete("/v1/me/webhooks/{webhook}", { path: { webhook: id } });
      this.items = (this.items ?? []).filter((it) => it.id !== id);
    });
  }

  /** Sends a test, and waits to see what comes of it: it may end the webhook. @param {Webhook} webhook */
  test({ id }) {
    this.app.attempt(async () => {
      await this.told(id).test();
      await this.read();
    });
  }
}

/** Folds a form away; the keyboard goes on where it was opened. @param {HTMLFormElement} form */
function close(form) {
  const details = form.closest("details");
  if (!details) return;
  details.open = false;
  details.querySelector("summary")?.focus();
}

/** @param {Webhooks} webhooks */
export function webhooksView(webhooks) {
  const { items } = webhooks;
  if (!items) return nothing;
  return html`<section class="card form" tabindex="-1"><h2>${t("webhooks.title")}</h2>
    <p>${t("webhooks.text")} <a href="/docs/webhooks" lang="en" hreflang="en">${t("webhooks.guide")}</a></p>
    ${items.length ? html`<ul class="hooks">${repeat(items, (it) => it.id, (it) => webhookView(webhooks, it))}</ul>` : nothing}
    <details><summary>${t("webhooks.new")}</summary>${formView(webhooks, null)}</details></section>`;
}

/** @param {Webhooks} webhooks @param {Webhook} webhook */
function webhookView(webhooks, webhook) {
  const { made } = webhooks;
  return html`<li tabindex="-1" data-test="webhook">
    <p class="row"><code class="address">${webhook.url}</code> <span class="chip ${webhook.enabled ? "open" : "suspended"}">${t(webhook.enabled ? "webhooks.enabled" : "webhooks.disabled")}</span></p>
    <p><small>${t("webhooks.events")}: ${list(webhook.events.map((it) => t(`happening.${it}`)))}</small></p>
    ${webhook.disabled_because ? html`<p class="warning">${t(`webhooks.because.${webhook.disabled_because}`)}</p>` : nothing}
    ${webhook.former_secret_until ? html`<p><small>${t("webhooks.former", { when: when(webhook.former_secret_until) })}</small></p>` : nothing}
    ${made?.of === webhook.id ? secretView(webhooks.app, made.secret) : nothing}
    ${controls(webhooks, webhook)}
    <details><summary>${t("webhooks.change")}</summary>${formView(webhooks, webhook)}</details>
    ${deliveriesView(webhooks.told(webhook.id), webhook)}</li>`;
}

/** @param {App} app @param {string} secret */
const secretView = (app, secret) => html`<p class="warning">${t("webhooks.once")}</p>
  <code class="token" tabindex="0" data-test="secret">${secret}</code>
  <p class="row">${copyButton(app, secret)}</p>`;

/** @param {Webhooks} webhooks @param {Webhook} webhook */
function controls(webhooks, webhook) {
  const button = (/** @type {string} */ text, /** @type {() => void} */ work) =>
    html`<button type="button" class="small" aria-label="${text}: ${webhook.url}" @click=${work}>${text}</button>`;
  const rotate = () => webhooks.change(webhook, { rotate_secret: true });
  const remove = () => webhooks.remove(webhook);
  return html`<div class="row">
    ${webhook.enabled ? button(t("webhooks.test"), () => webhooks.test(webhook)) : nothing}
    ${button(t(webhook.enabled ? "webhooks.disable" : "webhooks.enable"), () => webhooks.change(webhook, { enabled: !webhook.enabled }))}
    ${sureButton(webhooks, `rotate ${webhook.id}`, t("webhooks.rotate"), t("webhooks.rotate_sure"), rotate)}
    ${sureButton(webhooks, `remove ${webhook.id}`, t("webhooks.remove"), t("webhooks.remove_sure"), remove)}</div>`;
}
