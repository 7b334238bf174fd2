"""Sets the table for scripts/fuzz-api: a player with games of each sort and a webhook, so that requests reach what is there.

    fuzz.py BASE OUT

Writes schemathesis's configuration: the player's token, and what there is as dictionaries that paths are mostly filled from.
"""

import json
import sys
import urllib.request
from pathlib import Path
from typing import Any
from uuid import uuid4

base, out = sys.argv[1:]


def post(path: str, body: Any, token: str = "") -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(base + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def registered() -> tuple[str, str]:
    answer = post("/v1/players", {"name": f"Fuzz {uuid4().hex[:12]}"})
    return answer["player"]["id"], answer["token"]


(player, token), (other, guest) = registered(), registered()
games = []
for game in ("castellers", "castell", "el_grande"):
    for owner, taker in ((token, guest), (guest, token)):
        running, offered = (post("/v1/games", {"game": game, "seats": 2}, owner)["id"] for _ in range(2))
        post(f"/v1/games/{running}/seats", {}, taker)
        games += [running, offered]
webhook = post("/v1/me/webhooks", {"url": "https://placa.example/hook", "events": ["your_turn"]}, token)
there = {"games": games, "players": [player, other], "webhooks": [(webhook.get("webhook") or webhook)["id"]]}
bound = {"id": "games", "player": "players", "webhook": "webhooks"}
lines = [f'headers = {{ Authorization = "Bearer {token}" }}']
lines += [f"[dictionaries.{name}]\nvalues = {json.dumps(values)}" for name, values in there.items()]
lines += ["[parameters]"]
lines += [f'"path.{name}" = {{ dictionary = "{values}", probability = 0.8 }}' for name, values in bound.items()]
# That good data is taken can't hold where the rules of a game decide.
lines += ["[checks.positive_data_acceptance]", "enabled = false"]
# A body or an address that is too long is refused for that (413, 414), whatever else is wrong with it.
lines += ["[checks.negative_data_rejection]", "expected-statuses = [400, 401, 403, 404, 405, 406, 409, 412, 413, 414, 415, 422, 428, 429]"]
# What ends a token is its id, not the secret that an answer calls a token once.
lines += ["[[operations]]", 'include-operation-id = ["createToken", "revokeToken"]', "checks.ensure_resource_availability.enabled = false"]
# A game that was withdrawn can still be read: deleting ends the offer, which stays as `cancelled`.
lines += ["[[operations]]", 'include-path-regex = "^/v1/games/[{]id[}]"', "checks.use_after_free.enabled = false"]
Path(out).write_text("\n".join(lines) + "\n")
