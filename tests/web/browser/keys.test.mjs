// With the keyboard alone: nothing is clicked here.

import assert from "node:assert/strict";
import { test } from "node:test";
import { press, tabTo, within } from "./keyboard.mjs";
import { browser, service } from "./opened.mjs";
import { until } from "./service.mjs";
import { next, table } from "./table.mjs";

test("a move is made from the list and taken back, another on the picture, and something is said", async () => {
  const at = await table(service, browser, { game: "castellers" }, "Sara", "Toni");
  const person = await next(at);
  const { page } = person;
  await tabTo(person, page.getByRole("link", { name: "Skip to the content" }));
  await press(person, "Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "main");

  await tabTo(person, page.locator(".turn .choice", { hasText: "Raise a casteller" }));
  await press(person, "Space");
  for (let step = 0; step < 3 && !(await page.locator("[data-test=play]:enabled").count()); step++) {
    await until(() => within(person, ".turn"), "the focus stays");
    if (!(await within(person, ".choice"))) await tabTo(person, page.locator(".turn .choice"));
    await press(person, "Enter");
  }
  await tabTo(person, person.button("Do it"));
  await press(person, "Enter");
  await page.locator('.board svg[data-revision="2"]').waitFor();
  await until(() => within(person, ".turn"), "the focus did not go back to the beginning");
  await tabTo(person, person.button("Take back"));
  await press(person, "Enter");
  await page.locator('.board svg[data-revision="3"]').waitFor();

  await tabTo(person, page.locator('.board [data-part="bag"] > .hit'));
  await press(person, "Enter");
  await until(() => within(person, ".turn"), "the focus is where the next choice is");
  await tabTo(person, person.button("Do it"));
  await press(person, "Enter");
  await page.locator('.board svg[data-revision="4"]').waitFor();

  await tabTo(person, page.getByLabel("Message"));
  await page.keyboard.type("Salut!");
  await press(person, "Enter");
  await until(async () => (await page.locator(".talk li").count()) === 1, "it is said");

  await tabTo(person, person.button("Leave the game for good"));
  await press(person, "Enter");
  await until(() => within(person, ".sure"), "the question has the focus");
  await tabTo(person, person.button("Cancel"));
  await press(person, "Enter");
  await until(() => within(person, ".manage"), "the focus is where it was asked");
  assert.equal(await page.locator(".sure").count(), 0);
  for (const one of at.people) await one.leave();
});
