"""What reading values needs is asked for before the first message."""

from __future__ import annotations

import pytest

from edge.errors import EdgeError
from edge.values import libraries


def test_a_missing_library_names_itself_and_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """With everything here nothing happens; without one, its name and the extra to install are named."""
    libraries.require()
    monkeypatch.setattr(libraries, "LIBRARIES", ("dateparser", "no_such_library"))
    with pytest.raises(EdgeError, match="no_such_library") as caught:
        libraries.require()
    assert "edge-answers[extract]" in caught.value.hint and "dateparser" not in caught.value.message
