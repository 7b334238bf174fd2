// Plays one whole game of each game on offer, all seats, with the client of @hey-api/openapi-ts.
import { createClient, createConfig, type Client } from "./client/client";
import * as placa from "./client/sdk.gen";
import type { LegalActions, OfferGame, SubmitActions } from "./client/types.gen";

const baseUrl = process.argv[2]!;
const as = (token: string): Client => createClient(createConfig({ baseUrl, auth: token }));

let dice = 11n;
function among<T>(things: readonly T[]): T {
  dice = (dice * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
  return things[Number((dice >> 33n) % BigInt(things.length))]!;
}

function pick<A extends { type: string }>(actions: readonly A[]): A {
  const kind = among([...new Set(actions.map((it) => it.type))]);
  return among(actions.filter((it) => it.type === kind));
}

function submission(legal: LegalActions): SubmitActions {
  const { revision } = legal;
  switch (legal.game) {
    case "castellers":
      return { game: legal.game, revision, actions: [pick(legal.actions)] };
    case "castell":
      return { game: legal.game, revision, actions: [pick(legal.actions)] };
    case "el_grande":
      return { game: legal.game, revision, actions: [pick(legal.actions)] };
  }
}

async function play(table: Client[], body: OfferGame): Promise<void> {
  const [owner] = table as [Client];
  const { data: offered } = await placa.offerGame({ client: owner, body, throwOnError: true });
  const path = { id: offered.id };
  for (const client of table.slice(1)) await placa.takeSeat({ client, path, body: {}, throwOnError: true });
  for (let moves = 0; moves < 5000; moves += 1) {
    const { data: game } = await placa.getGame({ client: owner, path, throwOnError: true });
    const seat = game.awaiting[0];
    if (seat === undefined) {
      if (game.status !== "finished" || game.outcome?.places.length !== table.length) throw new Error(JSON.stringify(game));
      console.log(`${body.game}: finished at revision ${game.revision}`);
      return;
    }
    const client = table[seat]!;
    const { data: legal } = await placa.listLegalActions({ client, path, throwOnError: true });
    await placa.act({ client, path, body: submission(legal), throwOnError: true });
    if (moves === 0) {
      const { error } = await placa.act({ client, path, body: submission(legal) });
      if (error?.code !== "stale_revision" && error?.code !== "not_awaited") throw new Error(JSON.stringify(error));
    }
  }
  throw new Error(`${body.game} does not end`);
}

async function main(): Promise<void> {
  const stranger = createClient(createConfig({ baseUrl }));
  const table: Client[] = [];
  for (let n = 0; n < 2; n += 1) {
    const body = { name: `Hey ${crypto.randomUUID().slice(0, 12)}` };
    const { data } = await placa.registerPlayer({ client: stranger, body, throwOnError: true });
    table.push(as(data.token));
  }
  await play(table, { game: "castellers", seats: 2 });
  await play(table, { game: "castell", seats: 2 });
  await play(table, { game: "el_grande", seats: 2 });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
