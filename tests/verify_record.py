#!/usr/bin/env python3
"""Verifies the dealing in a record of Plaça: python3 verify_record.py record.json (- for standard input).

Written from docs/dealing.md alone, with nothing but Python's standard library: it shares no code with the service. It
checks the commitment and every draw. That the actions keep to the rules is what `placa verify` checks besides.
Ends with 0 if all of it holds, with 1 if not.
"""

import hashlib
import hmac
import json
import struct
import sys


def hkdf_sha256(key, salt, info, length):
    """RFC 5869."""
    extracted = hmac.new(salt, key, hashlib.sha256).digest()
    block, out, number = b"", b"", 0
    while len(out) < length:
        number += 1
        block = hmac.new(extracted, block + info + bytes([number]), hashlib.sha256).digest()
        out += block
    return out[:length]


def rotate(word, by):
    return ((word << by) | (word >> (32 - by))) & 0xFFFFFFFF


def quarter(s, a, b, c, d):
    s[a] = (s[a] + s[b]) & 0xFFFFFFFF
    s[d] = rotate(s[d] ^ s[a], 16)
    s[c] = (s[c] + s[d]) & 0xFFFFFFFF
    s[b] = rotate(s[b] ^ s[c], 12)
    s[a] = (s[a] + s[b]) & 0xFFFFFFFF
    s[d] = rotate(s[d] ^ s[a], 8)
    s[c] = (s[c] + s[d]) & 0xFFFFFFFF
    s[b] = rotate(s[b] ^ s[c], 7)


def chacha20_words(key, stream):
    """The key stream as 32-bit words: block counter and stream number of 64 bits each."""
    counter = 0
    while True:
        start = list(struct.unpack("<4I", b"expand 32-byte k")) + list(struct.unpack("<8I", key))
        start += struct.unpack("<4I", struct.pack("<QQ", counter, stream))
        state = start[:]
        for _ in range(10):
            quarter(state, 0, 4, 8, 12)
            quarter(state, 1, 5, 9, 13)
            quarter(state, 2, 6, 10, 14)
            quarter(state, 3, 7, 11, 15)
            quarter(state, 0, 5, 10, 15)
            quarter(state, 1, 6, 11, 12)
            quarter(state, 2, 7, 8, 13)
            quarter(state, 3, 4, 9, 14)
        yield from ((word + first) & 0xFFFFFFFF for word, first in zip(state, start))
        counter += 1


def draw(seed, number, of):
    """Draw `number` of a game: one of `of`."""
    limit = 2**32 - 2**32 % of
    return next(word for word in chacha20_words(seed, number) if word < limit) % of


def verify(record):
    if not record["complete"]:
        sys.exit("the record is not complete: the secrets of a game are told when it is over")
    dealing = record["dealing"]
    secret = bytes.fromhex(dealing["server_seed"])
    if hashlib.sha256(secret).hexdigest() != dealing["commitment"]:
        sys.exit("dealing/server_seed: the secret is not the one that was committed to")
    added = {one["seat"]: one["entropy"].encode() for one in dealing["contributions"]}
    info = b"placa seed 1"
    for seat in range(len(record["seats"])):
        text = added.get(seat, b"")
        info += struct.pack(">I", len(text)) + text
    seed = hkdf_sha256(secret, record["id"].encode(), info, 32)
    number = 0
    for revision, entry in enumerate(record["log"], 1):
        if entry["revision"] != revision:
            sys.exit(f"revision {revision}: the log has revision {entry['revision']} here")
        for one in entry["draws"]:
            expected = draw(seed, number, one["of"])
            if one["drawn"] != expected:
                sys.exit(f"revision {revision}: draw {number} is {expected} of {one['of']} by the seed")
            number += 1
    print(f"{record['id']}: {number} draws follow from the seed")


if __name__ == "__main__":
    with sys.stdin if sys.argv[1] == "-" else open(sys.argv[1], encoding="utf-8") as file:
        verify(json.load(file))
