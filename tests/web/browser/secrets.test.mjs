// Where El Grande interrupts: secret disks that all set at once, and a Veto that stops what another has announced.

import assert from "node:assert/strict";
import { test } from "node:test";
import { liked, playOn } from "../play_on.mjs";
import { browser, service } from "./opened.mjs";
import { until } from "./service.mjs";
import { sound } from "./sound.mjs";
import { clickPart, choose } from "./table.mjs";

/** A game that has come to a moment, with a page open for each player. Which cards lie out is drawn, so that it may take more games. */
async function moment(names, reached, choosing = liked) {
  const players = [];
  for (const name of names) players.push(await service.player(name));
  for (let games = 0; games < 6; games++) {
    const id = await service.game({ game: "el_grande" }, players);
    const game = await playOn(service, id, players, reached, choosing);
    if (game.status !== "running") continue;
    const people = await Promise.all(players.map((player) => browser.person(service, player)));
    for (const person of people) await person.go(`#/games/${id}`);
    return { id, game, people, players };
  }
  throw new Error("no game came to that");
}

/** Takes the Veto whenever it lies out, and acts whenever one can. */
function vetoing(actions, step) {
  const wanted = actions.find(({ card }) => card === "s2_veto") ?? actions.find(({ type }) => type === "execute");
  return wanted ?? liked(actions, step);
}

const stageOf = async (id, player) => (await service.ask(player.token, "GET", `/v1/games/${id}`)).view.stage;

test("secret disks are set by two at once, and neither sees the other's before both lie there", async () => {
  const { id, people, players } = await moment(["Lola", "Marc"], ({ view: { stage } }) => stage.type === "disks" && stage.awaited.length === 2);
  const [lola, marc] = people;
  for (const person of people) await person.mine.waitFor();
  assert.match(await lola.page.locator(".panel.turn").innerText(), /point your secret disk/);
  await clickPart(lola, '[data-part^="place:"]');
  await lola.confirm();
  await lola.page.getByRole("heading", { name: "Waiting for Marc" }).waitFor();
  const { yours } = await stageOf(id, players[0]);
  assert.ok(yours);

  // Marc's page learns that a disk lies there, and not where it points: its picture and its log are looked at.
  const disk = (person, seat) => person.page.locator(`.board [data-part="disk:${seat}"]`);
  await until(async () => /face down/.test(await disk(marc, 0).locator("title").textContent()), "Marc sees that it lies there");
  assert.match(await marc.page.locator(".history li").first().innerText(), /Lola has set the disk$/);
  assert.doesNotMatch(await disk(lola, 0).locator("title").textContent(), /face down/);
  await choose(marc);
  await marc.confirm();
  for (const person of people) await until(async () => /The disks are revealed: .*Lola/.test(await person.page.locator(".history").innerText()), "the disks are revealed");
  for (const person of people) await person.leave();
});

test("the holder of a Veto is told what is announced and stops it, and both see that", async () => {
  const window = ({ view }) => view.stage.type === "window";
  const { game, people } = await moment(["Nora", "Oriol"], window, vetoing);
  const { stage } = game.view;
  const holder = people[stage.awaited[0]];
  const other = people[1 - stage.awaited[0]];
  await holder.mine.waitFor();
  const asked = await holder.page.locator(".panel.turn").innerText();
  assert.match(asked, new RegExp(`${other.player.name} announces “.+”: .+`));
  assert.match(asked, /Let it happen/);
  await sound(holder.page);
  await choose(holder, "Veto");
  if (stage.steps > 1) await clickPart(holder, '[data-part="step:1"]');
  await holder.confirm();
  for (const person of people) {
    await until(async () => new RegExp(`${holder.player.name} stops “.+” before step 1`).test(await person.page.locator(".history").innerText()), "it is told");
  }
  for (const person of people) await person.leave();
});

test("who lets everything happen beforehand is not asked", async () => {
  const acts = ({ view: { stage, players } }) =>
    stage.type === "halves" && !stage.turn.acted && !stage.turn.placed && players.some(({ seat, vetoes }) => vetoes.length && seat !== stage.turn.seat);
  const { id, game, people, players } = await moment(["Pep", "Rita"], acts, vetoing);
  const actor = game.view.stage.turn.seat;
  const holder = people[1 - actor];
  await holder.page.getByText("Answer beforehand").click();
  await sound(holder.page);
  await holder.page.getByRole("button", { name: "Let everything happen" }).click();
  await holder.page.getByText("Your answer is kept.").waitFor();
  const legal = await service.ask(players[actor].token, "GET", `/v1/games/${id}/legal-actions`);
  const execute = legal.actions.find(({ type }) => type === "execute") ?? legal.actions[0];
  await service.ask(players[actor].token, "POST", `/v1/games/${id}/actions`, { game: "el_grande", revision: game.revision, actions: [execute] });
  assert.notEqual((await stageOf(id, players[actor])).type, "window");
  for (const person of people) await person.leave();
});
