"""Settings: which layer wins, and what a bad value says."""

from __future__ import annotations

import re
from math import isfinite
from pathlib import Path
from typing import Any

import fault_tally
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge import config, paths
from edge.errors import UsageError
from edge.settings import Settings


@pytest.fixture
def config_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A settings file of the test's own, in place of the user's."""
    path = tmp_path / "config.toml"
    monkeypatch.setattr(paths, "config_file", lambda: path)
    return path


def test_flag_beats_environment_beats_file_beats_default(config_file: Path) -> None:
    """Defaults < file < EDGE_* < flags, and each value's origin is told."""
    config_file.write_text("[search]\nk = 2\n[ask]\npages = 2\nquotes = 2\n", encoding="utf-8")
    settings, origins = config.load_with_origins(
        {"search.k": 4}, environ={"EDGE_SEARCH_K": "3", "EDGE_ASK_PAGES": "3"}
    )
    assert (settings.search.k, settings.ask.pages, settings.ask.quotes) == (4, 3, 2)
    assert origins["search.k"] == "flag"
    assert origins["ask.pages"] == "environment EDGE_ASK_PAGES"
    assert origins["ask.quotes"] == f"file {config_file}"
    assert origins["knowledge"] == "default"


def test_flag_none_and_empty_variable_mean_not_given(config_file: Path) -> None:
    """A flag that was not typed and a variable that is empty leave the layer below in force."""
    settings = config.load({"search.k": None}, environ={"EDGE_SEARCH_K": ""})
    assert settings == Settings()


@pytest.mark.parametrize(
    ("name", "meant"),
    [("memory.owner", "access.owner"), ("serch.k", "search.k"), ("ask.engin", "ask.engine")],
)
def test_a_setting_that_is_none_hints_at_the_one_meant(name: str, meant: str) -> None:
    """One that moved to another room, or was misspelt."""
    with pytest.raises(UsageError, match=name) as caught:
        config.load({name: "1"})
    assert f"Is it {meant}?" in caught.value.hint


@pytest.mark.parametrize(
    ("toml", "environ", "told"),
    [
        ("", {"EDGE_SEARCH_K": "many"}, "EDGE_SEARCH_K"),
        ("", {"EDGE_OFFLINE": "maybe"}, "'maybe'"),
        ("[search]\nkk = 1\n", {}, "search.kk"),
        ("[search\n", {}, "config.toml"),
    ],
)
def test_a_bad_setting_is_named(config_file: Path, toml: str, environ: dict[str, str], told: str) -> None:
    """A wrong name, value or file is a UsageError that names it."""
    config_file.write_text(toml, encoding="utf-8")
    with pytest.raises(UsageError, match=told):
        config.load(environ=environ)


def test_a_settings_file_of_windows_is_read(config_file: Path) -> None:
    """Editors of Windows put a mark before UTF-8, and end lines in their own way."""
    config_file.write_bytes(b"\xef\xbb\xbf[search]\r\nk = 2\r\n")
    assert config.load(environ={}).search.k == 2


def test_hub_offline_implies_offline_unless_told_otherwise(config_file: Path) -> None:
    """HF_HUB_OFFLINE=1 switches edge offline; an explicit EDGE_OFFLINE=0 wins over it."""
    assert config.load(environ={"HF_HUB_OFFLINE": "1"}).offline
    assert not config.load(environ={"HF_HUB_OFFLINE": "1", "EDGE_OFFLINE": "0"}).offline
    assert not config.load(environ={}).offline


@given(name=st.sampled_from(sorted(config.names())), text=st.text(max_size=20))
def test_any_text_in_a_variable_gives_settings_or_a_usage_error(name: str, text: str) -> None:
    """Whatever stands in an environment variable, loading ends in Settings or in a UsageError."""
    try:
        settings = config.load(environ={config.variable(name): text})
    except UsageError as error:
        assert name in error.message or repr(text) in error.message
    else:
        assert isinstance(settings, Settings)


HOSTILE: list[object] = [
    0, -1, 1, 2**31, 2**63, 2**64, 10**400, -(2**70), 0.5, 1e308, float("inf"), float("-inf"), float("nan"),
    "", " ", "0", "nan", "inf", "1e999", "\x00", "a\x00b", "é" * 20_000, "../../etc",
    "\ud800", True, [], {}, None,
]  # fmt: skip


@pytest.mark.parametrize("name", config.names())
def test_a_hostile_value_is_taken_or_refused_by_name(config_file: Path, name: str) -> None:
    """Every setting × every odd value: in range, or a UsageError that names it; never anything else."""
    for value in HOSTILE:
        try:
            settings = config.load({name: value}, environ={})
        except UsageError as error:
            fault_tally.count("settings with odd values")
            assert name in error.message
            continue
        fault_tally.count("settings with odd values")
        taken: Any = settings
        for part in name.split("."):
            taken = getattr(taken, part)
        assert not isinstance(taken, float) or isfinite(taken)
        assert not isinstance(taken, str) or ("\x00" not in taken and len(taken) <= 8_192)
        assert not isinstance(taken, int) or abs(taken) <= 2**50


def test_a_setting_of_few_values_names_them() -> None:
    """A wrong level of strictness is answered with the levels there are."""
    with pytest.raises(UsageError) as caught:
        config.load({"ask.strict": "very"}, environ={})
    assert caught.value.message.endswith("it takes one of low, normal, high.")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("search.k", "many", "it takes a whole number from 1 to 1000"),
        ("search.k", 0, "it takes a whole number from 1 to 1000"),
        ("ask.require", 9, "it takes a number from 0 to 1"),
        ("gemma.flash", "perhaps", "it takes yes or no (1 or 0)"),
        ("ask.strict", "hi", "it takes one of low, normal, high"),
    ],
)
def test_a_bad_value_says_what_the_setting_takes_and_means(name: str, value: object, said: str) -> None:
    """In words of a person, not of a type checker, and with what the setting is."""
    with pytest.raises(UsageError) as caught:
        config.load({name: value}, environ={})
    assert name in caught.value.message and repr(value) in caught.value.message
    assert caught.value.message.endswith(f"{said}.")
    assert config.described()[name] in caught.value.hint


def test_yes_and_no_are_understood_wherever_they_stand() -> None:
    """`--set offline=yes` and `EDGE_OFFLINE=yes` say the same; what is neither is told with its name."""
    assert config.load({"offline": "yes"}, environ={}).offline
    assert config.load({}, environ={"EDGE_OFFLINE": "on"}).offline
    with pytest.raises(
        UsageError, match="The setting offline has the value 'maybe' \\(environment EDGE_OFFLINE"
    ):
        config.load({}, environ={"EDGE_OFFLINE": "maybe"})
    with pytest.raises(UsageError, match="HF_HUB_OFFLINE"):
        config.load({}, environ={"HF_HUB_OFFLINE": "maybe"})


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("EDGE_SERCH_K", ["EDGE_SEARCH_K"]),
        ("EDGE_KNOWLEGE", ["EDGE_KNOWLEDGE"]),
        ("EDGE_HOMES", ["EDGE_HOME"]),
        ("EDGE_MEMORY_OWNER", ["EDGE_ACCESS_OWNER"]),
        ("EDGE_ENGINE", ["EDGE_ASK_ENGINE", "EDGE_EXTRACT_ENGINE"]),
        ("EDGE_SEARCH_COLOURS", []),
    ],
)
def test_a_variable_that_is_no_setting_is_told_with_the_nearest(name: str, near: list[str]) -> None:
    """What nobody heeds is not passed over in silence."""
    assert config.unknown_variables({name: "1"}) == {name: near}


@pytest.mark.parametrize(
    "name",
    ["EDGE_HOME", "EDGE_CONFIG", "EDGE_BUNDLE", "EDGE_DEBUG", "EDGE_SEARCH_K", "EDGE_PATH", "EDGE_DRIVER",
     "EDGE_TEST_KEY", "EDGEWEBDRIVER", "EDGE_BINARY_LOCATION"],
)  # fmt: skip
def test_variables_of_ours_and_of_other_programs_are_left_alone(name: str) -> None:
    """Another program's variables may begin alike."""
    assert config.unknown_variables({name: "1"}) == {}


def test_every_variable_that_is_named_is_one() -> None:
    """A hint or a page that sends people to a variable which nobody reads would send them in circles."""
    root = Path(__file__).parents[1]
    pages = [*root.glob("edge/**/*.py"), *root.glob("docs/*.md"), root / "README.md"]
    named = {
        name
        for page in pages
        for name in re.findall(r"\bEDGE_[A-Z_]*[A-Z]", page.read_text(encoding="utf-8"))
    }
    examples = {"EDGE_SEARCH_SIZE", "EDGE_ENGINE"}  # of `unknown_variables` itself
    assert set(config.unknown_variables(dict.fromkeys(named - examples, "1"))) == set()
