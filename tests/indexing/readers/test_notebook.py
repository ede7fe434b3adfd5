"""Jupyter notebooks, as Jupyter writes them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from edge.errors import ReadError
from edge.indexing.readers import notebook

Cell = dict[str, Any]


def marked(*lines: str) -> Cell:
    return {"cell_type": "markdown", "id": "a1", "metadata": {}, "source": [f"{one}\n" for one in lines]}


def code(source: str, *outputs: Cell) -> Cell:
    return {
        "cell_type": "code", "execution_count": 3, "metadata": {}, "source": source.splitlines(True),
        "outputs": list(outputs),
    }  # fmt: skip


def shown(**data: str) -> Cell:
    mimes = {key.replace("_", "/"): value.splitlines(True) for key, value in data.items()}
    return {"output_type": "execute_result", "execution_count": 3, "metadata": {}, "data": mimes}


def printed(text: str, name: str = "stdout") -> Cell:
    return {"output_type": "stream", "name": name, "text": text.splitlines(True)}


def saved(*cells: Cell, **more: Any) -> bytes:
    held = {
        "cells": list(cells), "metadata": {"kernelspec": {"display_name": "Python 3"}},
        "nbformat": 4, "nbformat_minor": 5, **more,
    }  # fmt: skip
    return json.dumps(held, indent=1, ensure_ascii=False).encode()


def text_of(*cells: Cell) -> str:
    return notebook.read(saved(*cells), "a.ipynb").pages[0].text


def test_cells_are_the_page_that_their_reader_sees() -> None:
    """Headings and text of Markdown cells without marks, code as code; the first heading is the title."""
    document = notebook.read(
        saved(
            marked("# Tide gauges", "", "Levels are in **metres** above `chart datum`."),
            code('import pandas as pd\n\n\nlevels = pd.read_csv("tides.csv")\n'),
            marked("## Gaps", "", "- A gap under *six hours* is filled."),
        ),
        "tides.ipynb",
    )
    (page,) = document.pages
    assert (document.kind, document.title, document.paged) == ("notebook", "Tide gauges", False)
    assert page.text.split("\n\n", 2)[:2] == ["Tide gauges", "Levels are in metres above chart datum."]
    assert [(one.level, one.text) for one in page.headings] == [(1, "Tide gauges"), (2, "Gaps")]
    assert [page.text[start:end] for start, end in page.code] == [
        'import pandas as pd\n\n\nlevels = pd.read_csv("tides.csv")'
    ]
    assert page.text.endswith("Gaps\n\n- A gap under six hours is filled.") and page.lines == []


def test_short_outputs_are_kept() -> None:
    """What was printed, and values; a frame is its table. Logs, errors, pictures, names of things are not."""
    frame = "<div><style>td {color: red}</style><table><thead><tr>"
    frame += "<th></th><th>port</th><th>mean</th></tr></thead>"
    frame += "<tbody><tr><th>0</th><td>Brest</td><td>4.1</td></tr></tbody></table></div>"
    document = notebook.read(
        saved(
            code("describe()", shown(text_plain="  port  mean\n0 Brest 4.1", text_html=frame)),
            code("print(n)", printed("\x1b[32m17 gauges\x1b[0m were read\n"), printed("slow!\n", "stderr")),
            code("plot()", shown(text_plain="<Figure size 640x480 with 1 Axes>", image_png="iVBORw0KGgo")),
            code("log()", printed("step\n" * 400)),
            code("1/0", {"output_type": "error", "ename": "ZeroDivisionError", "traceback": ["\x1b[0;31mx"]}),
        ),
        "a.ipynb",
    )
    (page,) = document.pages
    assert "17 gauges were read" in page.text
    assert [row.cells for row in page.tables[0].rows] == [["0", "Brest", "4.1"]]
    for left_out in ("slow!", "Figure", "iVBOR", "step", "color", "Traceback", "ZeroDivision", "\x1b"):
        assert left_out not in page.text


def test_a_cell_ends_what_it_leaves_open() -> None:
    """A fence or a comment without an end swallows no other cell; pasted pictures have no name."""
    text = text_of(
        marked("```", "left open"),
        marked("<!-- also"),
        marked("![image.png](attachment:image.png)", "After."),
    )
    assert text == "left open\n\nAfter."


def test_notebooks_before_version_4() -> None:
    """Cells lay on sheets, headings were cells, code was input."""
    sheet = {
        "cells": [
            {"cell_type": "heading", "level": 2, "source": ["Old"]},
            {"cell_type": "code", "input": ["x = 1"], "outputs": [{"output_type": "pyout", "text": ["1"]}]},
        ]
    }
    page = notebook.read(
        json.dumps({"nbformat": 3, "worksheets": [sheet]}).encode("utf-16"), "a.ipynb"
    ).pages[0]
    assert page.text == "Old\n\nx = 1\n\n1" and page.headings[0].level == 2


@pytest.mark.parametrize(
    "data",
    [b"{", b"[]", b"3", b'{"cells": 3}', b"[" * 200_000, b'{"cells": [' + b'{"a":' * 100_000, b"\xff\xfe\0{"],
)
def test_what_is_no_notebook_is_refused(data: bytes) -> None:
    """Broken, empty or endless JSON gives a reason, not a crash."""
    with pytest.raises(ReadError):
        notebook.read(data, "a.ipynb")


def test_half_a_character_costs_only_itself() -> None:
    """A pair of surrogates that was cut is one unknown sign."""
    data = rb'{"cells": [{"cell_type": "markdown", "source": "cut \ud83d here"}], "x": NaN}'
    assert notebook.read(data, "a.ipynb").pages[0].text == "cut \ufffd here"


_JSON = some.recursive(
    some.none() | some.integers() | some.text(max_size=9),
    lambda inner: (
        some.lists(inner, max_size=4)
        | some.dictionaries(
            some.sampled_from(["cells", "cell_type", "source", "outputs", "data", "text/html", "level"]),
            inner | some.sampled_from(["markdown", "code", "heading", "stream"]),
            max_size=5,
        )
    ),
)  # fmt: skip


@given(some.lists(_JSON, max_size=6))
def test_no_form_of_cells_breaks_the_reader(cells: list[Any]) -> None:
    """Whatever stands where a text or a list should, it is left out."""
    try:
        notebook.read(json.dumps({"cells": [{"cell_type": "markdown", "source": "x"}, *cells]}).encode(), "a")
    except ReadError as error:
        assert "empty" in str(error)
