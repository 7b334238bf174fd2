"""Lets the service call a receiver of our own and verifies what comes with the library of Standard Webhooks.

    python webhooks.py BASE
"""

import http.server
import queue
import sys
import threading

import httpx
from standardwebhooks import Webhook, WebhookVerificationError

Message = tuple[dict[str, str], bytes]
came: "queue.Queue[Message]" = queue.Queue()


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        came.put(({name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: what matters is said below."""


def refuses(secret: str, headers: dict[str, str], body: bytes) -> bool:
    try:
        Webhook(secret).verify(body, headers)
    except WebhookVerificationError:
        return True
    return False


def main(base: str) -> None:
    receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    client = httpx.Client(base_url=base, timeout=30)
    owner = client.post("/v1/players", json={"name": "Webhook owner"}).raise_for_status().json()
    client.headers["authorization"] = f"Bearer {owner['token']}"
    url = f"http://127.0.0.1:{receiver.server_port}/hook"
    made = client.post("/v1/me/webhooks", json={"url": url, "events": ["your_turn"]}).raise_for_status().json()

    def told() -> Message:
        client.post(f"/v1/me/webhooks/{made['id']}/test", json={}).raise_for_status()
        return came.get(timeout=30)

    old = made["secret"]
    headers, body = told()
    assert Webhook(old).verify(body, headers)["type"] == "webhook.test"
    assert refuses(old, headers, body.replace(b"webhook.test", b"webhook.tesT")), "a changed body"
    assert refuses(old, headers | {"webhook-id": "other"}, body), "another id"
    assert refuses(old, headers | {"webhook-timestamp": "1700000000"}, body), "an old message"

    change = client.patch(f"/v1/me/webhooks/{made['id']}", json={"rotate_secret": True})
    new = change.raise_for_status().json()["secret"]
    assert new != old
    headers, body = told()
    for secret in (old, new):
        assert Webhook(secret).verify(body, headers)["type"] == "webhook.test"

    # And of a game against a bot: either its owner begins, or the bot acts until it is the owner's turn.
    offer = {"game": "castellers", "seats": 2}
    game = client.post("/v1/games", json=offer).raise_for_status().json()
    client.post(f"/v1/games/{game['id']}/seats", json={"bot": "random"}).raise_for_status()
    headers, body = came.get(timeout=30)
    message = Webhook(new).verify(body, headers)
    assert message["type"] == "game.your_turn", message
    print("Standard Webhooks' own library verifies what the service sends")


main(sys.argv[1])
