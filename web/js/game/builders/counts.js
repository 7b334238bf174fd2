// How many of each: rows with a number, as Caballeros that go to places or come out of them.

import { t } from "../../i18n/index.js";
import { html, repeat } from "../../vendor.js";
import { stepper } from "./stepper.js";

/** @typedef {{key: string, text: string, most: number, part?: string}} Row */

/**
 * @param {Row[]} rows
 * @param {number} most in all
 * @param {(counts: Record<string, number>) => any} build
 * @returns {import("../../games/index.js").Builder}
 */
export function countsBuilder(rows, most, build) {
  /** @type {Record<string, number>} */
  const counts = {};
  const count = (/** @type {Row} */ { key }) => counts[key] ?? 0;
  const total = () => Object.values(counts).reduce((sum, held) => sum + held, 0);
  const room = (/** @type {Row} */ row) => count(row) < row.most && total() < most;
  const set = (/** @type {Row} */ row, /** @type {number} */ value) => {
    counts[row.key] = value;
  };
  const line = (/** @type {Row} */ row, /** @type {() => void} */ changed) =>
    stepper(row.text, count(row), { less: count(row) > 0, more: room(row) }, (value) => {
      set(row, value);
      changed();
    });
  return {
    action: () => build(counts),
    view: (changed) => html`<p class="hint">${t("builder.counts", { total: total(), most })}</p>
      <div class="steppers">${repeat(rows, (row) => row.key, (row) => line(row, changed))}</div>`,
    parts: () => new Map(rows.filter(room).map((row) => [row.part ?? "", row.text])),
    chosen: () => new Set(rows.filter((row) => count(row) > 0).map((row) => row.part ?? "")),
    choosePart: (part) => {
      const row = rows.find((it) => it.part === part);
      if (row && room(row)) set(row, count(row) + 1);
    },
  };
}
