"""Redaction: what is sensitive is found, masked everywhere, and comes back exactly."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edge.cloud import sensitive
from edge.cloud.normalised import NormalisedText
from edge.cloud.redact import Redactor
from edge.errors import UsageError

ALL = list(sensitive.RULES)

FOUND = [
    ("iban", "Notre IBAN : FR76 3000 6000 0112 3456 7890 189 merci", "FR76 3000 6000 0112 3456 7890 189"),
    ("iban", "Bitte auf DE89370400440532013000 überweisen", "DE89370400440532013000"),
    ("iban", "gb82 west 1234 5698 7654 32", "gb82 west 1234 5698 7654 32"),
    ("iban", "BE71\u00a00961\u00a02345\u00a06769", "BE71\u00a00961\u00a02345\u00a06769"),
    ("iban", "mal recopié FR76 3000 6000 0112 3456 7890 188.", "FR76 3000 6000 0112 3456 7890 188"),
    ("card", "carte 4111 1111 1111 1111, exp 12/27", "4111 1111 1111 1111"),
    ("card", "amex 378282246310005", "378282246310005"),
    ("card", "5500-0000-0000-0004", "5500-0000-0000-0004"),
    ("phone", "Appelez le 06 12 34 56 78 avant midi", "06 12 34 56 78"),
    ("phone", "tél. 0612345678", "0612345678"),
    ("phone", "tel +33 (0)6 12 34 56 78 please", "+33 (0)6 12 34 56 78"),
    ("phone", "+1 415-555-0123", "+1 415-555-0123"),
    ("phone", "call (415) 555-0123", "(415) 555-0123"),
    ("phone", "01.42.68.53.00", "01.42.68.53.00"),
    ("phone", "London: 020 7946 0958", "020 7946 0958"),
    ("email", "écrivez à anne.roux+x@acme.example, merci", "anne.roux+x@acme.example"),
    ("key", "export KEY=sk-ant-api03-abcdefGHIJKL0123", "sk-ant-api03-abcdefGHIJKL0123"),
    ("key", "AKIAIOSFODNN7EXAMPLE is ours", "AKIAIOSFODNN7EXAMPLE"),
    ("key", "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "ghp_16C7e42F292c6912E7710c838347Ae178B4a"),
    ("key", "Le mot de passe : Tulipe-42!x", "Tulipe-42!x"),
    ("key", "password: hunter22.", "hunter22"),
    ("key", "Your password is correct-horse", "correct-horse"),
    ("key", 'api_key="9f8e7d6c5b4a"', "9f8e7d6c5b4a"),
    ("key", "jeton eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ9.ab-1", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ9.ab-1"),
    ("key", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
    ("key", "-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----",
     "-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----"),
]  # fmt: skip


def found(rule: str, text: str) -> list[str]:
    return [text[start:end] for start, end in sensitive.spans(rule, NormalisedText(text))]


@pytest.mark.parametrize(("rule", "text", "value"), FOUND)
def test_what_is_sensitive_is_found_whole(rule: str, text: str, value: str) -> None:
    """Each rule finds its kind of value, to its end and no further."""
    assert value in found(rule, text)


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("phone", "le 03.02.2026 à 14:30, puis le 2026-02-03"),
        ("phone", "facture de 1 284,50 € pour 12 000 pièces"),
        ("card", "commande 1234 5678 9012 3456"),
        ("iban", "référence AB12"),
        ("key", "une phrase ordinaire sans rien de particulier, anticonstitutionnellement"),
        ("key", "the password policy was discussed"),
        ("email", "@everyone in the team"),
    ],
)
def test_ordinary_text_is_left_alone(rule: str, text: str) -> None:
    """Dates, amounts, words and order numbers are what a model needs to read."""
    assert found(rule, text) == []


def test_the_same_value_has_the_same_mask_everywhere() -> None:
    """In all texts of a request, also where no rule would see it; different values differ."""
    first = "password: Tulipe42 and tel 06 12 34 56 78"
    second = "he wrote xTulipe42x twice, and 07 12 34 56 78"
    redactor = Redactor([first, second], ALL)
    assert redactor.redact(first) == "password: [KEY-1] and tel [PHONE-1]"
    assert redactor.redact(second) == "he wrote x[KEY-1]x twice, and [PHONE-2]"
    assert redactor.count == 3


def test_only_a_quote_gets_its_values_back() -> None:
    """A quote of the answer is a quote of the original again; what a model writes itself keeps placeholders:
    it might have been told to write them by the text.
    """
    text = "IBAN DE89370400440532013000,\ntel 06 12 34 56 78"
    redactor = Redactor([text], ALL)
    quote = redactor.redact(text).replace("\n", " ")
    assert redactor.restore_quotes(
        {"a": [{"quote": quote, "info": quote, "n": 3}], "entities": ["[PHONE-1]"]}
    ) == {
        "a": [{"quote": text.replace("\n", " "), "info": quote, "n": 3}],
        "entities": ["[PHONE-1]"],
    }


def test_a_quote_that_is_none_keeps_its_placeholders() -> None:
    """Values cannot be pulled together, or into words that stand nowhere, under the name of a quote."""
    redactor = Redactor(["IBAN DE89370400440532013000, tel 06 12 34 56 78"], ALL)
    for invented in ("call [PHONE-1]", "[IBAN-1] [PHONE-1]"):
        assert redactor.restore_quotes({"quote": invented}) == {"quote": invented}


def test_a_secret_of_the_device_comes_back_nowhere() -> None:
    """A mail that holds the key, or the path of the home folder, cannot have it written into an answer."""
    text = "my key is topsecret-value, tel 06 12 34 56 78"
    redactor = Redactor([text], ALL, ["topsecret-value"])
    masked = redactor.redact(text)
    assert "topsecret-value" not in str(redactor.restore_quotes({"quote": masked, "info": "[SECRET-1]"}))


def test_a_text_that_has_placeholders_already_is_not_mixed_up() -> None:
    """A mail that says [PHONE-1] itself keeps it: ours take another number."""
    text = "[PHONE-1] stands for 06 12 34 56 78"
    redactor = Redactor([text], ALL)
    assert redactor.redact(text) == "[PHONE-1] stands for [PHONE-2]"
    assert redactor.restore(redactor.redact(text)) == text


def test_secrets_are_masked_whatever_the_rules() -> None:
    """The key of the cloud itself, for one, never stands in what leaves."""
    text = "my key is topsecret-value ok"
    redactor = Redactor([text], [], ["topsecret-value"])
    assert redactor.redact(text) == "my key is [SECRET-1] ok"


def test_an_unknown_rule_is_a_typed_error() -> None:
    """A typo in the setting must not mean that nothing is masked."""
    assert sensitive.rules("iban, card") == ["iban", "card"]
    with pytest.raises(UsageError, match="ibna"):
        sensitive.rules("ibna")


VALUES = st.sampled_from([value for _, _, value in FOUND])
PIECES = st.one_of(
    st.text(max_size=12),
    VALUES,
    VALUES.map(lambda value: value[: len(value) // 2]),
    st.sampled_from(
        ["[PHONE-1]", "[IBAN-", "[[KEY:1]]", "password: ", "mdp = ", "1]", "+33", " 06", "KEY-1"]
    ),
    st.text(alphabet="0123456789 .-+()", min_size=8, max_size=24),
    st.from_regex(r"password: [A-Z\[\]1-]{4,8}", fullmatch=True),
)
TEXTS = st.lists(st.lists(PIECES, max_size=8).map("".join), min_size=1, max_size=4)


@settings(max_examples=120, deadline=None)
@given(TEXTS)
def test_nothing_found_remains_and_everything_comes_back(texts: list[str]) -> None:
    """For any texts: no value that a rule finds in any of them is left in any result, and
    restore(redact(x)) == x.
    """
    redactor = Redactor(texts, ALL)
    values = {value for text in texts for rule in ALL for value in found(rule, text)}
    for text in texts:
        result = redactor.redact(text)
        assert redactor.restore(result) == text
        assert not [value for value in values if value in result]


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="0123456789 +.-()[]:=@aAfFzZé/_", max_size=400).map(lambda text: text * 40))
def test_long_awkward_texts_take_bounded_work(text: str) -> None:
    """No pattern backtracks without bound: 16,000 awkward characters come back like any others."""
    redactor = Redactor([text], ALL)
    assert redactor.restore(redactor.redact(text)) == text
