// What has to compile, and what must not.
import type { OfferGame, SubmitActions } from "./client/types.gen";

export const good: SubmitActions[] = [
  { game: "castellers", actions: [{ type: "pass" }] },
  { game: "castell", actions: [{ type: "recruit", sizes: [3] }] },
  { game: "el_grande", actions: [{ type: "set_disk" }] },
];
// @ts-expect-error: castellers knows no such action
export const otherGame: SubmitActions = { game: "castellers", actions: [{ type: "end_turn" }] };
// @ts-expect-error: there is no such game
export const noGame: OfferGame = { game: "go", seats: 2 };
