"""Sends samples through the models of openapi-python-client: JSON to object to JSON.

round_trip.py SAMPLES OUT
"""

import json
import sys
from pathlib import Path
from typing import Any

from placa_client import models


def there_and_back(sample: dict[str, Any]) -> dict[str, Any]:
    # A union has no class of its own: its values are read by whatever holds them.
    try:
        read = getattr(models, sample["variant"]).from_dict(sample["value"])
        return {"class": type(read).__name__, "value": read.to_dict()}
    except Exception as error:  # noqa: BLE001: whatever it is, it is what we look for
        return {"error": repr(error)}


samples = json.loads(Path(sys.argv[1]).read_text())
Path(sys.argv[2]).write_text(json.dumps([there_and_back(it) for it in samples]))
