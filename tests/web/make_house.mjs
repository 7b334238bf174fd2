// Makes the house of the pictures anew: a database with games in the middle and at their end, and the tokens of its players. Draws
// are random, so the golden pictures have to be made anew too (UPDATE_GOLDEN=1 scripts/test-web). Nobody lives in this house:
// the tokens open nothing but this file.

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { Service } from "./browser/service.mjs";
import { liked, playOn } from "./play_on.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/** Games, and how many actions are taken in each at least. */
const PLAYED = [
  { offer: { game: "castellers", title: "Festa Major" }, seats: 3, actions: 60 },
  { offer: { game: "castell" }, seats: 3, actions: 75 },
  { offer: { game: "el_grande", title: "A long winter" }, seats: 4, actions: 70 },
  { offer: { game: "castellers", title: "Over and done" }, seats: 2, actions: 1000 },
];

const service = await Service.start();
const players = [];
for (const name of ["Anna", "Biel", "Carla", "Dídac"]) players.push(await service.player(name));

async function play({ offer, seats, actions }) {
  const seated = players.slice(0, seats);
  const id = await service.game(offer, seated);
  // It ends when the first player is to act, so that the pictures show what can be chosen.
  const reached = ({ awaiting }, step) => step >= actions && awaiting.includes(0);
  const passing = (legal) => legal.find((action) => action.type === "pass");
  await playOn(service, id, seated, reached, (legal, step) => (step > 90 && passing(legal)) || liked(legal, step));
  return id;
}

const games = {};
const names = ["castellers", "castell", "el_grande", "finished"];
for (const [at, name] of names.entries()) games[name] = await play(PLAYED[at]);
await service.ask(players[1].token, "POST", `/v1/games/${games.castellers}/messages`, { text: "Bona plaça a tothom!" });
await service.ask(players[0].token, "POST", `/v1/games/${games.castellers}/messages`, { text: "Pit i amunt." });
const open = await service.ask(players[1].token, "POST", "/v1/games", { game: "castell", seats: 4, title: "Room for three", clock: { kind: "per_turn", seconds: 259200 } });
games.open = open.id;
await service.halt();
writeFileSync(join(here, "house.db.gz"), gzipSync(readFileSync(service.database), { level: 9 }));
writeFileSync(join(here, "house.json"), `${JSON.stringify({ made: new Date().toISOString(), players, games }, null, 2)}\n`);
