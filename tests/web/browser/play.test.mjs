// Two people play with two browsers, by clicking: on the picture of the table, and on the buttons beside it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, service } from "./opened.mjs";
import { liked, playOn } from "../play_on.mjs";
import { until } from "./service.mjs";
import { choose, clickPart, finish, next, offered, seen, table } from "./table.mjs";

test("a whole game of Castellers is played by clicking, and both see how it ended", async () => {
  const at = await table(service, browser, { game: "castellers" }, "Maria", "Nil");
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
    } else if (building && actions.includes("Exchange")) {
      // What has to be paid is proposed.
      await choose(person, "Exchange");
      await finish(person);
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
  const at = await table(service, browser, { game: "castell" }, "Ona", "Pau");
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

test("a local performance of Castell is shown by a special action", async () => {
  const at = await table(service, browser, { game: "castell" }, "Quim", "Rosa");
  const players = at.people.map(({ player }) => player);
  const performs = ({ type, payload }) => type === "special" && payload.type === "perform";
  await playOn(service, at.id, players, () => false, (actions, step) => (actions.some(performs) ? null : liked(actions, step)));
  const person = await next(at);
  await choose(person, "Special action");
  await choose(person, "perform");
  // With several tiles to claim one more choice is asked for.
  if (!(await person.page.locator(".builder").count())) await choose(person);
  person.expected.push("422");
  await person.button("Show me one").click();
  await person.page.locator(".verdict.good").waitFor();
  await person.confirm();
  for (const one of at.people) await until(async () => /performs in/.test(await one.page.locator(".history").innerText()), "the performance is told");
  for (const one of at.people) await one.leave();
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
  const at = await table(service, browser, { game: "el_grande" }, "Queralt", "Roc");
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
    await clickPart(person, '[data-part^="power:"]');
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

/** Cards by what one chooses when one executes them; of those that move Caballeros, the ones that move any. */
const PLANS = {
  move_caballeros: ["s1_any5_one", "s1_any4", "s1_any3"],
  add_caballeros: ["s1_add2"],
  send_back: ["s2_one_each"],
  score_place: ["s2_score_choose", "s3_choose"],
  scoreboard: ["s4_scoreboard"],
  grande: ["s4_grande"],
  take_back: ["s4_power"],
  court: ["s4_court"],
  king: ["s5_king", "s4_king_adviser"],
  evict: ["s4_movement"],
};

test("every kind of special action of El Grande is executed by clicking", async () => {
  const players = [await service.player("Siona"), await service.player("Telm")];
  const people = await Promise.all(players.map((player) => browser.person(service, player)));
  // What a page asks about the next choice can come when the API has played on already.
  for (const person of people) person.expected.push("412");
  const left = new Set(Object.keys(PLANS));
  const executes = (actions, { stage }) => actions.find(({ type, plan }) => type === "execute" && left.has(plan.type) && PLANS[plan.type].includes(stage.turn.card));
  const wanted = (actions) => actions.find(({ card }) => [...left].some((plan) => PLANS[plan].includes(card)));
  const choosing = (actions, step, { view }) => (executes(actions, view) ? null : wanted(actions) ?? liked(actions, step));
  for (let games = 0; left.size; games++) {
    assert.ok(games < 8, `no game came to ${[...left]}`);
    const id = await service.game({ game: "el_grande" }, players);
    for (;;) {
      const { status, revision, awaiting, view } = await playOn(service, id, players, () => !left.size, choosing);
      if (status !== "running" || !left.size) break;
      const person = people[awaiting[0]];
      const { actions } = await service.ask(person.player.token, "GET", `/v1/games/${id}/legal-actions`);
      const { plan } = executes(actions, view);
      await person.go(`#/games/${id}`);
      await person.page.locator(".board svg").waitFor();
      await person.mine.waitFor();
      await execute(person, plan.type);
      left.delete(plan.type);
      await until(async () => (await service.ask(null, "GET", `/v1/games/${id}`)).revision > revision, `${plan.type} is executed`);
      // Nobody looks while the API plays on.
      await person.go("#/nowhere");
    }
  }
  for (const person of people) await person.leave();
});

/** What the plans are called. */
const CALLED = { move_caballeros: "move Caballeros", add_caballeros: "add Caballeros", send_back: "send Caballeros back" };

/** Executes the special action of the card taken, with the first plan of this kind that the page leads to. */
async function execute(person, kind) {
  const { page } = person;
  if (await page.locator(".turn .choice", { hasText: "Special action" }).count()) await choose(person, "Special action");
  const plan = page.locator(".turn .choice", { hasText: CALLED[kind] });
  if (CALLED[kind] && (await plan.count())) await plan.click();
  if (kind === "move_caballeros") return moveOne(person);
  if (["add_caballeros", "send_back", "court"].includes(kind)) {
    await page.locator(".builder").waitFor();
    await more(person);
    return person.confirm();
  }
  return finish(person);
}

/** Moves Caballeros on the map until that is a whole plan. */
async function moveOne(person) {
  const { page } = person;
  await page.locator(".builder").waitFor();
  // A plan that is not whole yet is refused.
  person.expected.push("422");
  for (let moved = 0; moved === 0 || !(await page.locator(".verdict.good").count()); moved++) {
    assert.ok(moved < 30, "no number of moves is a plan");
    await page.locator('.board .legal[data-part^="caballeros:"] > .hit').first().click({ force: true });
    await page.locator(".builder .choice").first().click();
    await page.locator(".verdict").waitFor();
  }
  await person.confirm();
}
