// People in front of browsers: a context each, and what they do with a page. Whatever the console calls an error fails the test
// at its end, and so does any request that leaves the service.

import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export class Browser {
  static async start() {
    const browser = new Browser();
    const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
    browser.chromium = await chromium.launch({ executablePath, args: ARGUMENTS });
    return browser;
  }

  end() {
    return this.chromium.close();
  }

  /** Somebody with a browser of their own, signed in if they are a player. */
  async person(service, player, options = {}) {
    const context = await this.chromium.newContext({ viewport: { width: 1200, height: 900 }, locale: "en-GB", timezoneId: "Europe/Madrid", reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(20_000);
    if (player) await context.addInitScript((token) => localStorage.setItem("placa.token", token), player.token);
    const person = new Person(service, player, await context.newPage());
    person.watch();
    return person;
  }
}

export class Person {
  /** What went wrong in the page. */
  faults = [];
  /** Texts of faults that the test expects, as when a connection is cut. */
  expected = [];

  constructor(service, player, page) {
    Object.assign(this, { service, player, page });
  }

  watch() {
    this.page.on("console", (message) => ["error", "warning"].includes(message.type()) && this.faults.push(message.text()));
    this.page.on("pageerror", (error) => this.faults.push(String(error)));
    this.page.on("request", (request) => {
      const own = request.url().startsWith(this.service.url) || request.url().startsWith("data:");
      if (!own) this.faults.push(`asked ${request.url()}`);
    });
  }

  /** Goes to a page of the client. */
  async go(hash) {
    await this.page.goto(`${this.service.url}/${hash}`);
    await this.page.locator("main h1").first().waitFor();
  }

  button(name) {
    return this.page.getByRole("button", { name, exact: true });
  }

  /** What one may do, in the list beside the picture. */
  choice(text) {
    return this.page.locator(".turn .choice", { hasText: text });
  }

  /** Is it this person's turn, as the page shows it? */
  get mine() {
    return this.page.locator(".turn.mine .choice, .turn.mine .builder, .turn.mine .confirm").first();
  }

  /** Plays what is chosen, and waits until the page has taken it in. */
  async confirm() {
    const before = await this.moment();
    await this.page.locator("[data-test=play]:enabled").click();
    await this.page.waitForFunction((last) => document.querySelector(".replay output")?.textContent !== last, before);
  }

  moment() {
    return this.page.locator(".replay output").textContent();
  }

  /** Leaves; nothing may have gone wrong. */
  async leave() {
    await this.page.context().close();
    const faults = this.faults.filter((fault) => !this.expected.some((text) => fault.includes(text)));
    assert.deepEqual(faults, []);
  }
}
