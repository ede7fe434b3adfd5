"""The faults of the cloud come from the loopback server, which lies with the tests of the cloud room."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "cloud"))
