"""Whether a question asks what an option does, and of what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.text.document_names import best, names, runs
from edge.text.option_question import option_question


@pytest.mark.parametrize(
    ("question", "spellings", "others"),
    [
        ("What does grep -c do?", ["-c"], {"grep"}),
        ("what does the -C option of tar do", ["-C"], {"tar"}),
        ("What is -c, --count?", ["-c", "--count"], set()),
        ("What is --force for in git clean?", ["--force"], {"git", "clean"}),
        ("grep -c", ["-c"], {"grep"}),
        ("What's the point of curl --location?", ["--location"], {"curl"}),
        ("à quoi sert l'option -i de grep ?", ["-i"], {"grep"}),
        ("Que fait useradd --system ?", ["--system"], {"useradd"}),
        ("que signifie Persistent= ?", ["Persistent"], set()),
        ("tar -z, ça sert à quoi", ["-z"], {"tar"}),
        ("what is the default of --params", ["--params"], {"default"}),
    ],
)
def test_what_it_does_is_asked(question: str, spellings: list[str], others: set[str]) -> None:
    """French and English, with the words that say of which command."""
    found = option_question(question)
    assert found is not None and (list(found.spellings), found.others) == (spellings, others)


@pytest.mark.parametrize(
    "question",
    [
        "What does ssh do?",
        "Can --max-count be negative?",
        "quelle est la taille maximale de --kill-after",
        "pourquoi faut-il le -f ?",
        "combien pour /home",
        "What do -a and --brief=x or search.k do?",
        "I gave -y and it still asks, why?",
        "et -V ?\naptitude",
    ],
)
def test_other_questions(question: str) -> None:
    """Something else is asked of an option, or of several; one that goes on asks what that asked."""
    assert option_question(question) is None


@given(st.text())
def test_any_question_is_read(question: str) -> None:
    """Nothing that is typed raises."""
    option_question(question)


@pytest.mark.parametrize(
    ("document", "heading", "called"),
    [
        ("man/tar.1", "tar(1) > OPTIONS", {"tar"}),
        ("git-commit.1.gz", "git-commit(1)", {"git commit"}),
        ("shadow.txt", "Accounts > USERADD(8) > OPTIONS", {"shadow", "accounts", "useradd"}),
        ("base: ssh_config.5", "", {"ssh config"}),
    ],
)
def test_what_a_document_may_be_called(document: str, heading: str, called: set[str]) -> None:
    """Its file without folders and extensions, its title, a manual page inside it."""
    assert names(document, heading) == called


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What does --bytes do in du?", True),
        ("what does du --bytes do", True),
        ("what is the --bytes option of du", True),
        ("à quoi sert l'option --bytes du programme head ?", False),
        ("à quoi sert l'option --bytes de la commande du ?", True),
    ],
)
def test_a_stop_word_may_be_the_name_of_a_command(question: str, named: bool) -> None:
    """Where only a name can stand: right before the option, or as the last word. An article stands before
    another one.
    """
    assert ("du" in runs(question, "--bytes")) is named


def test_the_name_nearest_to_the_option_is_meant() -> None:
    """Of two as near the longer: `git commit --amend` is not about git, nor `make grep -c` about make."""
    ranks = runs("What does git commit --amend do?", "--amend")
    assert ranks["git commit"] < ranks["commit"] < ranks["git"]
    ranks = runs("how do I make grep -c of tar", "-c")
    assert ranks["grep"] < min(ranks["tar"], ranks["make"]) and best(["sed"], ranks) is None
    assert "c" not in runs("see git-commit -c", "-c")
