"""Compares what a generated client made of the samples with the samples.

    compare.py SAMPLES MADE [bare]

MADE is a JSON list, one entry per sample: {"class": NAME or null, "value": JSON}. The class has to be the sample's variant
(null: the language can't tell), the JSON has to be equal: instants may be written otherwise, members that no schema knows may
have been dropped, and defaults may have been filled in; with `bare`, empty lists that need not be there may be gone.
"""

import json
import re
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

bare = sys.argv[3:] == ["bare"]
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


def alike(value: Any) -> Any:
    match value:
        case dict():
            return {name: alike(inner) for name, inner in value.items()}
        case list():
            return [alike(inner) for inner in value]
        case str() if INSTANT.fullmatch(value):
            return datetime.fromisoformat(value).timestamp()
        case float() if value.is_integer():
            return int(value)
        case _:
            return value


def fault(sample: dict[str, Any], made: dict[str, Any]) -> str | None:
    if "error" in made:
        return made["error"]
    if made["class"] not in (None, sample["variant"]):
        return f"became a {made['class']}, not a {sample['variant']}"
    whole = alike(sample["value"])
    known = {name: it for name, it in whole.items() if name not in sample["unknown"]}
    right = [whole, known, alike(sample["filled"])] + ([alike(sample["bare"])] if bare else [])
    if alike(made["value"]) not in right:
        return f"became {json.dumps(made['value'])[:700]}"
    return None


samples, made = (json.loads(Path(it).read_text()) for it in sys.argv[1:3])
if len(samples) != len(made):
    sys.exit(f"{len(samples)} samples, and {len(made)} came back")
faults = [(it, why) for it, came in zip(samples, made) if (why := fault(it, came))]
for sample, why in faults[:10]:
    print(f"{sample['name']} ({sample['component']}): {json.dumps(sample['value'])[:700]}\n    {why}")
if faults:
    sys.exit(f"{len(faults)} of {len(samples)} samples did not come back as they were")
print(f"{len(samples)} samples came back as they were")
