// What a webhook was told, and what came of it.

import { away, t } from "../../i18n/index.js";
import { html, nothing, repeat } from "../../vendor.js";
import { timeView } from "../parts.js";

/** @typedef {import("../../app.js").App} App */
/** @typedef {import("../../api/types.js").Schemas} Schemas */
/** @typedef {Schemas["Delivery"]} Delivery */

/** So many are read at once. */
const PORTION = 10;
/** So many the service lists at once. */
const MOST = 100;
/** How long it is waited before each look at what came of a delivery, in milliseconds: together as long as an answer may take. */
const LOOKS = [200, 500, 1_000, 2_000, 4_000, 4_000, 6_000];
/** How what became of a delivery is coloured. */
const CHIPS = { pending: "running", delivered: "open", failed: "suspended", dropped: "" };

export class Deliveries {
  /** The newest first, as far as they were asked for. @type {Delivery[] | null} */
  items = null;
  /** Where older ones begin; null if there are none. @type {string | null} */
  next = null;
  open = false;
  /** Is anybody still looking? */
  watched = true;

  /** @param {App} app @param {string} webhook */
  constructor(app, webhook) {
    this.app = app;
    this.webhook = webhook;
  }

  /** @param {number} limit @param {string} [cursor] */
  #page(limit, cursor) {
    return this.app.api.get("/v1/me/webhooks/{webhook}/deliveries", { path: { webhook: this.webhook }, query: { limit, cursor } });
  }

  /** Reads anew, as many as are shown. */
  async read() {
    const shown = this.items?.length ?? 0;
    const { items, next } = await this.#page(Math.min(Math.max(PORTION, shown), MOST));
    this.items = items;
    this.next = next;
  }

  async more() {
    const { items, next } = await this.#page(PORTION, this.next ?? undefined);
    const known = new Set((this.items ?? []).map((it) => it.id));
    this.items = [...(this.items ?? []), ...items.filter((it) => !known.has(it.id))];
    this.next = next;
  }

  /** @param {boolean} open */
  show(open) {
    if (this.open === open) return;
    this.open = open;
    if (open) this.app.attempt(() => this.read());
  }

  /** Sends a test, and shows what comes of it. */
  async test() {
    const path = { webhook: this.webhook };
    const asked = await this.app.api.post("/v1/me/webhooks/{webhook}/test", { path, body: {} });
    this.open = true;
    await this.#follow(asked);
  }

  /** Sends one again, whatever came of it. @param {string} delivery */
  async again(delivery) {
    const path = { webhook: this.webhook, delivery };
    await this.#follow(await this.app.api.post("/v1/me/webhooks/{webhook}/deliveries/{delivery}/redeliver", { path, body: {} }));
  }

  /** Looks until something has come of a delivery, as long as somebody looks on. @param {Delivery} asked */
  async #follow(asked) {
    for (const pause of LOOKS) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (!this.watched) return;
      await this.read();
      this.app.redraw();
      const now = this.items?.find((it) => it.id === asked.id);
      if (now?.status === "pending" && now.next_attempt_at === asked.next_attempt_at) continue;
      if (now) this.app.speak(`${t(`happening.${now.event}`)}: ${t(`delivery.${now.status}`)}. ${outcome(now)}`);
      return;
    }
  }
}

/** What came of the last attempt, and when the next is made. @param {Delivery} delivery */
function outcome({ attempts, last_status: status, last_error: error, next_attempt_at: next }) {
  return [
    status ? t("deliveries.answered", { status }) : error && t(`trouble.${error}`),
    attempts > 1 && t("deliveries.attempts", { count: attempts }),
    next && attempts > 0 && t("deliveries.next", { when: away(next) }),
  ].filter(Boolean).join(" · ");
}

/** @param {Deliveries} told @param {Schemas["Webhook"]} webhook */
export function deliveriesView(told, webhook) {
  const { app, items } = told;
  const toggled = (/** @type {Event & {currentTarget: HTMLDetailsElement}} */ event) => told.show(event.currentTarget.open);
  const line = (/** @type {Delivery} */ delivery) => deliveryView(told, delivery, webhook.enabled);
  return html`<details .open=${told.open} @toggle=${toggled}><summary>${t("deliveries.title")}</summary>
    ${items?.length === 0 ? html`<p class="hint">${t("deliveries.none")}</p>` : nothing}
    <ol class="lines deliveries" tabindex="-1">${repeat(items ?? [], (it) => it.id, line)}</ol>
    <p class="row"><button type="button" class="small" @click=${() => app.attempt(() => told.read())}>${t("deliveries.look")}</button>
      ${told.next ? html`<button type="button" class="small" @click=${() => app.attempt(() => told.more())}>${t("common.more")}</button>` : nothing}</p></details>`;
}

/** @param {Deliveries} told @param {Delivery} delivery @param {boolean} enabled */
function deliveryView(told, delivery, enabled) {
  const { id, event, game_id: game, status } = delivery;
  const what = t(`happening.${event}`);
  const came = outcome(delivery);
  const again = () => told.app.attempt(() => told.again(id));
  return html`<li><span><span class="chip ${CHIPS[status]}">${t(`delivery.${status}`)}</span> ${game ? html`<a href="#/games/${game}">${what}</a>` : what}</span>
    <small>${timeView(delivery.created_at)}<span class="outcome">${came && ` · ${came}`}</span></small>
    ${enabled ? html`<button type="button" class="quiet small" aria-label="${t("deliveries.again")}: ${what}" @click=${again}>${t("deliveries.again")}</button>` : nothing}</li>`;
}
