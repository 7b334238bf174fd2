// The keyboard, and where it leads.

import assert from "node:assert/strict";

/** Goes on with Tab until what is wanted has the focus. */
export async function tabTo({ page }, wanted) {
  for (let press = 0; press < 120; press++) {
    await page.keyboard.press("Tab");
    if (await wanted.evaluateAll((found) => found.includes(document.activeElement))) return;
  }
  assert.fail(`Tab does not lead to ${wanted}`);
}

/** Presses a key. */
export const press = ({ page }, key) => page.keyboard.press(key);
/** Where the focus is: on something within this. */
export const within = ({ page }, selector) => page.evaluate((it) => document.activeElement?.closest(it) !== null, selector);
