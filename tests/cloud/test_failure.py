"""What a call without an answer means, by its status, its connection, or the end of its time."""

from __future__ import annotations

import email.utils
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.cloud import failure
from edge.cloud.failure import CallProgress, RetryLater, WireState
from edge.errors import CloudError, CloudRefused, CloudUnknown


@given(st.integers(300, 599), st.dictionaries(st.sampled_from(["retry-after", "x-should-retry"]), st.text()))
def test_every_status_has_a_meaning(code: int, headers: dict[str, str]) -> None:
    """Below 500 a second try changes nothing, unless the status says so; from 500 on it was done or not."""
    found = failure.status(code, b"", headers, "", CallProgress(1, WireState(sent=True, status=code)))
    error = found.error if isinstance(found, RetryLater) else found
    if code in failure.AGAIN:
        assert type(error) is CloudError
    else:
        assert type(error) is (CloudUnknown if code >= 500 else CloudRefused)
        assert found is error  # never tried again
    assert str(code) in error.message
    assert error.hint


def test_the_service_may_forbid_another_try() -> None:
    """`x-should-retry: false` is obeyed."""
    assert isinstance(failure.status(529, b"", {}, "", CallProgress()), RetryLater)
    assert isinstance(failure.status(529, b"", {"x-should-retry": "false"}, "", CallProgress()), CloudError)


@given(st.booleans(), st.booleans(), st.sampled_from([0, 200, 401, 500]))
def test_what_was_sent_and_not_answered_is_never_tried_again(
    sent: bool, untrusted: bool, status: int
) -> None:
    """A connection that ends is tried again only where nothing left this device."""
    progress = CallProgress(1, WireState(sent=sent or status > 0, status=status))
    found = failure.connection("lost", progress, untrusted=untrusted)
    late = failure.late(progress, 1.0)
    if isinstance(found, RetryLater):
        assert not progress.wire.sent
    if progress.wire.sent and status < 300:
        assert type(found) is type(late) is CloudUnknown
    if not progress.wire.sent:
        assert type(late) is CloudError


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "250", "retry-after": "7"}, 0.25),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "Mon, 01 Jan 99999 00:00:00 GMT"}, None),
        ({"retry-after": f"Mon, 31 Jan {'9' * 19} 00:00:00 GMT"}, None),
        ({"retry-after": email.utils.formatdate(0)}, 0.0),
    ],
)
def test_retry_after(headers: dict[str, str], seconds: float | None) -> None:
    """Seconds, milliseconds or a date; anything else is as if nothing had been said."""
    assert failure.retry_after(headers) == seconds


def test_retry_after_a_date_ahead() -> None:
    """A date counts from now, by the wall clock."""
    found = failure.retry_after({"retry-after": email.utils.formatdate(time.time() + 3_600)})
    assert found is not None
    assert 3_500 < found <= 3_600
