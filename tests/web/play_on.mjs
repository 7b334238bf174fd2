// Playing on by the API alone, up to a moment that is to be looked at.

/** What somebody would do who means to play: building before drawing, acting before ending the turn. */
const LIKED = ["raise", "enter_festival", "special", "train", "recruit", "execute", "place", "take_card", "intake", "move", "exchange", "bid"];

/** @param {any[]} actions @param {number} step */
export function liked(actions, step) {
  for (let at = 0; at < LIKED.length; at++) {
    const some = actions.filter((action) => action.type === LIKED[(at + (step % 3)) % LIKED.length]);
    if (some.length) return some[(step * 7) % some.length];
  }
  return actions[step % actions.length];
}

/**
 * Plays until `reached` holds of the game or it is over, and tells the game as it stands then. `choose` says what is done; it
 * ends as well where that is nothing.
 * @param {import("./browser/service.mjs").Service} service
 * @param {string} id
 * @param {{token: string}[]} players by seat
 * @param {(game: any, step: number) => boolean} reached
 * @param {(actions: any[], step: number, game: any) => any | null} [choose]
 */
export async function playOn(service, id, players, reached, choose = liked) {
  for (let step = 0; ; step++) {
    const shown = await service.ask(null, "GET", `/v1/games/${id}`);
    const { status, awaiting, revision, game } = shown;
    if (status !== "running" || reached(shown, step)) return shown;
    const { token } = players[awaiting[0]];
    const { actions } = await service.ask(token, "GET", `/v1/games/${id}/legal-actions`);
    const chosen = choose(actions, step, shown);
    if (!chosen) return shown;
    await service.ask(token, "POST", `/v1/games/${id}/actions`, { game, revision, actions: [chosen] });
  }
}
