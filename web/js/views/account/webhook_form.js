// Where a webhook is and what it is told: the form for a new one and for one that is changed, and what is wrong with it.

import { Refused } from "../../api/client.js";
import { said } from "../../app.js";
import { t } from "../../i18n/index.js";
import { html, nothing } from "../../vendor.js";
import { field } from "../parts.js";

/** @typedef {import("../../api/types.js").Schemas} Schemas */
/** @typedef {{field: "url" | "events" | null, text: string}} Refusal why something was refused, and which field it is about */

/** What can be chosen: of tests every webhook is told. */
const HAPPENINGS = /** @type {const} */ (["your_turn", "game_changed", "game_ended", "message"]);
/** What most want to know. */
const USUAL = ["your_turn", "game_ended"];

/** What a form asks for. @param {HTMLFormElement} form @returns {Schemas["CreateWebhook"]} */
export function sentBy(form) {
  const data = new FormData(form);
  return { url: String(data.get("url")).trim(), events: HAPPENINGS.filter((it) => data.has(it)) };
}

/** Why it was refused, at the field that the service points to. @param {unknown} error @param {Schemas["CreateWebhook"]} body @returns {Refusal} */
export function refusalOf(error, { url }) {
  const problem = error instanceof Refused ? error.problem : null;
  const pointers = [problem?.pointer, ...(problem?.errors ?? []).map((flaw) => flaw.pointer)];
  if (pointers.some((it) => it?.startsWith("/url"))) return { field: "url", text: t(`webhooks.url.${flawOf(url)}`) };
  if (pointers.some((it) => it?.startsWith("/events"))) return { field: "events", text: t("webhooks.no_events") };
  if (problem?.code === "too_many") return { field: null, text: t("webhooks.too_many") };
  return { field: null, text: said(error) };
}

/** What is wrong with an address that was refused; the service says it in English. @param {string} url */
function flawOf(url) {
  if (!URL.canParse(url)) return "none";
  const { protocol, username, password, port } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") return "none";
  if (username || password || url.includes("#")) return "parts";
  // A usual port is not repeated by the parsed address.
  return port && port !== "80" && port !== "443" && Number(port) < 1024 ? "port" : "network";
}

/** @param {import("./webhooks.js").Webhooks} webhooks @param {Schemas["Webhook"] | null} webhook */
export function formView(webhooks, webhook) {
  const id = `webhook-${webhook?.id ?? "new"}`;
  const why = webhooks.refused?.form === id ? webhooks.refused.why : null;
  const wrong = (/** @type {Refusal["field"]} */ where) =>
    why && why.field === where ? html`<p class="error" role="alert" id="${id}-${where ?? "all"}">${why.text}</p>` : nothing;
  const flaw = (/** @type {Refusal["field"]} */ where) => (why?.field === where ? `${id}-${where}` : nothing);
  const chosen = webhook?.events ?? USUAL;
  const box = (/** @type {string} */ name, /** @type {number} */ at) => html`<label class="check"><input type="checkbox" name=${name} ?checked=${chosen.includes(name)}
    aria-invalid=${at === 0 && why?.field === "events" ? "true" : nothing} aria-describedby=${at === 0 ? flaw("events") : nothing}><span>${t(`happening.${name}`)}</span></label>`;
  return html`<form class="form" id=${id} @submit=${(/** @type {SubmitEvent} */ event) => webhooks.save(event, webhook)}>
    <div class="field">${field(t("webhooks.url"), html`<input name="url" required maxlength="2000" inputmode="url" autocomplete="off" autocapitalize="off" spellcheck="false" value=${webhook?.url ?? ""}
      aria-invalid=${why?.field === "url" ? "true" : nothing} aria-describedby=${flaw("url")}>`, t("webhooks.url_hint"))}${wrong("url")}</div>
    <fieldset><legend>${t("webhooks.events")}</legend>${HAPPENINGS.map(box)}${wrong("events")}</fieldset>
    ${wrong(null)}
    <button>${t(webhook ? "common.save" : "webhooks.make")}</button></form>`;
}
