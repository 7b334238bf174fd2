"""Gathers samples of what the API says: those written down in samples.json, and the requests and answers of whole games
that are played here by plain HTTP. Each is valid by the document and new in form (which members, which variants).

    samples.py DOCUMENT BASE OUT
"""

import json
import random
import re
import sys
import urllib.request
from pathlib import Path
from typing import Any
from uuid import uuid4

import jsonschema_rs

REF = "#/components/schemas/"
MOST_OF_A_KIND = 60


class Samples:
    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.schemas = document["components"]["schemas"]
        self.kept: list[dict[str, Any]] = []
        self.forms: set[tuple[str, frozenset[str]]] = set()
        self.validators: dict[str, Any] = {}

    def variant(self, component: str, value: Any) -> str:
        """The component that a value of a union is of."""
        while "discriminator" in (schema := self.schemas[component]):
            discriminator = schema["discriminator"]
            component = discriminator["mapping"][value[discriminator["propertyName"]]].removeprefix(REF)
        return component

    def plain(self, schema: Any, value: Any) -> Any:
        """The schema of the component that a value is of."""
        while "$ref" in schema or "discriminator" in schema:
            if "$ref" in schema:
                schema = self.schemas[self.variant(schema["$ref"].removeprefix(REF), value)]
        return schema

    def filled(self, schema: Any, value: Any) -> Any:
        """The value with the defaults that the document names, which a client may send instead of nothing."""
        schema = self.plain(schema, value)
        if isinstance(value, list):
            return [self.filled(schema.get("items", {}), it) for it in value]
        if not isinstance(value, dict):
            return value
        known = schema.get("properties", {})
        defaults = {name: it["default"] for name, it in known.items() if "default" in it and "$ref" not in it}
        inner = {name: self.filled(known.get(name, {}), it) for name, it in value.items()}
        return defaults | inner

    def bare(self, schema: Any, value: Any) -> Any:
        """The value without lists that are empty and need not be there, for languages that can't tell them from none."""
        schema = self.plain(schema, value)
        if isinstance(value, list):
            return [self.bare(schema.get("items", {}), it) for it in value]
        if not isinstance(value, dict):
            return value
        known, needed = schema.get("properties", {}), schema.get("required", [])
        kept = {name: it for name, it in value.items() if it != [] or name in needed}
        return {name: self.bare(known.get(name, {}), it) for name, it in kept.items()}

    def add(self, name: str, component: str, value: Any, unknown: list[str] | None = None) -> None:
        form = (component, frozenset(members(value)))
        alike = sum(1 for it in self.kept if it["component"] == component)
        if form in self.forms or alike >= MOST_OF_A_KIND:
            return
        self.forms.add(form)
        validator = self.validators.get(component)
        if validator is None:
            schema = {"$ref": REF + component, "components": self.document["components"]}
            validator = self.validators[component] = jsonschema_rs.Draft202012Validator(schema)
        for error in validator.iter_errors(value):
            raise SystemExit(f"the sample {name!r} is no {component}: {error}")
        self.kept.append(
            {
                "name": name,
                "component": component,
                "variant": self.variant(component, value),
                "value": value,
                "unknown": unknown or [],
                "filled": self.filled({"$ref": REF + component}, value),
                "bare": self.bare({"$ref": REF + component}, value),
            }
        )


def members(value: Any, place: str = "") -> set[str]:
    match value:
        case dict():
            return {it for name, inner in value.items() for it in members(inner, f"{place}/{name}")} | {place}
        case list():
            return {it for inner in value for it in members(inner, f"{place}/*")} | {place}
        case None:
            return {f"{place}=null"}
        case str() if place.endswith(("/type", "/game", "/kind", "/status", "/phase")):
            return {f"{place}={value}"}
        case _:
            return {place}


class Caller:
    """Somebody who sends requests and lets samples be made of them and of the answers."""

    def __init__(self, base: str, samples: Samples, token: str | None = None) -> None:
        self.base, self.samples, self.token = base, samples, token

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request) as response:
                status, text = response.status, response.read()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read()
        pattern, operation = self.operation(method, path)
        name = f"{method} {pattern}"
        answer = json.loads(text) if text else None
        if body is not None and status < 400:
            self.keep(f"{name}, request", operation["requestBody"]["content"], body)
        if answer is not None:
            self.keep(f"{name}, {status}", operation["responses"][str(status)]["content"], answer)
        return answer

    def keep(self, name: str, content: dict[str, Any], value: Any) -> None:
        for media_type, media in content.items():
            target = media["schema"].get("$ref")
            if media_type.endswith("json") and target:
                self.samples.add(name, target.removeprefix(REF), value)

    def operation(self, method: str, path: str) -> tuple[str, Any]:
        path = path.split("?")[0]
        paths = sorted(self.samples.document["paths"].items(), key=lambda it: it[0].count("{"))
        for pattern, item in paths:
            if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", pattern), path) and method.lower() in item:
                return pattern, item[method.lower()]
        raise SystemExit(f"the document knows no {method} {path}")


def play(table: list[Caller], game: str, dice: random.Random) -> None:
    offered = table[0].ask("POST", "/v1/games", {"game": game, "seats": len(table), "title": "Samples"})
    path = f"/v1/games/{offered['id']}"
    table[0].ask("GET", path)
    for guest in table[1:]:
        guest.ask("POST", f"{path}/seats", {})
    for _ in range(5000):
        seen = table[0].ask("GET", path)
        if not seen["awaiting"]:
            break
        player = table[seen["awaiting"][0]]
        legal = player.ask("GET", f"{path}/legal-actions")
        kind = dice.choice(sorted({it["type"] for it in legal["actions"]}))
        action = dice.choice([it for it in legal["actions"] if it["type"] == kind])
        sent = {"game": game, "revision": legal["revision"], "actions": [action]}
        player.ask("POST", f"{path}/actions/check", sent)
        player.ask("POST", f"{path}/actions", sent)
    assert seen["status"] == "finished", seen
    for what in ("actions", "events"):
        for after in range(0, seen["revision"], 25):
            table[0].ask("GET", f"{path}/{what}?after={after}&limit=25")
    table[0].ask("POST", f"{path}/actions", sent)


def main(document: str, base: str, out: str) -> None:
    samples = Samples(json.loads(Path(document).read_text()))
    for it in json.loads(Path(__file__).with_name("samples.json").read_text()):
        samples.add(it["name"], it["component"], it["value"], it.get("unknown"))
    stranger = Caller(base, samples)
    table = []
    for _ in range(5):
        registered = stranger.ask("POST", "/v1/players", {"name": f"Sampler {uuid4().hex[:12]}"})
        table.append(Caller(base, samples, registered["token"]))
    for entry in stranger.ask("GET", "/v1/catalogue")["items"]:
        for seats in {entry["seats"]["min"], entry["seats"]["max"]}:
            play(table[:seats], entry["game"], random.Random(seats))
    for path in ("/v1/me", "/v1/me/tokens", "/v1/me/turns", "/v1/me/events", "/v1/me/holidays", "/v1/games"):
        table[0].ask("GET", path)
    table[0].ask("POST", "/v1/games", {"game": "castellers", "seats": 99, "colour": "red"})
    table[0].ask("POST", "/v1/me/tokens", {"label": "a bot's", "scopes": ["read", "play"]})
    hook = table[0].ask("POST", "/v1/me/webhooks", {"url": "https://placa.example/hook", "events": ["your_turn"]})
    table[0].ask("GET", f"/v1/me/webhooks/{(hook.get('webhook') or hook)['id']}")
    Path(out).write_text(json.dumps(samples.kept, indent=1))
    print(f"{len(samples.kept)} samples of {len({it['component'] for it in samples.kept})} components")


main(*sys.argv[1:])
