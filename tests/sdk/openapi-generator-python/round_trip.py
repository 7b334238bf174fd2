"""Sends samples through the models of OpenAPI Generator: JSON to object to JSON.

round_trip.py SAMPLES OUT
"""

import json
import sys
from pathlib import Path
from typing import Any

from placa_generated import models


def there_and_back(sample: dict[str, Any]) -> dict[str, Any]:
    try:
        read = getattr(models, sample["component"]).from_json(json.dumps(sample["value"]))
        actual = read
        while hasattr(actual, "actual_instance"):
            actual = actual.actual_instance
        return {"class": type(actual).__name__, "value": json.loads(read.to_json())}
    except Exception as error:  # noqa: BLE001: whatever it is, it is what we look for
        return {"error": repr(error)}


samples = json.loads(Path(sys.argv[1]).read_text())
Path(sys.argv[2]).write_text(json.dumps([there_and_back(it) for it in samples]))
