"""`edge extract`: messages in, results out, exit codes, and what is kept; by rules, on real files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_fakes import Run

from edge import paths

MAIL = """\
From: Anne Roux <anne@acme.example>
To: johan@example.com
Subject: Contrat
Date: Mon, 02 Mar 2026 09:12:00 +0100
Message-ID: <c1@acme.example>
Content-Type: text/plain; charset=utf-8

Bonjour Johan,

Pourriez-vous me renvoyer le contrat signé avant le vendredi 20 mars ?

Anne
"""


@pytest.fixture(autouse=True)
def _asked_about_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bars that no score reaches: whatever the rules suggest here is put as a question."""
    for name in ("STOP", "BAR", "FLOOR"):
        monkeypatch.setenv(f"EDGE_EXTRACT_{name}", "1")


@pytest.fixture
def mail(tmp_path: Path) -> Path:
    path = tmp_path / "contrat.eml"
    path.write_text(MAIL, encoding="utf-8")
    return path


def test_one_message_gives_one_document(run: Run, mail: Path) -> None:
    """--json prints one Extracted; exit code 4: rules only suggest, the person decides. Every quote stands
    where its offsets say.
    """
    result = run("extract", str(mail), "--json")
    made = result.json
    assert result.code == 4 and made["id"] == "c1@acme.example" and made["decision"] == "queue"
    body = MAIL.partition("\n\n")[2]
    (deadline,) = [it for it in made["extractions"] if it["type"] == "deadline"]
    assert deadline["date"] == "2026-03-20"
    for it in made["extractions"]:
        assert it["grounded"] and body[it["start"] : it["end"]] == it["quote"]


def test_a_folder_gives_every_message_and_names_what_failed(run: Run, mail: Path) -> None:
    """One unreadable message costs only itself: the others are done, exit code 1, the reason is told."""
    (mail.parent / "broken.json").write_text("{not json", encoding="utf-8")
    result = run("extract", str(mail.parent), "--json")
    assert result.code == 1
    assert [made["id"] for made in result.json["results"]] == ["c1@acme.example"]
    assert result.json["failed"][0]["source"].endswith("broken.json") and result.json["failed"][0]["reason"]


def test_a_batch_prints_a_line_for_each(run: Run) -> None:
    """A bad line costs only itself and keeps its place."""
    lines = b'{"id": "a", "subject": "Bonjour", "body": "A demain."}\nnot json\n{"id": "b", "body": 7}\n'
    result = run("extract", "--batch", "-", stdin=lines)
    assert result.code == 1
    assert [line["id"] for line in result.lines] == ["a", None, "b"]
    assert [("error" in line) for line in result.lines] == [False, True, True]


def test_a_bad_line_is_told_what_a_message_looks_like(run: Run) -> None:
    """The hint of a bad line is that of messages, no question's; its number is the file's."""
    result = run("extract", "--batch", "-", stdin=b'{"id": "a", "body": "Hello"}\n\nnot json\n{"id": "b"}\n')
    told = [line["error"] for line in result.lines[1:]]
    assert "Line 3" in told[0]["message"] and ":4" in told[1]["message"]
    assert all("received_at" in error["hint"] for error in told)


def test_what_decides_is_what_is_shown(run: Run, mail: Path) -> None:
    """The probability stands beside the action, where there is one, and is never told as certainty."""
    made = run("extract", str(mail), "--json", "--no-keep").json
    shown = f"{min(made['confidence']['calibrated'], 0.99):.2f}".replace(".", ",")
    assert f"archiver · {shown} ·" in run("extract", str(mail), "--no-keep").out


def test_dash_reads_one_message(run: Run) -> None:
    """An e-mail may come from a pipe."""
    assert run("extract", "-", "--json", stdin=MAIL.encode()).json["id"] == "c1@acme.example"


def test_people_see_the_suggestion_the_words_and_the_question(run: Run, mail: Path) -> None:
    """In the language of the message, with the quote and the date."""
    said = run("extract", str(mail)).out
    assert "archiver" in said and "à vous de décider" in said and "2026-03-20" in said
    assert "Pourriez-vous me renvoyer le contrat signé" in said


def test_what_was_found_is_kept_unless_told_otherwise(run: Run, mail: Path) -> None:
    """The user's database is made by the first run that keeps; --no-keep leaves nothing behind."""
    run("extract", str(mail), "--no-keep")
    assert not paths.state_file().exists()
    run("extract", str(mail))
    assert paths.state_file().stat().st_mode & 0o777 == 0o600


def test_one_way_of_naming_messages_at_a_time(run: Run, mail: Path) -> None:
    """Nothing, or two ways at once, is a usage error that says what to type."""
    for arguments in ((), (str(mail), "--resume"), ("--batch", "-", "--resume")):
        result = run("extract", *arguments)
        assert result.code == 2 and "--batch" in result.err


def test_own_types_need_a_model(run: Run, mail: Path, tmp_path: Path) -> None:
    """Rules know the built-in types only, and say what is needed."""
    schema = tmp_path / "invoice.json"
    schema.write_text(
        json.dumps({"title": "invoice", "type": "object", "properties": {"number": {"type": "string"}}}),
        encoding="utf-8",
    )
    result = run("extract", str(mail), "--schema", str(schema))
    assert result.code == 2 and "--engine gemma" in result.err


def test_resume_without_a_way_says_why(run: Run, mail: Path) -> None:
    """A hard case wants Sonnet; with the cloud closed nothing is run and the exit code is 6."""
    run("extract", str(mail))
    result = run("extract", "--resume")
    assert result.code == 6 and "cloud.mode is never" in result.err


def test_the_review_page_is_one_file(run: Run, mail: Path, tmp_path: Path) -> None:
    """--review writes a page that holds the message and loads nothing."""
    page = tmp_path / "out.html"
    run("extract", str(mail), "--review", str(page))
    text = page.read_text(encoding="utf-8")
    assert "vendredi 20 mars" in text and "http-equiv" in text.lower()


def test_a_knowledge_base_that_is_named_is_looked_into(run: Run, mail: Path, tmp_path: Path) -> None:
    """--knowledge is not passed over in silence: one that is missing is an error, exit code 7."""
    assert run("extract", str(mail), "--knowledge", str(tmp_path / "none.db")).code == 7


def test_what_was_found_is_written_seen_first_and_taken_back(run: Run, mail: Path, tmp_path: Path) -> None:
    """A dry run prints what would be written and writes nothing; then it is written once; --undo ends it."""
    todo = tmp_path / "todo.txt"
    given = ("extract", str(mail), "--to-tasks", str(todo), "--undecided")
    dry = run(*given, "--dry-run")
    assert "would write" in dry.out and "+2026-03-02 " in dry.out and "Nothing would be sent." in dry.err
    assert not todo.exists() and not paths.state_file().exists()
    assert "1 new" in run(*given).out and "due:2026-03-20" in todo.read_text(encoding="utf-8")
    assert "1 as it was" in run(*given).out
    assert "Nothing would be written." in run(*given, "--dry-run").out
    assert "would take back" in run("extract", "--undo", "--dry-run").out and todo.exists()
    assert "deleted" in run("extract", "--undo").out and not todo.exists()
    assert "Nothing to take back." in run("extract", "--undo").out


def test_a_folder_of_notes_is_made_and_said_so(run: Run, mail: Path, tmp_path: Path) -> None:
    """A dry run says that it would be made; the run makes it; --undo takes it away."""
    folder = tmp_path / "Notes"
    command = ("extract", str(mail), "--undecided", "--to-notes", str(folder))
    dry = run(*command, "--dry-run")
    assert f"would make the folder {folder}" in dry.out and not folder.exists()
    assert f"made the folder {folder}" in run(*command).out and (folder / "Anne Roux.md").is_file()
    assert f"{folder}: deleted" in run("extract", "--undo").out and not folder.exists()


def test_what_waits_for_the_person_is_not_written(run: Run, mail: Path, tmp_path: Path) -> None:
    """It is counted; once the person has said yes, the same command writes it."""
    todo = tmp_path / "todo.txt"
    result = run("extract", str(mail), "--to-tasks", str(todo))
    assert not todo.exists() and "1 message waits for your decision and was left out" in result.err
    run("correct", "c1@acme.example", "--accept")
    assert "1 new" in run("extract", str(mail), "--to-tasks", str(todo), "--dry-run").out
    run("extract", str(mail), "--to-tasks", str(todo))
    assert todo.exists()


def test_json_tells_what_was_written_beside_the_result(run: Run, mail: Path, tmp_path: Path) -> None:
    """The result's own fields stay where they are."""
    made = run("extract", str(mail), "--to-ics", str(tmp_path / "c.ics"), "--json").json
    assert made["id"] == "c1@acme.example" and made["written"]["undecided"] == 1
    assert made["written"]["files"][0]["kind"] == "calendar"


def test_a_changed_file_is_refused_and_says_what_to_do(run: Run, mail: Path, tmp_path: Path) -> None:
    """--undo leaves it and exits with 1."""
    todo = tmp_path / "todo.txt"
    run("extract", str(mail), "--to-tasks", str(todo), "--undecided")
    todo.write_text("mine\n", encoding="utf-8")
    result = run("extract", "--undo")
    assert result.code == 1 and "edge extract --undo again" in result.err
    assert todo.read_text(encoding="utf-8") == "mine\n"


def test_places_that_cannot_be_written_are_told_before_anything_is_read(
    run: Run, mail: Path, tmp_path: Path
) -> None:
    """A missing folder, a batch, --no-keep, --undecided without a place: a usage error each."""
    for more in (
        ("--to-notes", str(tmp_path / "none" / "notes")),
        ("--to-ics", str(mail)),
        ("--to-ics", str(tmp_path / "c.ics"), "--no-keep"),
        ("--to-ics", " "),
        ("--undecided",),
        ("--undo",),
    ):
        result = run("extract", str(mail), *more)
        assert result.code == 2 and not result.out, more
    assert run("extract", "--batch", "-", "--to-ics", str(tmp_path / "c.ics")).code == 2


def test_a_dry_run_of_what_is_sent_shows_it(run: Run, mail: Path) -> None:
    """Without --to-... the request is shown, as before, and nothing says that there is none."""
    result = run("extract", str(mail), "--dry-run")
    assert result.out.startswith('{"model"') and "Nothing would be sent." not in result.err


def test_alarms_ring_while_messages_are_read(run: Run, tmp_path: Path) -> None:
    """Once each, on stderr and in the document; not for a handful of messages; not where nothing is kept."""
    for n in range(30):
        (tmp_path / f"{n:02}.txt").write_text(f"Bonjour, le numéro {n} est prêt.\n", encoding="utf-8")
    limit = ("--set", "alarms.mean_confidence=0.999")
    assert "alarm" not in run("extract", str(tmp_path / "00.txt"), *limit).err
    assert "alarm" not in run("extract", str(tmp_path), "--no-keep", *limit).err
    result = run("extract", str(tmp_path), "--json", *limit)
    assert result.err.count("alarm: alarms.mean_confidence") == 1
    assert [it["setting"] for it in result.json["alarms"]] == ["alarms.mean_confidence"]


def test_a_share_of_messages_is_read_in_one_pass(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None, some, all in several: the same ones each time, and those of a smaller share are in a larger."""
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "Anne Roux.md").write_text("# Anne Roux\n\nComptable.\n", encoding="utf-8")
    for n in range(12):
        text = MAIL.replace("c1@", f"c{n}@")
        (tmp_path / f"{n}.eml").write_text(text, encoding="utf-8")

    def several(percent: int) -> set[str]:
        given = ("--notes", str(notes), "--no-keep", "--set", f"extract.multi_pass_percent={percent}")
        made = run("extract", *(str(tmp_path / f"{n}.eml") for n in range(12)), "--json", *given).json
        return {one["id"] for one in made["results"] if len(one["passes"]) > 1}

    none, half, every = several(0), several(50), several(100)
    assert not none and half < every and len(every) == 12 and half == several(50)
