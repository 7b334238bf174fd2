// What has to compile, and what must not: the types tell games and kinds of action apart.
import type { components } from "./schema";

type Schemas = components["schemas"];

export const good: Schemas["SubmitActions"][] = [
  { game: "castellers", actions: [{ type: "pass" }] },
  { game: "castell", revision: 5_000_000_000, actions: [{ type: "recruit", sizes: [3] }] },
  { game: "el_grande", actions: [{ type: "set_disk" }] },
];

// @ts-expect-error: castellers knows no such action
export const otherGame: Schemas["SubmitActions"] = { game: "castellers", actions: [{ type: "end_turn" }] };
// @ts-expect-error: a member is missing
export const missing: Schemas["SubmitActions"] = { game: "castell", actions: [{ type: "decline_festival" }] };
// @ts-expect-error: there is no such game
export const noGame: Schemas["OfferGame"] = { game: "go", seats: 2 };

export function narrowed(game: Schemas["Game"]): number {
  switch (game.view?.game) {
    case "castellers":
    case "castell":
    case "el_grande":
      return game.view.players.length;
    case undefined:
      return 0;
  }
}
