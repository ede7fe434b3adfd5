"""Prices: exact costs from the usage fields, a file the person can override, an age that is told."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge import paths
from edge.cloud import prices
from edge.errors import UsageError
from edge.text.tokens import estimate


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of nobody."""
    monkeypatch.setattr(paths, "home", lambda: tmp_path)
    return tmp_path


def test_each_shipped_tier_costs_more_than_the_one_below() -> None:
    """Three tiers, each dearer than the one before; ids as they are sent."""
    tiers = list(prices.load().tiers.values())
    assert [tier.model for tier in tiers] == ["claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5"]
    assert [tier.input for tier in tiers] == sorted(tier.input for tier in tiers)


def test_a_file_of_windows_is_read(own_home: Path) -> None:
    """An editor of Windows puts a mark before UTF-8: the prices of the file count all the same."""
    (own_home / "cloud_models.toml").write_text("[tiers.opus]\ninput = 7\n", encoding="utf-8-sig")
    assert prices.load().tier("opus").input == 7


def test_a_cost_adds_up_every_usage_field() -> None:
    """By hand, for Opus: 1000 in, 2000 written for 5 min, 4000 for 1 h, 8000 read, 500 out."""
    usage = {
        "input_tokens": 1000,
        "cache_creation_input_tokens": 6000,
        "cache_creation": {"ephemeral_5m_input_tokens": 2000, "ephemeral_1h_input_tokens": 4000},
        "cache_read_input_tokens": 8000,
        "output_tokens": 500,
        "output_tokens_details": {"thinking_tokens": 300},
    }
    opus = prices.load().tiers["opus"]
    assert opus.cost(usage) == (1000 * 4 + 2000 * 4 * 1.25 + 4000 * 4 * 2 + 8000 * 0.2 + 500 * 20) / 1e6
    assert opus.tokens(usage) == 15_500


def test_without_a_breakdown_what_was_written_counts_for_five_minutes() -> None:
    """That is all that edge asks for."""
    sonnet = prices.load().tiers["sonnet"]
    assert sonnet.cost({"cache_creation_input_tokens": 1000, "output_tokens": 0}) == 1000 * 2.5 / 1e6


def test_a_long_prompt_costs_more_where_the_price_list_says_so() -> None:
    """Haiku above 100,000 tokens of prompt, cached ones included."""
    haiku = prices.load().tiers["haiku"]
    assert haiku.cost({"input_tokens": 100_000}) == 0.01
    assert haiku.cost({"input_tokens": 100_001}) == pytest.approx(0.0500005, abs=1e-12)
    assert haiku.cost({"input_tokens": 1, "cache_read_input_tokens": 100_000}) == pytest.approx(0.0050005)


@given(
    st.fixed_dictionaries(
        {
            "input_tokens": st.integers(0, 50_000),
            "cache_creation_input_tokens": st.integers(0, 50_000),
            "cache_read_input_tokens": st.integers(0, 50_000),
            "output_tokens": st.integers(0, 4096),
        }
    ),
    st.sampled_from(["haiku", "sonnet", "opus"]),
)
def test_nothing_costs_more_than_was_reserved(usage: dict[str, int], name: str) -> None:
    """The largest cost of a prompt of that size covers however its tokens are counted."""
    tier = prices.load().tiers[name]
    prompt = sum(usage.values()) - usage["output_tokens"]
    assert 0 <= tier.cost(usage) <= tier.most(prompt, 4096)


@pytest.mark.parametrize("usage", [{}, {"input_tokens": None}, {"output_tokens": "9"}, {"cache_creation": 3}])
def test_odd_usage_fields_count_as_nothing(usage: dict[str, object]) -> None:
    """An answer is foreign input: no field of it can break the accounting."""
    assert prices.load().tiers["sonnet"].cost(usage) == 0.0


def test_the_persons_file_replaces_values_and_adds_tiers(own_home: Path) -> None:
    """A price of theirs, the shipped rest; a tier of their own with all it needs."""
    (own_home / "cloud_models.toml").write_text(
        "checked = 2027-01-01\n[tiers.sonnet]\ninput = 3\n"
        '[tiers.mine]\nmodel = "m-1"\ninput = 1\noutput = 2\ncache_read = 0.1\n',
        encoding="utf-8",
    )
    found = prices.load()
    assert found.checked == date(2027, 1, 1)
    assert (found.tiers["sonnet"].input, found.tiers["sonnet"].output) == (3.0, 10.0)
    assert list(found.tiers) == ["haiku", "sonnet", "opus", "mine"]


def test_a_file_that_calls_tiers_rungs_still_counts(own_home: Path) -> None:
    """Nobody's own prices are silently those that ship because a table was renamed."""
    (own_home / "cloud_models.toml").write_text("[rungs.opus]\ninput = 7\n", encoding="utf-8")
    assert prices.load().tiers["opus"].input == 7.0


def test_prices_belong_to_models() -> None:
    """A tier that is mapped to a dearer model is billed as that model, and reserved as that model."""
    found = prices.load("sonnet = claude-opus-5-5 , opus=claude-haiku-5-5").tiers
    for tier, model, price in (("sonnet", "claude-opus-5-5", 4.0), ("opus", "claude-haiku-5-5", 0.1)):
        assert (found[tier].name, found[tier].model, found[tier].input) == (tier, model, price)


def test_a_model_without_prices_is_not_asked(own_home: Path) -> None:
    """The message says which model, and where its prices go; with them it is as good as any."""
    with pytest.raises(UsageError, match="nobody knows what claude-new costs"):
        prices.load("sonnet=claude-new")
    own = own_home / "cloud_models.toml"
    own.write_text('[tiers.sonnet]\nmodel = "claude-new"\n', encoding="utf-8")
    with pytest.raises(UsageError, match=r"cloud_models\.toml|prices cannot be used"):
        prices.load()
    own.write_text(
        '[tiers.sonnet]\nmodel = "claude-new"\ninput = 3\noutput = 9\ncache_read = 1\n', encoding="utf-8"
    )
    assert prices.load("opus=claude-new").tiers["opus"].output == 9.0


def test_the_persons_file_maps_a_tier_to_a_known_model_at_that_models_prices(own_home: Path) -> None:
    """Naming a model there is enough, and cheats nobody."""
    (own_home / "cloud_models.toml").write_text(
        '[tiers.sonnet]\nmodel = "claude-opus-5-5"\n', encoding="utf-8"
    )
    assert prices.load().tiers["sonnet"].output == 20.0


@pytest.mark.parametrize(
    ("usage", "plausible"),
    [
        ({"input_tokens": 900, "output_tokens": 100}, True),
        ({}, True),
        ({"input_tokens": 10**15, "output_tokens": 1}, False),
        ({"input_tokens": -1, "output_tokens": 1}, False),
        ({"input_tokens": 900, "output_tokens": 101}, False),
        ({"input_tokens": 3000, "cache_read_input_tokens": 3000}, False),
        ({"input_tokens": 1, "cache_creation": {"ephemeral_1h_input_tokens": -5}}, False),
    ],
)
def test_what_a_request_cannot_have_taken_is_seen(usage: dict[str, object], plausible: bool) -> None:
    """1,000 bytes are no million tokens, and more than was allowed is not written."""
    assert prices.load().tiers["sonnet"].plausible(usage, 1000, 100) is plausible


@pytest.mark.parametrize("models", ["sonnet", "sonnet=", "nobody=x", "=x"])
def test_a_setting_that_makes_no_sense_is_refused(models: str) -> None:
    """The message names the setting and the tiers there are."""
    with pytest.raises(UsageError, match=r"cloud\.models") as caught:
        prices.load(models)
    assert "haiku" in caught.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "not toml",
        "tiers = 3",
        "[tiers]\nsonnet = 3",
        "[tiers.new]\ninput = 1",
        "[tiers.sonnet]\ninput = -1",
        "[tiers.sonnet]\ninput = nan",
        '[tiers.sonnet]\ninput = "much"',
        "[tiers.sonnet]\nsurprise = 1",
    ],
)
def test_a_file_that_cannot_be_used_is_named(own_home: Path, text: str) -> None:
    """Never a silent fall back to other prices."""
    (own_home / "cloud_models.toml").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        prices.load()
    assert "cloud_models.toml" in str(caught.value)


def test_old_prices_are_told() -> None:
    """90 days are fine, one more is a warning that names the day and the file."""
    found = prices.load()
    assert found.stale(found.checked + timedelta(days=90)) is None
    stale = found.stale(found.checked + timedelta(days=91))
    assert stale is not None and stale.params["checked"] == str(found.checked)


@given(st.text(max_size=200), st.text(max_size=200))
def test_an_estimate_grows_with_the_text(one: str, other: str) -> None:
    """Never less for more; and never below a third of the characters."""
    assert estimate(one) <= estimate(one + other) <= estimate(one) + estimate(other)
    assert estimate(one) >= len(one) / 3
