// How it looks: every main page in light and dark, as committed pictures show it within a tolerance, and without a serious fault
// that axe-core finds. The house that is looked at is a committed database, so that it looks the same every time.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { Browser } from "./people.mjs";
import { Service } from "./service.mjs";
import { sound } from "./sound.mjs";

const folder = fileURLToPath(new URL("..", import.meta.url));
const house = JSON.parse(readFileSync(join(folder, "house.json"), "utf8"));
const [anna] = house.players;
/** An hour after the house was made, for ever. */
const NOW = new Date(new Date(house.made).getTime() + 3_600_000);
/** So much of a picture may differ: letters are drawn a little differently elsewhere. */
const TOLERANCE = 0.03;

const PAGES = {
  welcome: { hash: "#/", stranger: true },
  sign_in: { hash: "#/sign-in", stranger: true },
  recovery: { hash: "#/recovery", stranger: true },
  nowhere: { hash: "#/nowhere", unpictured: true },
  home: { hash: "#/" },
  tables: { hash: "#/tables?show=all" },
  offer: { hash: "#/offer?game=el_grande" },
  account: { hash: "#/account", whole: true },
  lobby: { hash: `#/games/${house.games.open}` },
  castellers: { hash: `#/games/${house.games.castellers}`, board: true },
  castell: { hash: `#/games/${house.games.castell}`, board: true },
  el_grande: { hash: `#/games/${house.games.el_grande}`, board: true },
  finished: { hash: `#/games/${house.games.finished}`, board: true, unpictured: true },
};

/** What opens on a page when somebody asks for it. */
const OPENED = {
  "leaving for good": { ...PAGES.castellers, open: (page) => page.getByRole("button", { name: "Leave the game for good" }).click() },
  "the proof of the deal and one's notes": { ...PAGES.castellers, open: (page) => page.locator("summary").evaluateAll((all) => all.forEach((it) => it.click())) },
  "an exchange": { ...PAGES.castellers, open: (page) => chooseOn(page, "Exchange", ".stepper") },
  "a journey by a special action": { ...PAGES.castell, open: (page) => chooseOn(page, "Special action", ".confirm") },
  "the past": { ...PAGES.el_grande, open: (page) => page.getByRole("button", { name: "To the beginning" }).click() },
  "the rules of a new table": { ...PAGES.offer, open: (page) => page.getByText("Rules of this table").click() },
  "another webhook": { ...PAGES.account, open: (page) => page.getByText("Make a webhook", { exact: true }).click() },
  "a change of a webhook, and what was sent": { ...PAGES.account, open: (page) => page.locator("[data-test=webhook] summary").evaluateAll((all) => all.forEach((it) => it.click())) },
  "a new secret": { ...PAGES.account, open: (page) => page.getByRole("button", { name: "New secret" }).first().click() },
  "another token": { ...PAGES.account, open: (page) => page.getByText("Make another token").click() },
  "deleting the account": { ...PAGES.account, open: (page) => page.getByRole("button", { name: "Delete the account" }).click() },
};

/** Chooses an action, and then the first of all that is asked until something is there. */
async function chooseOn(page, action, there) {
  await page.locator(".turn .choice", { hasText: action }).click();
  while (!(await page.locator(there).count())) await page.locator(".turn .choice").first().click();
}

let service, browser;
before(async () => {
  const unpack = (database) => writeFileSync(database, gunzipSync(readFileSync(join(folder, "house.db.gz"))));
  service = await Service.start(unpack);
  await makeWebhooks(anna.token);
  browser = await Browser.start();
});
after(async () => {
  await browser.end();
  await service.end();
});

/** Two webhooks, of which one is disabled. The house needs none: it can have them without being made anew. */
async function makeWebhooks(token) {
  const made = async (url, events) => (await service.ask(token, "POST", "/v1/me/webhooks", { url, events })).id;
  await made("https://bot.example/placa", ["your_turn", "game_ended"]);
  const id = await made("https://hooks.example/tables/of/anna?token=5b1cf7d9-3a44-4a0e-9b0d-6f2a9b1f0c11", ["message"]);
  await service.ask(token, "PATCH", `/v1/me/webhooks/${id}`, { enabled: false });
}

/** When a token was used last the service tells by its own clock: in pictures it was when the house was made. */
const usedThen = (page) => page.route("**/v1/me/tokens", async (route) => {
  const response = await route.fetch();
  const { items, next } = await response.json();
  await route.fulfill({ response, json: { items: items.map((it) => ({ ...it, last_used_at: house.made })), next } });
});

/** Somebody who looks at a page of the house. */
async function visitor(page, options) {
  const person = await browser.person(service, page.stranger ? null : anna, { deviceScaleFactor: 0.5, ...options });
  await person.page.clock.setFixedTime(NOW);
  await usedThen(person.page);
  await person.go(page.hash);
  if (page.board) await person.page.locator(".board svg").waitFor();
  await settled(person.page);
  return person;
}

/** Waits until everything that was asked for has come: until nothing changes on the page for a while. */
const settled = (page) => page.evaluate(() => new Promise((resolve) => {
  let quiet = setTimeout(resolve, 500);
  new MutationObserver(() => {
    clearTimeout(quiet);
    quiet = setTimeout(resolve, 500);
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}));

for (const colorScheme of ["light", "dark"]) {
  for (const [name, page] of Object.entries(PAGES)) {
    test(`${name} in ${colorScheme}`, async () => {
      const person = await visitor(page, { colorScheme });
      await sound(person.page);
      if (!page.unpictured) await looksAs(person.page, `${name}-${colorScheme}`, page.whole);
      await person.leave();
    });
  }
}

for (const colorScheme of ["light", "dark"]) {
  test(`what opens on pages has no serious fault in ${colorScheme}`, async () => {
    for (const page of Object.values(OPENED)) {
      const person = await visitor(page, { colorScheme });
      await page.open(person.page);
      await settled(person.page);
      await sound(person.page);
      await person.leave();
    }
  });
}

for (const name of ["home", "castell", "el_grande", "sign_in", "recovery", "account"]) {
  test(`${name} on a telephone`, async () => {
    const person = await visitor(PAGES[name], { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true, locale: "ca" });
    const wide = await person.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `the page is ${wide} wide`);
    await sound(person.page);
    await looksAs(person.page, `${name}-telephone`, PAGES[name].whole);
    await person.leave();
  });
}

for (const locale of ["ca", "es"]) {
  test(`no text is missing in ${locale}`, async () => {
    const person = await visitor(PAGES.home, { locale });
    for (const page of Object.values(PAGES)) {
      await person.go(page.hash);
      await settled(person.page);
      assert.equal(await person.page.locator("html").getAttribute("lang"), locale);
      const text = await person.page.locator("body").innerText();
      assert.doesNotMatch(text, /\b[a-z_]+\.[a-z_]+\.?[a-z_]*\b(?= |$)/m, page.hash);
    }
    await person.leave();
  });
}

/** As the golden picture, within the tolerance; UPDATE_GOLDEN=1 makes it the golden one. A long page may be shown whole. */
async function looksAs(page, name, fullPage = false) {
  const file = join(folder, "golden", `${name}.png`);
  const shot = await page.screenshot({ fullPage, animations: "disabled", caret: "hide" });
  if (process.env.UPDATE_GOLDEN) {
    mkdirSync(join(folder, "golden"), { recursive: true });
    return writeFileSync(file, shot);
  }
  assert.ok(existsSync(file), `there is no golden picture ${name}`);
  const [is, was] = [PNG.sync.read(shot), PNG.sync.read(readFileSync(file))];
  assert.deepEqual([is.width, is.height], [was.width, was.height]);
  const differs = pixelmatch(is.data, was.data, undefined, is.width, is.height, { threshold: 0.2 });
  const part = differs / (is.width * is.height);
  if (part > TOLERANCE) {
    mkdirSync(join(folder, "shots"), { recursive: true });
    writeFileSync(join(folder, "shots", `${name}.png`), shot);
  }
  assert.ok(part <= TOLERANCE, `${(part * 100).toFixed(1)} % of ${name} differs; it is kept in tests/web/shots`);
}
