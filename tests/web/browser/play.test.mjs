// Two people play with two browsers, by clicking: on the picture of the table, and on the buttons beside it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser } from "./people.mjs";
import { Service, until } from "./service.mjs";

let service, browser;
before(async () => {
  service = await Service.start();
  browser = await Browser.start();
});
after(async () => {
  await browser.end();
  await service.end();
});

/** Two people at a table, each with its page open. */
async function table(offer, ...names) {
  const players = [];
  for (const name of names) players.push(await service.player(name));
  const id = await service.game(offer, players);
  const people = await Promise.all(players.map((player) => browser.person(service, player)));
  for (const person of people) await person.go(`#/games/${id}`);
  return { id, people };
}

/** The game as its first player sees it. */
const seen = ({ id, people }) => service.ask(people[0].player.token, "GET", `/v1/games/${id}`);

/** Who is to act, once their page shows it: pages follow by themselves. */
async function next(at) {
  const { awaiting } = await seen(at);
  const person = at.people[awaiting[0]];
  await person.mine.waitFor();
  return person;
}

/** Clicks a part of the picture that can be chosen. */
const clickPart = (person, part) => person.page.locator(`.board .legal${part}`).first().click({ force: true });

/** Chooses the first of these texts that is on offer; the first choice of all where none is. */
async function choose(person, ...liked) {
  const buttons = person.page.locator(".turn.mine .choices .choice");
  const texts = await buttons.allInnerTexts();
  const found = liked.map((text) => texts.findIndex((it) => it.includes(text))).find((at) => at >= 0);
  await buttons.nth(found ?? 0).click();
}

/** Goes on choosing until the action is whole, and plays it. */
async function finish(person, ...liked) {
  const play = person.page.locator("[data-test=play]:enabled");
  for (let step = 0; step < 8; step++) {
    if (await play.count()) break;
    const choices = person.page.locator(".turn.mine .choices .choice");
    if (await choices.count()) await choose(person, ...liked);
    else await play.waitFor();
  }
  await person.confirm();
}

const offered = async (person) => (await person.page.locator(".turn.mine > .choices .choice").allInnerTexts()).map((text) => text.trim());

test("a whole game of Castellers is played by clicking, and both see how it ended", async () => {
  const at = await table({ game: "castellers" }, "Maria", "Nil");
  let game = await seen(at);
  for (let turn = 0; game.status === "running"; turn++) {
    const person = await next(at);
    const actions = await offered(person);
    const building = turn < 24;
    if (building && turn % 2 === 0 && actions.includes("Recruit from the bag")) {
      await clickPart(person, '[data-part="bag"]');
      await finish(person);
    } else if (building && actions.includes("Raise a casteller")) {
      await choose(person, "Raise a casteller");
      await finish(person, "column");
    } else if (actions.includes("End the turn")) {
      await choose(person, "End the turn");
      await finish(person);
    } else await finish(person);
    game = await seen(at);
  }
  for (const person of at.people) {
    await person.page.getByRole("heading", { name: "The game is over" }).waitFor();
    assert.match(await person.page.locator(".outcome").innerText(), /Maria[\s\S]*Nil|Nil[\s\S]*Maria/);
  }
  // Any moment can be looked at again.
  const [maria] = at.people;
  await maria.button("To the beginning").click();
  await maria.page.getByText("You are looking at the past.").waitFor();
  await maria.page.locator('.board svg[data-revision="1"]').waitFor();
  await maria.page.getByRole("button", { name: "Back to now" }).first().click();
  await maria.page.locator(`.board svg[data-revision="${game.revision}"]`).waitFor();
  await maria.button("Rematch").click();
  await maria.page.getByRole("heading", { name: "Who plays" }).waitFor();
  for (const person of at.people) await person.leave();
});

test("a tower is built for a festival of Castell piece by piece, and the service's answer stands beside it", async () => {
  const at = await table({ game: "castell" }, "Ona", "Pau");
  let entered = false;
  for (let step = 0; !entered; step++) {
    assert.ok(step < 200, "nobody could enter a festival");
    const person = await next(at);
    const actions = await offered(person);
    const chosen = await person.page.locator(".turn .chosen").allInnerTexts();
    if (actions.concat(chosen).some((text) => text.includes("Enter the festival"))) {
      // Towers that are not whole yet are refused.
      person.expected.push("422");
      await build(person);
      entered = true;
    } else await castellAction(at, person, actions);
  }
  const { view } = await seen(at);
  const best = view.phase.type === "festival" ? view.phase.entries.map((entry) => entry.score) : view.players.map((player) => player.best_tower);
  assert.ok(Math.max(...best) >= 5);
  await until(async () => /enters the festival/.test(await at.people[0].page.locator(".history").innerText()), "the entry is told");
  for (const person of at.people) await person.leave();
});

/** Travels to where the next festival is, recruits and trains what helps to build four levels. */
async function castellAction(at, person, actions) {
  const { view } = await seen(at);
  const seat = at.people.indexOf(person);
  const me = view.players[seat];
  const festival = view.calendar.find((it) => it.status === "coming");
  const done = view.phase.type === "turn" ? view.phase.done : [];
  const away = festival && me.pawn !== festival.region;
  if (actions.includes("Move") && away && !done.includes("move")) {
    const near = view.regions.find((it) => it.region === festival.region).neighbours;
    const reachable = me.pawn ? view.regions.find((it) => it.region === me.pawn).neighbours : view.regions.map((it) => it.region);
    const region = [festival.region, ...near].find((it) => reachable.includes(it)) ?? reachable[0];
    await choose(person, "Move");
    await clickPart(person, `[data-part="region:${region}"]`);
    return finish(person);
  }
  if (actions.includes("Train") && !done.includes("train")) {
    await choose(person, "Train");
    return finish(person, "Balance", "Base", "Width", "Strength", "Mix", "recruit one");
  }
  if (actions.includes("Recruit")) {
    await choose(person, "Recruit");
    return finish(person, "sizes");
  }
  if (actions.includes("End the turn")) await choose(person, "End the turn");
  return finish(person, "Stay away");
}

/** Builds what is proposed, by hand; a tower that is not whole yet is refused with its reason. */
async function build(person) {
  const { page } = person;
  if (!(await page.locator(".builder").count())) await choose(person, "Enter the festival");
  await person.button("Show me one").click();
  await page.locator(".verdict.good").waitFor();
  const levels = await page.locator(".tower li").evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll(".figure")].map((it) => it.dataset.size)).reverse());
  await person.button("Start over").click();
  for (const [at, level] of levels.entries()) {
    if (at === 1) {
      await page.locator(".verdict.bad").waitFor();
      assert.ok(await page.locator("[data-test=play]").isDisabled());
    }
    if (at > 0) await person.button("Next level").click();
    for (const size of level) await page.locator(`.team .figure[data-size="${size}"]`).click();
  }
  await page.locator(".verdict.good").waitFor();
  await person.confirm();
}

test("three rounds of El Grande are played by clicking, up to the first general scoring", async () => {
  const at = await table({ game: "el_grande" }, "Queralt", "Roc");
  let game = await seen(at);
  for (let step = 0; game.view.round <= 3 && step < 150; step++) {
    const person = await next(at);
    await grandeAction(person, game.view.stage.type);
    game = await seen(at);
  }
  assert.equal(game.view.round, 4);
  assert.ok(game.view.players.some((player) => player.score > 0));
  await until(async () => /is scored/.test(await at.people[1].page.locator(".history").innerText()), "the scoring is told");
  for (const person of at.people) await person.leave();
});

/** One decision, whatever it is. */
async function grandeAction(person, stage) {
  const { page } = person;
  if (stage === "bid") {
    await page.locator('.board .legal[data-part^="power:"]').last().click({ force: true });
    return person.confirm();
  }
  if (stage === "intake" || stage === "returns") {
    if (!(await page.locator(".builder").count())) await choose(person);
    await more(person);
    return person.confirm();
  }
  if (stage === "halves") {
    const actions = await offered(person);
    if (actions.includes("Place Caballeros")) {
      await choose(person, "Place Caballeros");
      await clickPart(person, '[data-part^="place:"]');
      await more(person);
      return person.confirm();
    }
    await choose(person, "Let the special action go");
    return person.confirm();
  }
  return finish(person);
}

/** One more wherever a button lets it be, until the service finds that right. */
async function more(person) {
  const { page } = person;
  for (let tries = 0; tries < 12; tries++) {
    const plus = page.locator('.stepper button:enabled[aria-label^="One more"]');
    if (!(await plus.count())) break;
    await plus.first().click();
  }
  // What the buttons let through can still be more than the rules do: then some of it is taken back.
  for (let tries = 0; tries < 12; tries++) {
    await page.locator(".verdict.good, .verdict.bad").first().waitFor();
    if (await page.locator(".verdict.good").count()) break;
    person.expected.push("422");
    await page.locator('.stepper button:enabled[aria-label^="One less"]').first().click();
  }
  await page.locator(".verdict.good").waitFor();
}
