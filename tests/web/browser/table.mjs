// People at one table, and what they do there by clicking.

/**
 * People at a table, each with its page open.
 * @param {import("./service.mjs").Service} service
 * @param {import("./people.mjs").Browser} browser
 */
export async function table(service, browser, offer, ...names) {
  const players = [];
  for (const name of names) players.push(await service.player(name));
  const id = await service.game(offer, players);
  const people = await Promise.all(players.map((player) => browser.person(service, player)));
  for (const person of people) await person.go(`#/games/${id}`);
  return { service, id, people };
}

/** The game as its first player sees it. */
export const seen = ({ service, id, people }) => service.ask(people[0].player.token, "GET", `/v1/games/${id}`);

/** Who is to act, once their page shows it: pages follow by themselves. */
export async function next(at) {
  const { awaiting, revision } = await seen(at);
  const person = at.people[awaiting[0]];
  // The choices of an older moment are gone before the picture of a newer one comes.
  await person.page.locator(`.board svg[data-revision="${revision}"]`).waitFor();
  await person.mine.waitFor();
  return person;
}

/** Clicks a part of the picture that can be chosen, once the picture of this moment is there. */
export async function clickPart(person, part) {
  await person.page.waitForFunction(() => {
    const drawn = document.querySelector(".board svg")?.dataset.revision;
    return document.querySelector(".replay output")?.textContent.startsWith(`Moment ${drawn} of`);
  });
  await person.page.locator(`.board .legal${part}`).first().click({ force: true });
}

/** Chooses the first of these texts that is on offer; the first choice of all where none is. */
export async function choose(person, ...liked) {
  const buttons = person.page.locator(".turn.mine .choices .choice");
  const texts = await buttons.allInnerTexts();
  const found = liked.map((text) => texts.findIndex((it) => it.includes(text))).find((at) => at >= 0);
  await buttons.nth(found ?? 0).click();
}

/** Goes on choosing until the action is whole, and plays it. */
export async function finish(person, ...liked) {
  const play = person.page.locator("[data-test=play]:enabled");
  for (let step = 0; step < 8; step++) {
    if (await play.count()) break;
    const choices = person.page.locator(".turn.mine .choices .choice");
    if (await choices.count()) await choose(person, ...liked);
    else await play.waitFor();
  }
  await person.confirm();
}

/** What one may do, as the list says it. */
export const offered = async (person) => (await person.page.locator(".turn.mine > .choices .choice").allInnerTexts()).map((text) => text.trim());
