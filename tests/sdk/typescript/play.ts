// Plays one whole game of each game on offer, all seats, with openapi-fetch and the types of openapi-typescript.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

type LegalActions = components["schemas"]["LegalActions"];
type SubmitActions = components["schemas"]["SubmitActions"];
type OfferGame = components["schemas"]["OfferGame"];

const base = process.argv[2]!;
const client = (token?: string) =>
  createClient<paths>({ baseUrl: base, headers: token ? { Authorization: `Bearer ${token}` } : {} });
type Client = ReturnType<typeof client>;

function given<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  if (answer.data === undefined) {
    throw new Error(`${answer.response.url} ${answer.response.status}: ${JSON.stringify(answer.error)}`);
  }
  return answer.data;
}

let dice = 7n;
function among<T>(things: readonly T[]): T {
  dice = (dice * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
  return things[Number((dice >> 33n) % BigInt(things.length))]!;
}

/** Evenly among the kinds of action, then among those of the kind. */
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

async function play(table: Client[], offer: OfferGame): Promise<void> {
  const [owner] = table as [Client];
  const { id } = given(await owner.POST("/v1/games", { body: offer }));
  const params = { path: { id } };
  for (const guest of table.slice(1)) given(await guest.POST("/v1/games/{id}/seats", { params, body: {} }));
  for (let moves = 0; moves < 5000; moves += 1) {
    const game = given(await owner.GET("/v1/games/{id}", { params }));
    const seat = game.awaiting[0];
    if (seat === undefined) {
      if (game.status !== "finished" || game.outcome?.places.length !== table.length) throw new Error(JSON.stringify(game));
      const places = game.outcome.places.map((it) => `seat ${it.seat} place ${it.place} score ${it.score}`);
      console.log(`${offer.game}: finished at revision ${game.revision}: ${places.join(", ")}`);
      return;
    }
    const player = table[seat]!;
    const legal = given(await player.GET("/v1/games/{id}/legal-actions", { params }));
    given(await player.POST("/v1/games/{id}/actions", { params, body: submission(legal) }));
    if (moves === 0) {
      const { error } = await player.POST("/v1/games/{id}/actions", { params, body: submission(legal) });
      if (error?.code !== "stale_revision" && error?.code !== "not_awaited") throw new Error(JSON.stringify(error));
    }
  }
  throw new Error(`${offer.game} does not end`);
}

async function main(): Promise<void> {
  const stranger = client();
  const table: Client[] = [];
  for (let n = 0; n < 2; n += 1) {
    const name = `Types ${crypto.randomUUID().slice(0, 12)}`;
    table.push(client(given(await stranger.POST("/v1/players", { body: { name } })).token));
  }
  const catalogue = given(await stranger.GET("/v1/catalogue"));
  if (catalogue.items.length !== 3) throw new Error("this program knows three games");
  await play(table, { game: "castellers", seats: 2 });
  await play(table, { game: "castell", seats: 2, options: {} });
  await play(table, { game: "el_grande", seats: 2 });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
