// Webhooks of one's own, in the account page: made, tried, looked after and taken away.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { press, tabTo, within } from "./keyboard.mjs";
import { Browser } from "./people.mjs";
import { Receiver } from "./receiver.mjs";
import { Service, until } from "./service.mjs";
import { sound } from "./sound.mjs";

let receiver, service, browser;
before(async () => {
  receiver = await Receiver.open();
  service = await Service.start(() => {}, { PLACA_WEBHOOK_ALLOW: "127.0.0.0/8" });
  browser = await Browser.start();
});
after(async () => {
  await browser.end();
  await service.end();
  receiver.close();
});

/** Somebody at the form for a new webhook. */
async function writer(name, options) {
  const person = await browser.person(service, await service.player(name), options);
  await person.go("#/account");
  await person.page.getByText("Make a webhook", { exact: true }).click();
  return person;
}

const form = ({ page }) => page.locator("#webhook-new");
const hooks = ({ page }) => page.locator("[data-test=webhook]");
const stored = async ({ player }) => (await service.ask(player.token, "GET", "/v1/me/webhooks")).items;
const statusOf = ({ page }) => page.locator(".deliveries li .chip").first();
const outcome = ({ page }) => page.locator(".deliveries .outcome").first();
const secretOf = async ({ page }) => page.locator("[data-test=secret]").textContent();

/** Makes a webhook that is told of these. */
async function make(person, url, ...told) {
  await form(person).getByLabel("Address of the program").fill(url);
  for (const box of await form(person).getByRole("checkbox").all()) await box.uncheck();
  for (const name of told) await form(person).getByLabel(name).check();
  await form(person).getByRole("button").click();
}

test("a webhook is made, its secret shown once and signing, and what it is told is listed with what came of it", async () => {
  const person = await writer("Agnès");
  await make(person, receiver.url, "your turn", "end of a game");
  const secret = await secretOf(person);
  assert.match(secret, /^whsec_/);
  receiver.secrets = [secret];
  await until(() => person.page.evaluate(() => document.activeElement?.matches("[data-test=secret]")), "the secret has the focus");
  const [made] = await stored(person);
  assert.deepEqual([made.url, made.events], [receiver.url, ["your_turn", "game_ended", "test"]]);

  await person.button(`Send a test: ${receiver.url}`).click();
  await statusOf(person).getByText("delivered").waitFor();
  await outcome(person).getByText("answered 204").waitFor();
  assert.deepEqual(receiver.came, [{ type: "webhook.test", signedWith: [secret] }]);
  await sound(person.page);

  // A turn in a game: it leads there.
  const other = await service.player("Bernat");
  const id = await service.game({ game: "castellers" }, [person.player, other]);
  await until(async () => receiver.came.some(({ type }) => type === "game.your_turn") || pass(id, person.player, other), "it is told of the turn");
  await person.button("Look again").click();
  const turn = person.page.locator(".deliveries li", { hasText: "your turn" });
  assert.equal(await turn.getByRole("link").getAttribute("href"), `#/games/${id}`);

  await person.go("#/tables");
  await person.go("#/account");
  await hooks(person).waitFor();
  assert.equal(await person.page.locator("[data-test=secret]").count(), 0);
  await person.leave();
});

/** Lets whoever is to act in a game do something, until it is the first player's turn. */
async function pass(id, first, second) {
  const { awaiting, revision, game } = await service.ask(null, "GET", `/v1/games/${id}`);
  if (awaiting[0] === 0) return;
  const { actions } = await service.ask(second.token, "GET", `/v1/games/${id}/legal-actions`);
  await service.ask(second.token, "POST", `/v1/games/${id}/actions`, { game, revision, actions: [actions[0]] });
}

test("what is refused is said at its field in plain words, and nothing that was written is lost", async () => {
  const person = await writer("Clara");
  const address = form(person).getByLabel("Address of the program");
  person.expected.push("422", "409");
  const refused = {
    "hooks.example": "This is no address of the web",
    "ftp://hooks.example/placa": "This is no address of the web",
    "https://clara:secret@hooks.example/": "no user, no password",
    "https://hooks.example:25/": "The port must be",
    "http://10.1.2.3/placa": "not on the public internet",
  };
  for (const [url, words] of Object.entries(refused)) {
    await make(person, url, "your turn");
    await form(person).getByRole("alert").getByText(words).waitFor();
    assert.equal(await address.getAttribute("aria-invalid"), "true");
    const described = await address.getAttribute("aria-describedby");
    assert.match(await person.page.locator(`[id="${described}"]`).textContent(), new RegExp(words));
    await until(() => address.evaluate((it) => it === document.activeElement), "the field has the focus");
    assert.equal(await address.inputValue(), url);
  }
  await sound(person.page);
  await make(person, receiver.url);
  await form(person).locator("fieldset").getByRole("alert").getByText("Choose at least one.").waitFor();
  assert.equal(await address.getAttribute("aria-invalid"), null);
  assert.deepEqual(await stored(person), []);

  for (let made = 0; made < 10; made++) await service.ask(person.player.token, "POST", "/v1/me/webhooks", { url: `https://hooks.example/${made}`, events: ["message"] });
  await make(person, receiver.url, "table talk");
  await form(person).getByRole("alert").getByText("at most ten webhooks").waitFor();
  await person.leave();

  for (const [locale, words] of [["ca", "no és a la internet pública"], ["es", "no está en la internet pública"]]) {
    const reader = await browser.person(service, person.player, { locale });
    reader.expected.push("422");
    await reader.go("#/account");
    await reader.page.getByText(/^Crear? un webhook$/).click();
    await form(reader).locator("[name=url]").fill("http://169.254.169.254/");
    await form(reader).getByRole("button").click();
    await form(reader).getByRole("alert").getByText(words).waitFor();
    await reader.leave();
  }
});

test("a webhook is changed, gets a new secret, is disabled and enabled, and is deleted after one more question", async () => {
  const person = await writer("Dolors");
  await make(person, receiver.url, "table talk");
  const former = await secretOf(person);
  const [{ id }] = await stored(person);
  const change = person.page.locator(`#webhook-${id}`);
  await person.page.getByText("Change address or events").click();
  await change.getByLabel("Address of the program").fill(`${receiver.url}/new`);
  await change.getByLabel("your turn").check();
  await change.getByRole("button", { name: "Save" }).click();
  await hooks(person).locator(".address").getByText(`${receiver.url}/new`).waitFor();
  assert.deepEqual((await stored(person))[0].events, ["your_turn", "message", "test"]);

  await person.button("New secret").click();
  await sound(person.page);
  await person.button("Yes, I am sure").click();
  await person.page.getByText("The former secret signs too until").waitFor();
  const fresh = await secretOf(person);
  assert.notEqual(fresh, former);
  Object.assign(receiver, { came: [], secrets: [former, fresh] });
  await person.button(`Send a test: ${receiver.url}/new`).click();
  await until(() => receiver.came.length, "the test comes");
  assert.deepEqual(receiver.came[0].signedWith, [former, fresh]);

  await person.button(`Disable: ${receiver.url}/new`).click();
  await person.page.getByText("You have disabled it.").waitFor();
  assert.equal(await person.page.getByRole("button", { name: "Send a test" }).count(), 0);
  await sound(person.page);
  await person.button(`Enable: ${receiver.url}/new`).click();
  await person.page.getByRole("button", { name: "Send a test" }).waitFor();

  await person.button("Delete").click();
  await person.button("Cancel").click();
  assert.equal((await stored(person)).length, 1);
  await person.button("Delete").click();
  await person.button("Yes, I am sure").click();
  await hooks(person).waitFor({ state: "detached" });
  assert.deepEqual(await stored(person), []);
  await person.leave();
});

test("what failed is sent again; a receiver that is gone for good ends the webhook, and the page says so", async () => {
  const person = await writer("Elisenda");
  await make(person, receiver.url, "your turn");
  receiver.answer = 503;
  await person.page.getByRole("button", { name: "Send a test" }).click();
  await statusOf(person).getByText("failed").waitFor();
  await outcome(person).getByText("answered 503").waitFor();
  receiver.answer = 204;
  await person.button("Send again: test").click();
  await statusOf(person).getByText("delivered").waitFor();
  receiver.answer = 410;
  await person.page.getByRole("button", { name: "Send a test" }).click();
  await person.page.getByText("it is gone for good (410)").waitFor();
  receiver.answer = 204;
  await person.leave();
});

test("deliveries are shown a page at a time", async () => {
  const person = await browser.person(service, await service.player("Fina"));
  const { token } = person.player;
  const { id } = await service.ask(token, "POST", "/v1/me/webhooks", { url: receiver.url, events: ["message"] });
  for (let sent = 0; sent < 23; sent++) await service.ask(token, "POST", `/v1/me/webhooks/${id}/test`, {});
  await person.go("#/account");
  await person.page.getByText("What was sent").click();
  const lines = person.page.locator(".deliveries li");
  for (const shown of [10, 20, 23]) {
    await until(async () => (await lines.count()) === shown, `${shown} are shown`);
    if (shown < 23) await person.button("Show more").click();
  }
  assert.equal(await person.button("Show more").count(), 0);
  await person.leave();
});

test("with the keyboard alone a webhook is made, and deleted after one more question", async () => {
  const person = await browser.person(service, await service.player("Ursula"));
  const { page } = person;
  await person.go("#/account");
  await tabTo(person, page.locator("summary", { hasText: "Make a webhook" }));
  await press(person, "Enter");
  await tabTo(person, page.getByLabel("Address of the program"));
  await page.keyboard.type("https://hooks.example/placa");
  await tabTo(person, page.getByLabel("table talk"));
  await press(person, "Space");
  await press(person, "Enter");
  await until(() => within(person, "[data-test=secret]"), "the secret has the focus");
  for (const [summary, part] of [["Change address or events", "[name=url]"], ["What was sent", "button"]]) {
    await tabTo(person, page.locator("summary", { hasText: summary }));
    await press(person, "Enter");
    await tabTo(person, page.locator("[data-test=webhook] details[open]", { hasText: summary }).locator(part).first());
  }
  await page.locator("[data-test=secret]").focus();
  await tabTo(person, person.button("Delete"));
  await press(person, "Enter");
  await until(() => within(person, ".sure"), "the question has the focus");
  await tabTo(person, person.button("Yes, I am sure"));
  await press(person, "Enter");
  await page.locator("[data-test=webhook]").waitFor({ state: "detached" });
  await until(() => within(person, "section.card"), "the focus is where it was asked");
  await person.leave();
});
