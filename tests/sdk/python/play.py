"""Plays one whole game of each game on offer, all seats, with the client of openapi-python-client."""

import random
import sys
from collections.abc import Sequence
from typing import TypeVar
from uuid import uuid4

from placa_client import AuthenticatedClient, Client
from placa_client.api.games import get_game, offer_game, take_seat
from placa_client.api.play import act, list_legal_actions
from placa_client.api.players import register_player
from placa_client.models import (
    CastellersLegalActions,
    CastellLegalActions,
    ElGrandeLegalActions,
    Game,
    OfferCastell,
    OfferCastellers,
    OfferElGrande,
    Problem,
    Register,
    Registered,
    SubmitCastellActions,
    SubmitCastellersActions,
    SubmitElGrandeActions,
    TakeSeat,
)
from placa_client.types import Unset

Offer = OfferCastell | OfferCastellers | OfferElGrande
Legal = CastellersLegalActions | CastellLegalActions | ElGrandeLegalActions
Submission = SubmitCastellActions | SubmitCastellersActions | SubmitElGrandeActions
A = TypeVar("A")
T = TypeVar("T")
dice = random.Random(3)


def given(kind: type[T], answer: object) -> T:
    assert isinstance(answer, kind), answer
    return answer


def pick(actions: Sequence[A]) -> A:
    """Evenly among the kinds of action, then among those of the kind."""
    kind = dice.choice(sorted({type(it).__name__ for it in actions}))
    return dice.choice([it for it in actions if type(it).__name__ == kind])


def submission(legal: Legal) -> Submission:
    if isinstance(legal, CastellersLegalActions):
        return SubmitCastellersActions(game="castellers", revision=legal.revision, actions=[pick(legal.actions)])
    if isinstance(legal, CastellLegalActions):
        return SubmitCastellActions(game="castell", revision=legal.revision, actions=[pick(legal.actions)])
    return SubmitElGrandeActions(game="el_grande", revision=legal.revision, actions=[pick(legal.actions)])


def legal_actions(player: AuthenticatedClient, game: Game) -> Legal:
    legal = list_legal_actions.sync(game.id, client=player)
    assert isinstance(legal, CastellersLegalActions | CastellLegalActions | ElGrandeLegalActions), legal
    return legal


def play(table: list[AuthenticatedClient], offer: Offer) -> None:
    game = given(Game, offer_game.sync(client=table[0], body=offer))
    for guest in table[1:]:
        assert not isinstance(take_seat.sync(game.id, client=guest, body=TakeSeat()), Problem)
    for moves in range(5000):
        game = given(Game, get_game.sync(game.id, client=table[0]))
        if not game.awaiting:
            break
        player = table[game.awaiting[0]]
        sent = submission(legal_actions(player, game))
        result = act.sync(game.id, client=player, body=sent)
        assert result is not None and not isinstance(result, Problem), result
        if moves == 0:
            refused = given(Problem, act.sync(game.id, client=player, body=sent))
            assert refused.code in ("stale_revision", "not_awaited"), refused
    assert game.status == "finished", game.status
    assert not isinstance(game.outcome, Unset) and len(game.outcome.places) == len(table)
    places = ", ".join(f"seat {it.seat} place {it.place} score {it.score}" for it in game.outcome.places)
    print(f"{offer.game}: finished at revision {game.revision}: {places}")


def main(base: str) -> None:
    table = []
    for _ in range(2):
        name = f"Snake {uuid4().hex[:12]}"
        registered = given(Registered, register_player.sync(client=Client(base), body=Register(name=name)))
        table.append(AuthenticatedClient(base, registered.token))
    play(table, OfferCastellers(game="castellers", seats=2))
    play(table, OfferCastell(game="castell", seats=2))
    play(table, OfferElGrande(game="el_grande", seats=2))


main(sys.argv[1])
