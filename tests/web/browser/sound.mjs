// What axe-core says of a page: no fault that is serious for people who can't see, hear or point.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** @param {import("playwright-core").Page} page */
export async function sound(page) {
  await page.evaluate(axe);
  const found = await page.evaluate((rules) => globalThis.axe.run(document, { runOnly: rules }), RULES);
  const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const said = serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(" | ")}`);
  assert.deepEqual(said, []);
}
