// Coming in: registering, offering, inviting, joining, talking; and what can go wrong on the way.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, service } from "./opened.mjs";
import { until } from "./service.mjs";

test("a stranger registers, keeps the token, opens a table, and another joins and the game starts", async () => {
  const anna = await browser.person(service, null);
  await anna.go("#/");
  await anna.page.getByRole("link", { name: "Join in" }).click();
  await anna.page.getByLabel("Name").fill("Anna");
  await anna.button("Register").click();
  const token = await anna.page.locator("[data-test=token]").textContent();
  assert.match(token, /^plc_/);
  await anna.page.getByRole("banner").getByRole("link", { name: "New table" }).click();
  await anna.page.getByRole("radio", { name: "Castell Aaron Vanderbeek" }).check();
  await anna.page.getByLabel("Title").fill("First table");
  await anna.page.getByText("Rules of this table").click();
  await anna.page.getByLabel("Wheel").selectOption("no_regions");
  await anna.button("Open the table").click();
  await anna.page.getByRole("heading", { name: "First table" }).waitFor();
  assert.match(await anna.page.locator("main").innerText(), /only the own region counts/);

  const biel = await browser.person(service, await service.player("Biel"));
  await biel.go("#/tables");
  await biel.page.getByRole("link", { name: "First table" }).click();
  await biel.button("Take a seat").click();
  await biel.page.locator(".panel.turn").waitFor();
  // The page that was open all the while shows it too, without being loaded again.
  await anna.page.locator(".panel.turn").waitFor();

  await anna.page.reload();
  await anna.page.locator(".panel.turn").waitFor();
  await anna.page.getByRole("banner").getByRole("link", { name: "Anna" }).click();
  await anna.button("Sign out").click();
  await anna.page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
  await anna.page.getByLabel("Token").fill(token);
  await anna.button("Sign in").click();
  await anna.page.getByRole("heading", { name: "My games" }).waitFor();
  await anna.leave();
  await biel.leave();
});

test("a link opens a seat of a private table, and nobody else sees the table", async () => {
  const [owner, guest, stranger] = await Promise.all(["Carla", "Dídac", "Èlia"].map((name) => service.player(name)));
  const { id } = await service.ask(owner.token, "POST", "/v1/games", { game: "castellers", seats: 2, visibility: "private" });
  const carla = await browser.person(service, owner);
  await carla.go(`#/games/${id}`);
  await carla.button("Make a link").click();
  const link = await carla.page.locator("[data-test=invite]").textContent();

  const elia = await browser.person(service, stranger);
  elia.expected.push("404");
  await elia.page.goto(`${service.url}/#/games/${id}`);
  await elia.page.getByText("There is no such table").waitFor();

  const didac = await browser.person(service, guest);
  didac.expected.push("404");
  await didac.page.goto(link);
  await didac.button("Take a seat").click();
  await didac.page.locator(".panel.turn").waitFor();
  for (const person of [carla, elia, didac]) await person.leave();
});

test("names, titles and talk that hold markup are shown as text", async () => {
  const evil = '<img src=x onerror="document.body.remove()">';
  const players = [await service.player("Fina"), await service.player("Gil")];
  const id = await service.game({ game: "castellers", title: evil }, players);
  await service.ask(players[1].token, "POST", `/v1/games/${id}/messages`, { text: `${evil}<script>alert(1)</script>` });
  const fina = await browser.person(service, players[0]);
  await fina.go(`#/games/${id}`);
  assert.equal(await fina.page.locator("h1").innerText(), evil);
  assert.match(await fina.page.locator(".talk").innerText(), /<script>alert\(1\)<\/script>/);
  assert.equal(await fina.page.locator("main img, main script").count(), 0);
  await fina.page.getByLabel("Message").fill(`& ${evil}`);
  await fina.button("Send").click();
  await until(async () => (await fina.page.locator(".talk li").count()) === 2, "both messages are shown");
  assert.match(await fina.page.title(), /<img/);
  await fina.go("#/");
  assert.equal(await fina.page.locator(".table strong").first().innerText(), evil);
  await fina.leave();
});

test("a table that does not exist, and a page that does not, are said kindly", async () => {
  const hug = await browser.person(service, await service.player("Hug"));
  hug.expected.push("404");
  await hug.go("#/games/0190a0a0-0000-7000-8000-000000000000");
  await hug.page.getByText("There is no such table").waitFor();
  await hug.go("#/games/nonsense");
  await hug.page.getByText("There is no such table").waitFor();
  await hug.go("#/nowhere/at/all");
  await hug.page.getByText("There is no page at this address").waitFor();
  await hug.leave();
});

test("a page that is stale when one acts shows how it stands, and nothing is done", async () => {
  const players = [await service.player("Irene"), await service.player("Jan")];
  const id = await service.game({ game: "castellers" }, players);
  const { awaiting } = await service.ask(null, "GET", `/v1/games/${id}`);
  const player = players[awaiting[0]];
  const irene = await browser.person(service, player);
  irene.expected.push("412");
  // The stream is cut, so that the page can't know.
  await irene.page.route("**/v1/**/events?**", (route) => route.abort());
  irene.expected.push("ERR_FAILED");
  await irene.go(`#/games/${id}`);
  await irene.choice("Recruit from the bag").click();
  await service.ask(player.token, "POST", `/v1/games/${id}/actions`, { game: "castellers", revision: 1, actions: [{ type: "recruit" }] });
  await irene.page.locator("[data-test=play]").click();
  await irene.page.getByText("The table changed meanwhile").waitFor();
  assert.match(await irene.moment(), /2 of 2/);
  const { revision } = await service.ask(null, "GET", `/v1/games/${id}`);
  assert.equal(revision, 2);
  await irene.leave();
});

test("a lost connection is said, and what was chosen goes through when it is back", async () => {
  const players = [await service.player("Kim"), await service.player("Laia")];
  const id = await service.game({ game: "castellers" }, players);
  const { awaiting } = await service.ask(null, "GET", `/v1/games/${id}`);
  const kim = await browser.person(service, players[awaiting[0]]);
  kim.expected.push("ERR_INTERNET_DISCONNECTED", "ERR_FAILED");
  await kim.go(`#/games/${id}`);
  await kim.choice("Recruit from the bag").click();
  await kim.page.context().setOffline(true);
  await kim.page.locator(".offline").waitFor();
  await kim.page.locator("[data-test=play]").click();
  await kim.page.locator(".toast").waitFor();
  await kim.page.context().setOffline(false);
  await kim.page.locator(".offline").waitFor({ state: "detached" });
  await kim.confirm();
  const { revision } = await service.ask(null, "GET", `/v1/games/${id}`);
  assert.equal(revision, 2);
  await kim.leave();
});
