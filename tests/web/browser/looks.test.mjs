// How it looks: every main page in light and dark, as committed pictures show it within a tolerance, and without a serious fault
// that axe-core finds. The house that is looked at is a committed database, so that it looks the same every time.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { Browser } from "./people.mjs";
import { Service } from "./service.mjs";

const folder = join(import.meta.dirname, "..");
const house = JSON.parse(readFileSync(join(folder, "house.json"), "utf8"));
const [anna] = house.players;
const axe = readFileSync(join(folder, "node_modules/axe-core/axe.min.js"), "utf8");
/** An hour after the house was made, for ever. */
const NOW = new Date(new Date(house.made).getTime() + 3_600_000);
/** So much of a picture may differ: letters are drawn a little differently elsewhere. */
const TOLERANCE = 0.03;

const PAGES = {
  welcome: { hash: "#/", stranger: true },
  sign_in: { hash: "#/sign-in", stranger: true, unpictured: true },
  home: { hash: "#/" },
  tables: { hash: "#/tables?show=all" },
  offer: { hash: "#/offer?game=el_grande" },
  account: { hash: "#/account", unpictured: true },
  lobby: { hash: `#/games/${house.games.open}` },
  castellers: { hash: `#/games/${house.games.castellers}`, board: true },
  castell: { hash: `#/games/${house.games.castell}`, board: true },
  el_grande: { hash: `#/games/${house.games.el_grande}`, board: true },
  finished: { hash: `#/games/${house.games.finished}`, board: true, unpictured: true },
};

let service, browser;
before(async () => {
  const unpack = (database) => writeFileSync(database, gunzipSync(readFileSync(join(folder, "house.db.gz"))));
  service = await Service.start(unpack);
  browser = await Browser.start();
});
after(async () => {
  await browser.end();
  await service.end();
});

/** Somebody who looks at a page of the house. */
async function visitor(page, options) {
  const person = await browser.person(service, page.stranger ? null : anna, { deviceScaleFactor: 0.5, ...options });
  await person.page.clock.setFixedTime(NOW);
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
      if (!page.unpictured) await looksAs(person.page, `${name}-${colorScheme}`);
      await person.leave();
    });
  }
}

for (const name of ["home", "castell", "el_grande"]) {
  test(`${name} on a telephone`, async () => {
    const person = await visitor(PAGES[name], { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true, locale: "ca" });
    const wide = await person.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `the page is ${wide} wide`);
    await sound(person.page);
    await looksAs(person.page, `${name}-telephone`);
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

/** No serious fault for people who can't see, hear or point. */
async function sound(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const said = serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(" | ")}`);
  assert.deepEqual(said, []);
}

/** As the golden picture, within the tolerance; UPDATE_GOLDEN=1 makes it the golden one. */
async function looksAs(page, name) {
  const file = join(folder, "golden", `${name}.png`);
  const shot = await page.screenshot({ animations: "disabled", caret: "hide" });
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
