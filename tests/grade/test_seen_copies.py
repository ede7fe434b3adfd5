"""Copies whose pages are pictures: photographs, scans, PDFs of both kinds, by two Gemmas that see, in
llama.cpp itself. Their weights are random: what they say means nothing, and nothing may be made of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import projector_tiny
import pymupdf
import pytest
from gemma_shared import needs_llama, needs_sight, synthesise
from scripted_judge import SCALE, ScriptedJudge, judged
from scripted_model import Fake

import edge
from edge import config, paths
from edge.cli import main
from edge.errors import CopyError
from edge.grade import export, pipeline, scale, sight
from edge.grade.copies import CopyReader, UnreadCopy
from edge.grade.grader import CopyGrader
from edge.grade.model_judge import ModelJudge
from edge.grade.replay import replay
from edge.grade.results import ResultsFolder
from edge.grade.sight import Sight
from edge.grade.student_copy import of_text
from edge.records import GradedCopy, StudentCopy
from edge.settings import GradeSettings

ONE = scale.read({"questions": [SCALE["questions"][0]]})
SEES = Sight(side=56)


class SeeingFake(Fake):
    """A completer that says it sees."""

    sees, eyes, picture_chars = 56, "eyes", 10

    def complete(self, prompt: str, schema: Any, *, instructions: str = "", pictures: Any = ()) -> Any:
        return super().complete(prompt, schema, instructions=instructions)


def written(text: str) -> pymupdf.Pixmap:
    """A sheet with handwriting, as far as a machine has any."""
    with pymupdf.open() as made:
        page = made.new_page(width=300, height=420)
        page.insert_text((20, 60), text.splitlines(), fontsize=24)
        return page.get_pixmap(dpi=72)


def pdf(path: Path, pages: list[str]) -> Path:
    """A page of each text; "scan:…" is the picture of it, "" a sheet that somebody scanned for nothing."""
    with pymupdf.open() as made:
        for text in pages:
            page = made.new_page(width=300, height=420)
            if text and not text.startswith("scan:"):
                page.insert_text((20, 60), text.splitlines())
            else:
                page.insert_image(page.rect, pixmap=written(text.removeprefix("scan:")))
        made.save(path)
    return path


def read(path: Path, by: Sight = SEES, most: int = 60) -> StudentCopy:
    with CopyReader(most, by) as reader:
        return reader.read(path)


def test_what_is_drawn_is_what_has_no_text(tmp_path: Path) -> None:
    """Of a mixed PDF the scanned pages are pictures, in order, the others stay text under their numbers; a
    blank sheet is told and shown to nobody.
    """
    copy = read(pdf(tmp_path / "a.pdf", ["Q1. Light.", "scan:Q2. Heat.", "", "Q3. Cold."]))
    assert [(one.number, one.text) for one in copy.pages] == [
        (1, "Q1. Light."), (2, ""), (3, ""), (4, "Q3. Cold."),
    ]  # fmt: skip
    assert [(one.page, one.part, one.parts) for one in copy.pictures] == [(2, 1, 2), (2, 2, 2)]
    notes = {reason.code: reason.params for reason in copy.codes["notes"]}
    assert notes["grade.pages_seen"] == {"pages": "page 2", "parts": 2}
    assert notes["grade.pages_blank"] == {"pages": "page 3"}
    whole = read(pdf(tmp_path / "b.pdf", ["Q1. Light.", "scan:Q2."]), Sight(side=56, which="all"))
    assert {one.page for one in whole.pictures} == {1, 2} and whole.pages[0].text == "Q1. Light."
    left = read(pdf(tmp_path / "c.pdf", ["Q1. Light.", "scan:Q2."]), Sight(which="none"))
    assert not left.pictures and left.codes["notes"][0].code == "grade.pages_left"


def test_finer_squares_are_more_of_them(tmp_path: Path) -> None:
    """Two squares over the shorter side: six of a sheet like A4."""
    path = pdf(tmp_path / "a.pdf", ["scan:Q1"])
    assert [len(read(path, Sight(side=56, across=n)).pictures) for n in (1, 2)] == [2, 6]


def test_judges_that_read_text_alone_never_get_a_page_as_blank(tmp_path: Path) -> None:
    """A scan is an error that names who cannot see, not a copy without answers; a folder goes on."""
    written("Q1").save(tmp_path / "a.png")
    pdf(tmp_path / "b.pdf", ["scan:Q1"])
    pdf(tmp_path / "c.pdf", ["Q1. Light.", "scan:Q2"])
    (tmp_path / "d.txt").write_text("Q1. Light.", encoding="utf-8")
    blind = sight.of([ScriptedJudge("one", {}), ScriptedJudge("two", {})], 1, "auto")
    with CopyReader(60, blind) as reader:
        found = list(reader.read_all([tmp_path]))
    assert [isinstance(one, UnreadCopy) for one in found] == [True, True, True, False]
    for one in found[:3]:
        assert isinstance(one, UnreadCopy)
        assert "one (one-model) and two (two-model) cannot see" in one.error and "--projector" in one.hint


def test_pages_that_cannot_be_graded_are_errors_of_their_copy(tmp_path: Path) -> None:
    """All blank; 300 pages, of text or pictures; no picture behind the name."""
    for path, why in (
        (pdf(tmp_path / "blank.pdf", ["", ""]), "is blank"),
        (pdf(tmp_path / "long.pdf", ["scan:x"] * 300), "300"),
        (pdf(tmp_path / "text.pdf", ["Q1. x"] * 300), "300"),
    ):
        with pytest.raises(CopyError, match=why):
            read(path)
    false = tmp_path / "false.png"
    false.write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    with pytest.raises(CopyError, match="cannot be drawn"):
        read(false)


def test_evidence_of_a_picture_is_what_was_read_anew(tmp_path: Path) -> None:
    """Nobody has the text of a picture. A change of grade points into what the judge itself read in that
    call; words from nowhere change nothing, and neither does no word.
    """
    written("light").save(tmp_path / "a.png")
    copy = read(tmp_path / "a.png")
    for evidence, counts in (("sunlight", True), ("nowhere", False), ("", False)):
        apart = {"single_pass": judged(2, read="sunlight")}
        changed = judged(1, read="they use sunlight", evidence=evidence)
        one = ScriptedJudge(
            "one", {**apart, "verification": changed, "ultimatum": judged(2, read="sunlight")}
        )
        other = ScriptedJudge("two", lambda *_: judged(0, read="sunlight"))
        for each in (one, other):
            each.sees = 56
        made = pipeline.grade(
            copy, scale.read({"questions": [SCALE["questions"][0]]}), [one, other], GradeSettings()
        )
        opinions = made.questions["Q1"].audit.opinions
        looked = next(it for it in opinions if it.phase == "verification" and it.judge == 0)
        assert looked.unsupported is not counts


def test_the_person_who_decides_sees_the_page(tmp_path: Path) -> None:
    """A student's page holds the pages that were pictures, in itself and under a policy that loads nothing;
    also when the result is from an earlier run. A page of text has none, and a policy without pictures.
    """
    written("Q1. light").save(tmp_path / "a.png")
    (tmp_path / "b.txt").write_text("Q1. light", encoding="utf-8")
    judges = [ScriptedJudge(name, lambda *_: judged(2, read="light")) for name in ("one", "two")]
    for each in judges:
        each.sees = 56
    with edge.open() as session:
        grader = CopyGrader(ONE, session.engines, judges)
        for reused in (0, 2):
            with ResultsFolder(tmp_path / "out", grader) as kept, grader.reader() as reader:
                list(kept.grade(reader.read_all([tmp_path / "a.png", tmp_path / "b.txt"])))
                export.write(tmp_path / "out", kept, ONE, [], kept.views)
                assert kept.reused == reused
            seen, typed = (
                it.read_text(encoding="utf-8") for it in sorted((tmp_path / "out/students").iterdir())
            )
            assert seen.count("data:image/jpeg;base64,") == 1 and "img-src data:;" in seen
            assert "<img" not in typed and "img-src" not in typed
            assert "http" not in seen.replace("http-equiv", "")


@pytest.mark.parametrize(
    ("first", "second", "student"),
    [
        ("Léa Durand", "lea durand", "Léa Durand"), ("Léa Durand", "Léo Durand", ""), ("Léa", "", ""),
        (3, 3, ""),
    ],
)  # fmt: skip
def test_whose_picture_it_is_both_judges_must_read(
    tmp_path: Path, first: Any, second: Any, student: str
) -> None:
    """Asked for in the first call alone, and only of pictures: one judge's word gives nobody a grade."""
    written("Léa Durand").save(tmp_path / "a.png")
    answer = {
        "found": "no", "student_answer_read": "", "quote": "", "location": "", "reasoning": "", "grade": "0",
        "confidence": "0.9", "feedback": "",
    }  # fmt: skip
    judges, fakes = [], []
    for number, name in enumerate((first, second)):
        fake = SeeingFake({"student_name": name, "q1": answer})
        fake.name, fake.model = f"gemma-{number}", str(number)
        fakes.append(fake)
        judges.append(ModelJudge(fake))
    made = pipeline.grade(read(tmp_path / "a.png"), ONE, judges, GradeSettings())
    assert made.student == student
    assert all("student_name: the name on the copy" in fake.prompts[0] for fake in fakes)
    typed = pipeline.grade(of_text("Q1. Light.", name="a"), ONE, judges, GradeSettings())
    assert typed.student == "" and "student_name" not in fakes[0].prompts[-1]


# --- in llama.cpp ------------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("EDGE_HOME", str(tmp_path / "home"))
    paths.home.cache_clear()
    yield tmp_path
    paths.home.cache_clear()


@pytest.fixture(scope="module")
def judges(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Path], Path]:
    """Two Gemmas, and what lets both see."""
    pytest.importorskip("gguf", reason="the package gguf (test group) writes the model files")
    folder = tmp_path_factory.mktemp("judges")
    files = [
        synthesise(folder / f"{seed}.gguf", "--shape", "tiny", "--quant", "q4_0", "--seed", seed)
        for seed in ("1", "2")
    ]
    projector_tiny.write(folder / "eyes.gguf", 128)
    return files, folder / "eyes.gguf"


def given(judges: tuple[list[Path], Path], window: int = 16_384) -> dict[str, Any]:
    return {
        "grade.judges": ",".join(f"gemma:{path}" for path in judges[0]), "gemma.projector": str(judges[1]),
        "gemma.window": window, "gemma.threads": 1, "gemma.seconds": 60.0,
    }  # fmt: skip


def replays(made: GradedCopy) -> bool:
    return all(
        (again.status, again.grade) == (one.status, one.grade)
        for one in made.questions.values()
        for again in [replay(msgspec.json.decode(msgspec.json.encode(one.audit), type=type(one.audit)))]
    )


@needs_llama
@needs_sight
def test_two_gemmas_judge_what_they_see(home: Path, judges: tuple[list[Path], Path]) -> None:
    """A photograph and a mixed PDF: every call ends in its form, the pages are shown again in each fresh call
    without being computed again, the audit names the eyes and replays.
    """
    written("Q2. 9.8 m/s").save(home / "photo.png")
    one_question = {"questions": [SCALE["questions"][1]]}
    with edge.open(settings=config.load(given(judges))) as session:
        for path in (home / "photo.png", pdf(home / "mixed.pdf", ["Q1. Light.", "scan:Q2. 9.8 m/s"])):
            made = session.grade(path, one_question)
            question = made.questions["Q2"]
            assert all("@" in one.model for one in question.audit.judges)
            # Random words may give points for nothing; no call failed, and none was cut.
            assert all(
                one.judgement or "for an answer that was not found" in one.absent
                for one in question.audit.opinions
            )
            assert "pictures of page" in made.notes[0]
            assert replays(made)
            assert sum(made.calls) == 2 or made.tokens["reused"] > 0


@needs_llama
@needs_sight
def test_more_pages_than_fit_are_absent(home: Path, judges: tuple[list[Path], Path]) -> None:
    """Each judge says how much it sees at once; no grade is made of what nobody saw, no page is dropped."""
    path = pdf(home / "long.pdf", [f"scan:Q{n}" for n in range(1, 7)])
    with edge.open(settings=config.load(given(judges, window=1_024))) as session:
        made = session.grade(path, SCALE)
    assert made.total is None and set(made.open) == {"Q1", "Q2"}
    for one in made.questions.values():
        assert (one.status, one.grade, one.audit.suggestion) == ("absent", None, None)
        told = {it.absent for it in one.audit.opinions}
        assert all("parts of pages beside this scale, and the copy has 12" in it for it in told)
    named = max(int(it.rpartition("=")[2].split()[0]) for it in told)
    assert 1_024 < named <= 4_096
    # The window that it names is wide enough for what is asked first: more may be shown later.
    with edge.open(settings=config.load(given(judges, window=named + 1_024))) as session:
        wider = session.grade(path, SCALE)
    said = [it.absent for one in wider.questions.values() for it in one.audit.opinions]
    assert not any("parts of pages" in it for it in said)


@needs_llama
@needs_sight
def test_the_command_sees_and_says_who_cannot(
    home: Path,
    judges: tuple[list[Path], Path],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`edge grade photo.png --projector FILE`; without it, exit code 1 and the next step."""
    written("Q2. 9.8 m/s").save(home / "photo.png")
    (home / "scale.json").write_text(json.dumps({"questions": [SCALE["questions"][1]]}), encoding="utf-8")
    for name, value in {"WINDOW": "16384", "THREADS": "1"}.items():
        monkeypatch.setenv(f"EDGE_GEMMA_{name}", value)
    words = ["grade", str(home / "photo.png"), "--scale", str(home / "scale.json")]
    for file in judges[0]:
        words += ["--judge", f"gemma:{file}"]
    assert main([*words, "--json", "--projector", str(judges[1])]) in (0, 4)
    made = json.loads(capsys.readouterr().out)
    assert made["questions"]["Q2"]["status"] in ("final", "disputed", "absent")
    assert main([*words, "--json"]) == 1
    assert "cannot see" in capsys.readouterr().err
