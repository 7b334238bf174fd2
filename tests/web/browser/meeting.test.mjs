// People who meet at a table: what one does, says and takes back the others see by themselves; bots play along; and nothing of it
// is lost while the service is away.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, service } from "./opened.mjs";
import { until } from "./service.mjs";
import { choose, finish, next, offered, seen, table } from "./table.mjs";

/** What is said at the table, as somebody's page shows it. */
const heard = (person) => person.page.locator(".talk li p").allInnerTexts();

async function say(person, text) {
  await person.page.getByLabel("Message").fill(text);
  await person.button("Send").click();
}

test("what one says the other hears at once, as text and once, until it is muted", async () => {
  const { people } = await table(service, browser, { game: "castellers" }, "Aina", "Berta");
  const [aina, berta] = people;
  const evil = '"><svg onload=alert(1)><b>bold</b> &amp;';
  await say(aina, "Bon dia");
  await until(async () => (await heard(berta)).length === 1, "Berta hears it");
  await say(berta, evil);
  const both = ["Bon dia", evil];
  for (const person of people) await until(async () => (await heard(person)).length === 2, "both stand there");
  for (const person of people) assert.deepEqual(await heard(person), both);
  assert.equal(await aina.page.locator(".talk svg:not(.icon), .talk b").count(), 0);

  await berta.button("Mute Aina").click();
  await until(async () => (await heard(berta)).length === 1, "what Aina said is gone");
  await say(aina, "Can you hear me?");
  await until(async () => (await heard(aina)).length === 3, "Aina has said it");
  await say(berta, "I hear nobody");
  await until(async () => (await heard(berta)).includes("I hear nobody"), "Berta has said it");
  assert.deepEqual(await heard(berta), [evil, "I hear nobody"]);
  await berta.button("Hear Aina again").click();
  await until(async () => (await heard(berta)).length === 4, "all is back");
  assert.deepEqual(await heard(berta), [...both, "Can you hear me?", "I hear nobody"]);
  for (const person of people) await person.leave();
});

test("an action is taken back by its button, unless something was drawn", async () => {
  const at = await table(service, browser, { game: "castellers" }, "Cesc", "Duna");
  const person = await next(at);
  const other = at.people.find((it) => it !== person);
  await choose(person, "Raise a casteller");
  await finish(person, "start a new castell");
  await other.page.locator('.board svg[data-revision="2"]').waitFor();
  await person.button("Take back").click();
  for (const one of at.people) {
    await one.page.locator('.board svg[data-revision="3"]').waitFor();
    assert.match(await one.page.locator(".history").innerText(), /Taken back/);
  }
  assert.ok((await offered(person)).includes("Raise a casteller"));
  await choose(person, "Recruit from the bag");
  await person.confirm();
  await person.page.locator('.board svg[data-revision="4"]').waitFor();
  assert.equal(await person.button("Take back").count(), 0);
  for (const one of at.people) await one.leave();
});

test("who looks at the past stays there while others play on, and moves through it", async () => {
  const at = await table(service, browser, { game: "castellers" }, "Enric", "Fe");
  for (let step = 0; step < 3; step++) await finish(await next(at), "Recruit from the bag", "End the turn");
  const acting = await next(at);
  const watcher = at.people.find((it) => it !== acting);
  const { page } = watcher;
  await page.getByRole("button", { name: "Look at this moment: 2" }).click();
  await page.locator('.board svg[data-revision="2"]').waitFor();
  await page.getByText("You are looking at the past.").waitFor();
  assert.equal(await page.locator(".board .legal").count(), 0);
  const before = (await seen(at)).revision;
  await finish(acting, "Recruit from the bag", "End the turn");
  await until(async () => (await watcher.moment()) === `Moment 2 of ${before + 1}`, "the page counts on");
  assert.equal(await page.locator('.board svg[data-revision="2"]').count(), 1);
  await page.getByLabel("Moment of the game").press("ArrowRight");
  await page.locator('.board svg[data-revision="3"]').waitFor();
  await watcher.button("One back").click();
  await page.locator('.board svg[data-revision="2"]').waitFor();
  await page.getByRole("button", { name: "Back to now" }).first().click();
  await page.locator(`.board svg[data-revision="${before + 1}"]`).waitFor();
  for (const one of at.people) await one.leave();
});

test("a bot is given a seat, and a round of Castell is played against it", async () => {
  const gala = await browser.person(service, await service.player("Gala"));
  await gala.go("#/offer?game=castell");
  await gala.button("Open the table").click();
  await gala.page.getByRole("heading", { name: "Who plays" }).waitFor();
  await gala.button("steady").click();
  // The table is full, and so the game starts.
  await gala.page.locator(".panel.turn").waitFor();
  assert.match(await gala.page.locator(".players").first().innerText(), /Bot \(steady\)/);
  const id = gala.page.url().split("/").at(-1);
  const game = () => service.ask(gala.player.token, "GET", `/v1/games/${id}`);
  for (let step = 0; (await game()).view.round === 1; step++) {
    assert.ok(step < 20, "the round does not end");
    await gala.mine.waitFor();
    if ((await offered(gala)).includes("End the turn")) await choose(gala, "End the turn");
    await finish(gala, "Stay away");
    // The bot answers by itself, and then it is Gala's turn again.
    await until(async () => (await game()).awaiting.includes(0), "the bot has played");
  }
  await until(async () => /Round 2 begins/.test(await gala.page.locator(".history").innerText()), "the page tells of the round");
  assert.match(await gala.page.locator(".history").innerText(), /Bot \(steady\) (goes|ends|recruits|trains)/);
  await gala.leave();
});

test("an action of which one hears before the page knows that the game has begun does no harm", async () => {
  const owner = await service.player("Gerard");
  const { id } = await service.ask(owner.token, "POST", "/v1/games", { game: "castell", seats: 2 });
  const happened = [
    { id: 3, game: "castell", revision: 5, seat: 1, event: { type: "tile_claimed", seat: 1, region: "barcelona", tile: "a1" } },
    { id: 4, game: "table", revision: 5, seat: 0, event: { type: "returned" } },
  ];
  const body = happened.map((item) => `id: ${item.id}\ndata: ${JSON.stringify(item)}\n\n`).join("");
  const person = await browser.person(service, null);
  await person.page.route(/\/v1\/games\/[^/]+\/events\?/, (route) => route.fulfill({ contentType: "text/event-stream", body }));
  await person.go(`#/games/${id}`);
  await until(async () => /Gerard is back/.test(await person.page.locator(".unseen[aria-live]").textContent()), "the news comes");
  await person.leave();
});

test("the dashboard says that a game waits as soon as it does, and until when in local time", async () => {
  const players = [await service.player("Hèctor"), await service.player("Iu")];
  const id = await service.game({ game: "castellers", clock: { kind: "per_turn", seconds: 259200 } }, players);
  const acting = (await service.ask(null, "GET", `/v1/games/${id}`)).awaiting[0];
  const waiting = await browser.person(service, players[1 - acting], { timezoneId: "America/Bogota" });
  await waiting.go("#/");
  await waiting.page.getByText("Nothing waits for you right now.").waitFor();
  const { token } = players[acting];
  await service.ask(token, "POST", `/v1/games/${id}/actions`, { game: "castellers", revision: 1, actions: [{ type: "pass" }] });
  await waiting.page.locator(".table.mine").waitFor();
  await until(async () => (await waiting.page.title()).startsWith("(1)"), "the title counts it");
  await waiting.page.locator(".table.mine a").click();
  await waiting.mine.waitFor();
  const { deadline } = await service.ask(null, "GET", `/v1/games/${id}`);
  const local = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short", timeZone: "America/Bogota" }).format(new Date(deadline));
  const plain = (text) => text.replace(/\s/g, " ");
  assert.ok(plain(await waiting.page.locator(".panel.turn").innerText()).includes(`Until ${plain(local)}, in 3 days`));
  await waiting.leave();
});

test("while the service is away the page says so, and goes on with what happened meanwhile", async () => {
  const at = await table(service, browser, { game: "castellers" }, "Jana", "Kai");
  const watcher = await browser.person(service, null);
  await watcher.go(`#/games/${at.id}`);
  const all = [...at.people, watcher];
  for (const person of all) person.expected.push("ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE");
  const acting = await next(at);
  await service.halt();
  for (const person of all) await person.page.locator(".offline").waitFor();
  assert.match(await acting.page.locator(".offline").innerText(), /nothing is lost/);
  await service.run();
  const { token } = acting.player;
  await service.ask(token, "POST", `/v1/games/${at.id}/actions`, { game: "castellers", revision: 1, actions: [{ type: "recruit" }] });
  for (const person of all) {
    await person.page.locator(".offline").waitFor({ state: "detached" });
    await person.page.locator('.board svg[data-revision="2"]').waitFor();
  }
  await finish(await next(at), "End the turn");
  for (const person of all) await person.page.locator('.board svg[data-revision="3"]').waitFor();
  for (const person of all) await person.leave();
});

test("a table is prepared, begun by its owner, written about, and annulled by all", async () => {
  const [laura, mar] = await Promise.all(["Laura", "Mar"].map(async (name) => browser.person(service, await service.player(name))));
  await laura.go("#/offer?game=el_grande");
  await laura.page.getByLabel("Start").selectOption("by_owner");
  await laura.button("Open the table").click();
  await laura.page.getByLabel("Colour").selectOption("yellow");
  await laura.page.locator(".dot.yellow").waitFor();
  await laura.page.getByLabel("Add your own randomness").fill("seven dice");
  await laura.button("Save").click();
  await laura.page.getByText("Your randomness is in.").waitFor();
  assert.ok(await laura.button("Start the game").isDisabled());
  await mar.page.goto(laura.page.url());
  await mar.button("Take a seat").click();
  await laura.button("Start the game").click();
  for (const person of [laura, mar]) await person.page.locator(".panel.turn").waitFor();

  await mar.page.getByText("My notes").click();
  await mar.page.locator("textarea").fill("Laura <i>bids</i> high");
  await mar.button("Save").click();
  await mar.page.getByText("Your notes are kept.").waitFor();
  await mar.page.reload();
  await mar.page.getByText("My notes").click();
  await until(async () => (await mar.page.locator("textarea").inputValue()) === "Laura <i>bids</i> high", "the notes are there again");

  await laura.button("Agree to annul the game").click();
  await mar.page.getByText(/Agreed to annul: .*Laura/).waitFor();
  await mar.button("Agree to annul the game").click();
  for (const person of [laura, mar]) await person.page.locator(".chip.cancelled").waitFor();
  for (const person of [laura, mar]) await person.leave();
});

test("who leaves for good is asked once more, and the other has won", async () => {
  const at = await table(service, browser, { game: "castell" }, "Neus", "Otger");
  const { people } = at;
  const [neus, otger] = people;
  await neus.button("Leave the game for good").click();
  await neus.button("Cancel").click();
  assert.equal((await seen(at)).status, "running");
  await neus.button("Leave the game for good").click();
  await neus.button("Yes, I am sure").click();
  for (const person of people) await person.page.getByRole("heading", { name: "The game is over" }).waitFor();
  assert.match(await otger.page.locator(".outcome tbody tr").first().innerText(), /^1\s+Otger/);
  for (const person of people) await person.leave();
});

test("a table that is open changes its language, picture and choices and all", async () => {
  const at = await table(service, browser, { game: "castellers" }, "Pia", "Quico");
  const { page } = await next(at);
  await page.getByLabel("Language").selectOption("ca");
  await page.locator('.board svg[lang="ca"]').waitFor();
  await page.locator(".turn .choice", { hasText: "Recluta de la bossa" }).waitFor();
  assert.match(await page.locator('.board [data-part="bag"] > title').textContent(), /^La bossa/);
  assert.equal(await page.locator("html").getAttribute("lang"), "ca");
  await page.reload();
  await page.locator('.board svg[lang="ca"]').waitFor();
  for (const person of at.people) await person.leave();
});
