"""`edge grade`: copies against a marking scale, by two judges."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from edge.cli import options

if TYPE_CHECKING:
    from edge.grade.copies import UnreadCopy
    from edge.grade.grader import CopyGrader
    from edge.records import GradedCopy

Copies = Annotated[
    list[str],
    typer.Argument(
        metavar="COPY...",
        help="The copies: text, .docx, .odt, .pdf, .png, .jpg, .json; .jsonl with one on each line; .csv "
        'or .xlsx with one in each row and a column for each question; or folders of them. "-" '
        "reads a text from stdin.",
        show_default=False,
    ),
]
Scale = Annotated[str, typer.Option("--scale", "-s", metavar="FILE", help="The marking scale: TOML or JSON.")]
Judges = Annotated[
    list[str] | None,
    typer.Option(
        "--judge",
        "-j",
        metavar="NAME",
        help="A judge; give two of them: criteria, similarity, similarity:EMBEDDER, gemma, gemma:FILE, "
        "claude, sonnet, opus. [EDGE_GRADE_JUDGES]",
    ),
]
Projector = Annotated[
    list[str] | None,
    typer.Option(
        "--projector",
        metavar="FILE",
        help="The file that lets Gemma see pages that are pictures; once for each size of model. "
        "[EDGE_GEMMA_PROJECTOR]",
    ),
]
Out = Annotated[
    str | None,
    typer.Option(
        "--out",
        "-o",
        metavar="FOLDER",
        help="Write the results, tables and pages into this folder; run the command again to continue.",
    ),
]
Decisions = Annotated[
    str | None,
    typer.Option(
        "--decisions",
        metavar="FILE",
        help="A filled sheet that lies elsewhere than FOLDER/decisions.csv, which is read anyway: "
        ".csv, .tsv, .xlsx, .ods.",
    ),
]
Sample = Annotated[
    int,
    typer.Option(
        "--sample",
        metavar="N",
        min=0,
        max=100_000,
        help="Put N settled answers, drawn by chance, on the sheet too, to see how far they are graded as "
        "you would.",
    ),
]
Alike = Annotated[
    bool,
    typer.Option(
        "--alike",
        help="Point out long answers of two students that are nearly the same word for word: a hint, no "
        "verdict, and no grade changes.",
    ),
]
Course = Annotated[
    list[str] | None,
    typer.Option(
        "--course",
        metavar="FILE",
        help="What the class learnt from: with --alike, words that stand there do not count.",
    ),
]
Audit = Annotated[bool, typer.Option("--audit", help="Show what each judge said in each phase.")]


@options.takes_shared
def grade(
    *,
    copy: Copies,
    scale: Scale,
    judge: Judges = None,
    model: options.Model = None,
    projector: Projector = None,
    cloud: options.Cloud = None,
    dry_run: options.DryRun = False,
    out: Out = None,
    decisions: Decisions = None,
    sample: Sample = 0,
    alike: Alike = False,
    course: Course = None,
    audit: Audit = False,
    require: options.Require = None,
    shared: options.Shared,
) -> int:
    """Grade student papers (copies) with two independent judges, who look again where they disagree.

    For a single copy the exit code is 4 if a question is still open: a person decides what the judges
    cannot. For several, or a folder, it is 0, and each result says so itself. It is 1 if a copy could not
    be graded, or a decision not taken in.

    With --out, open questions are on the sheet FOLDER/decisions.csv: fill it in and run the command again.
    """
    from edge.cli.grade import folder
    from edge.cli.grade.run import GradeRun
    from edge.cli.terminal import output, progress
    from edge.errors import UsageError
    from edge.grade.copies import holds_many

    if "-" in copy and len(copy) > 1:
        raise UsageError(
            '"-" cannot be combined with files: give one or the other.',
            "For example: edge grade - --scale s.toml",
        )
    if out is None and (decisions is not None or sample):
        raise UsageError("Decisions are kept in a folder, and none is named.", "Name it: --out FOLDER")
    if out is None and alike:
        raise UsageError("What is alike stands on the page of a class.", "Name its folder: --out FOLDER")
    if course and not alike:
        raise UsageError("--course says what does not count as alike.", "Add --alike, or leave it out.")
    given = shared.flags(
        gemma__model=model, gemma__projector=",".join(projector) if projector else None,
        grade__judges=",".join(judge) if judge else None, grade__require=require,
    )  # fmt: skip
    alone = len(copy) == 1 and not holds_many(Path(copy[0]))
    with options.opened(given, cloud=cloud, dry_run=dry_run) as edge:
        run = GradeRun(
            told=not shared.json and not dry_run and out is None, quiet=shared.quiet, audit=audit,
            kept=out is not None,
        )  # fmt: skip
        grader = edge.grader(Path(scale))
        bar = (shared.json or out is not None) and progress.wanted(shared.quiet, shared.no_progress)
        if out is not None and not dry_run:
            return folder.grade_into(
                Path(out), grader, copy, run, decisions=Path(decisions) if decisions else None,
                sample=sample, alike=alike, course=[Path(name) for name in course or []],
                json=shared.json, quiet=shared.quiet,
                counted=lambda found: progress.counted(found, folder.count(copy), "copies", bar),
            )  # fmt: skip
        run.follow(progress.counted(_results(grader, copy), folder.count(copy), "copies", bar))
    if not (run.count or run.failures or shared.quiet):
        output.note(f"No copies in {', '.join(copy)}.")
    if shared.json and not dry_run:
        output.pretty(run.document(alone=alone))
    return run.code(alone=alone)


def _results(grader: CopyGrader, paths: list[str]) -> Iterator[GradedCopy | UnreadCopy]:
    """Every copy with its grades, as it is done; or why it could not be graded."""
    from edge.cli.terminal import streams
    from edge.grade import copies

    if paths == ["-"]:
        given = streams.read(copies.MAX_BYTES + 1)
        yield grader.grade(copies.of_bytes(given, name="stdin"))
        return
    with grader.reader() as reader:
        for copy in reader.read_all([Path(name) for name in paths]):
            yield copy if isinstance(copy, copies.UnreadCopy) else grader.grade(copy)
