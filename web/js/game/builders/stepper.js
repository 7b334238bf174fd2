// A number with a button on either side.

import { t } from "../../i18n/index.js";
import { html } from "../../vendor.js";
import { icon } from "../../views/icons.js";

/**
 * @param {string} text
 * @param {number} value
 * @param {{less: boolean, more: boolean}} may
 * @param {(value: number) => void} set
 */
export const stepper = (text, value, may, set) => html`<div class="stepper" role="group" aria-label=${text}>
  <span>${text}</span>
  <button type="button" class="square" aria-label=${`${t("builder.less")}: ${text}`} ?disabled=${!may.less} @click=${() => set(value - 1)}>${icon("minus")}</button>
  <output>${value}</output>
  <button type="button" class="square" aria-label=${`${t("builder.more")}: ${text}`} ?disabled=${!may.more} @click=${() => set(value + 1)}>${icon("plus")}</button>
</div>`;
