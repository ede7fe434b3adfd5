"""AsciiDoc, as people write guides, contracts and logs of changes in it."""

from __future__ import annotations

import pytest
from growth import linear
from hypothesis import given
from hypothesis import strategies as some
from refusal import whole_or_refused

from edge.indexing.readers.asciidoc import page as asciidoc
from edge.indexing.readers.formats import document_of
from edge.indexing.structure.document import Page

GUIDE = """\
= Guide de Zéphyr
Jeanne Lefèvre <jeanne@exemple.fr>; Paul O'Brien
v2.3, 2024-03-12
:version: 2.3
:url: https://exemple.fr/z_x
:note-caption: Remarque

// commentaire
*Zéphyr {version}* est un logiciel _libre_.
Il remplace l'anciennefootnote:[La notice *de 2019*.].

[[prerequis]]
== Prérequis

Il vous faut :

* 4 Go de mémoire,
* une carte SD
+
De 16 Go.
** en ext4
* le paquet {url}[zephyr-core], voir <<pas>>

NOTE: Rien de plus
grand.

[#pas]
=== Pas à pas

. Télécharger.
. Écrire :
+
[source,shell]
----
$ dd if=z-{version}.img  # <1>
include::suite.sh[]
----
<1> Prudence.
.. attendre

.Tensions par modèle
[%header,cols="1,2,>1"]
|===
|Modèle |Tension (V) |Courant (A)

|Z1 |12 |0,5
.2+|Z2
|24
|1,1
2+|sur demande
|===

[WARNING]
====
Ne débranchez *jamais*.
====

Capteur:: appareil qui mesure.
Étalonnage::
  réglage du capteur.

ifdef::interne[]
Note secrète.
endif::[]
ifndef::interne[Version publique.]

include::chapitres/entretien.adoc[leveloffset=+1]

[quote,Paul Valéry,Le Cimetière marin]
____
Le vent se lève !
____

 code  en retrait
"""


def only(source: str) -> Page:
    (page,) = asciidoc.read(source.encode(), "a.adoc").pages
    return page


def blocks(source: str) -> list[str]:
    return only(source).text.split("\n\n")


def test_a_guide() -> None:
    """Sections, lists in lists, what is attached to an item, tables under their caption, code as it stands,
    boxes, terms, notes below the paragraph with their mark; attributes are put in, conditions decided, other
    files named; no marks and no comments.
    """
    document = asciidoc.read(GUIDE.encode(), "guide.adoc")
    (page,) = document.pages
    assert (document.kind, document.title, document.author) == (
        "asciidoc", "Guide de Zéphyr", "Jeanne Lefèvre, Paul O'Brien",
    )  # fmt: skip
    assert [(one.level, one.text) for one in page.headings] == [
        (1, "Guide de Zéphyr"), (2, "Prérequis"), (3, "Pas à pas"),
    ]  # fmt: skip
    assert page.text.split("\n\n") == [
        "Guide de Zéphyr",
        "Jeanne Lefèvre <jeanne@exemple.fr>, Paul O'Brien",
        "v2.3, 2024-03-12",
        "Zéphyr 2.3 est un logiciel libre.\nIl remplace l'ancienne[1].",
        "[1] La notice de 2019.",
        "Prérequis",
        "Il vous faut :",
        "- 4 Go de mémoire,",
        "- une carte SD",
        "  De 16 Go.",
        "  - en ext4",
        "- le paquet zephyr-core, voir Pas à pas",
        "Remarque: Rien de plus\ngrand.",
        "Pas à pas",
        "1. Télécharger.",
        "2. Écrire :",
        "$ dd if=z-{version}.img  # <1>\nsuite.sh",
        "  <1> Prudence.",
        "  a. attendre",
        "Modèle | Tension (V) | Courant (A)\nZ1 | 12 | 0,5\nZ2 | 24 | 1,1\nZ2 | sur demande",
        "Warning:",
        "Ne débranchez jamais.",
        "Capteur\n    appareil qui mesure.",
        "Étalonnage\n    réglage du capteur.",
        "Version publique.",
        "chapitres/entretien.adoc",
        "Le vent se lève !",
        "— Paul Valéry, Le Cimetière marin",
        "code  en retrait",
    ]
    (table,) = page.tables
    assert (table.caption, table.header) == (
        "Tensions par modèle", ["Modèle", "Tension (V)", "Courant (A)"],
    )  # fmt: skip
    assert [page.text[slice(*code)].split()[0] for code in page.code] == ["$", "code"]


def test_lines_are_those_of_the_file() -> None:
    """What begins on a line of the file says so, whatever was left out above it."""
    page, lines = only(GUIDE), GUIDE.split("\n")
    assert len(page.lines) > 10
    for offset, number in page.lines:
        word = page.text[offset:].split()[0].strip("-.:")
        assert word in lines[number - 1] or word in ("1", "2", "a", "Remarque", "Z2", "—", "[1]", "Warning")


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("*a* _b_ `c` #d# **e**f __g__h ^i^ ~j~ x^2^", "a b c d ef gh i j x²"),
        ("a_b_c 2*3*4 snake_case_name", "a_b_c 2*3*4 snake_case_name"),
        (r"\*a* \{b} {unknown}", "*a* {b} {unknown}"),
        ("\"`a`\" '`b`' (C) a -- b c--d ... -> =>", "“a” ‘b’ © a — b c—d … → ⇒"),
        ("+a*b*+ ++c_d_++ pass:[<b>] `+e_f_+`", "a*b* c_d_ <b> e_f_"),
        ("https://x.y/a_b_c[ici] link:d.html[là,window=_blank] mailto:a@b.c[moi]", "ici là moi"),
        ("https://x.y/a_b_c et <https://z.t>", "https://x.y/a_b_c et https://z.t"),
        ("kbd:[F2] menu:File[Save > As] btn:[OK] icon:x[]", "F2 File > Save > As OK"),
        ("image:a.png[plan,200]", "plan"),
        ("((terme)) (((caché))) [[ici]]ou <<lui,elle>>", "terme ou elle"),
        (r"stem:[\frac{a}{b} \leq c]", "a/b ≤ c"),
        ("{nbsp}&#167;&nbsp;3{deg}".replace("{nbsp}", ""), "§ 3°"),
        ("un +\ndeux", "un\ndeux"),
    ],
)  # fmt: skip
def test_what_stands_in_a_line(typed: str, read: str) -> None:
    """Marks are gone, and stay where they are none; what is typed as it is, is."""
    assert " ".join(" ".join(blocks(typed)).split(" ")).replace("\N{NO-BREAK SPACE}", " ") == read


def test_titles_with_a_line_below_them() -> None:
    """Both ways of writing titles are read; a block of code is no title."""
    page = only("Contrat\n=======\n\nObjet\n-----\nLouer.\n\nDurée\n~~~~~\nUn an.\n\n----\ncode\n----\n")
    assert [(one.level, one.text) for one in page.headings] == [(1, "Contrat"), (2, "Objet"), (3, "Durée")]
    assert page.text.endswith("Un an.\n\ncode")


def test_attributes_and_conditions() -> None:
    """Attributes are put in, also in others and over lines; counters count; what does not hold is gone."""
    typed = """\
:a: one
:b: {a} and \\
two
:n: 3

{b} {counter:x} {counter:x}
ifdef::a,zz[]
shown
ifndef::b[]
hidden
endif::[]
endif::[]
ifeval::["{n}" >= "4"]
hidden
endif::[]

:!a:

{a}
"""
    assert blocks(typed) == ["one and two 1 2\nshown", "{a}"]


def test_attributes_of_attributes_stay_small() -> None:
    """Each of forty attributes says the one before it twice: a text of a megabyte million is not made."""
    doubled = "".join(f":a{at + 1}: {{a{at}}}{{a{at}}}\n" for at in range(40))
    page = only(f":a0: long\n{doubled}\n" + "{a40} {a39} x\n" * 100)
    assert len(page.text) < 400_000


def test_tables_of_csv_and_of_cells_that_are_repeated() -> None:
    """Rows of CSV; "3*|" is three cells; cells one below the other make rows by the number of columns."""
    page = only('[%header]\n,===\nA,B\n"1,2",3\n,===\n\n[cols="3*"]\n|===\n3*|x\n|a\n|b\n|c\n|===\n')
    first, second = page.tables
    assert (first.header, [row.cells for row in first.rows]) == (["A", "B"], [["1,2", "3"]])
    assert page.text.endswith("x | x | x\na | b | c")
    assert second.start > first.end


def test_boxes_in_items_end_where_they_do() -> None:
    """An open block in an item holds a list of its own; the list goes on behind it."""
    typed = """\
. Un
+
--
Dedans :

* puce
--
. Deux

== Suite

Fin.
"""
    assert blocks(typed) == ["1. Un", "  Dedans :", "  - puce", "2. Deux", "Suite", "Fin."]


def test_how_a_list_counts_is_said_below_the_item_that_holds_it() -> None:
    """Brackets right below an item speak of the list inside it, and the outer one counts on; below an empty
    line they end the lists.
    """
    steps = ". cut\n. cook\n[upperalpha]\n.. stir\n.. skim\n. mix\n"
    assert blocks(steps) == ["1. cut", "2. cook", "  A. stir", "  B. skim", "3. mix"]
    assert blocks("* a\n* b\n\n[loweralpha]\n. c\n. d\n") == ["- a", "- b", "a. c", "b. d"]
    assert blocks("* a\n\n.Steps\n[upperalpha]\n. c\n") == ["- a", "Steps", "A. c"]


def test_a_rule_right_below_a_paragraph_is_none_of_its_words() -> None:
    """A line of three apostrophes is drawn, whether an empty line stands above it or not."""
    assert blocks("by letter.\n'''\nDone at Nantes.\n") == ["by letter.", "Done at Nantes."]


def test_terms_of_questions_and_of_manuals() -> None:
    """A term may have its text on the next line, or behind an empty one, and several terms share a text."""
    typed = "*-n*::\nNothing is done.\n\n*-q*::\n*--quiet*::\n\nSay less.\n\nNext paragraph.\n"
    assert blocks(typed) == [
        "-n\n    Nothing is done.", "-q\n--quiet\n    Say less.", "Next paragraph.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "piece",
    ["*a", "_", "`", "**", "#", "[[", "<<", "((", "footnote:[", "link:a[", "http://a[", "{a}",
     "{counter:x}", "+",
     "+++", "pass:[", "stem:[", "image::a[", '"`', "^a", "~", "|", "a:: ", "* a", ". a", "&#", "\\",
     "----", "====",
     "|===", "[a]", ":a: {a}{a}", "ifdef::a[]", "== a", "a\n===", "+\n", "____", "[.a]#", "= a", "////"],
)  # fmt: skip
def test_no_file_takes_long(piece: str) -> None:
    """Time grows as the file does, whatever is left open in it."""
    for part in (piece.encode(), f"{piece}\n".encode()):
        assert linear(  # type: ignore[misc]
            lambda count, part=part: whole_or_refused(asciidoc.read, part * count + b"\nx", "a.adoc"), 3_000
        )


_PIECE = some.sampled_from(
    ["= T\n", "== S\n", "* a\n", "** b\n", ". c\n", "t:: d\n", "t::\n", "+\n", "--\n", "====\n",
     "----\n", "|===\n",
     "|a ", "2+|b\n", ".3+|c\n", "[NOTE]\n", "[quote,a]\n", "____\n", ".Title\n", "\n", "x",
     "footnote:[n]", "<<a>>",
     "[[a]]\n", ":k: v\n", "{k}", "ifdef::k[]\n", "endif::[]\n", "////\n", " lit\n", "<1> d\n", ",===\n",
     '"', "'"]
)  # fmt: skip


@given(some.lists(_PIECE, max_size=25))
def test_no_form_breaks_the_reader(pieces: list[str]) -> None:
    """It is read, or refused for holding no text."""
    whole_or_refused(asciidoc.read, "".join(pieces).encode(), "a.adoc")


@given(some.binary(max_size=200))
def test_bytes_are_text_or_refused(data: bytes) -> None:
    """Binary data is refused in a line."""
    whole_or_refused(asciidoc.read, data, "a.adoc")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (GUIDE, "asciidoc"),
        ("// a comment\n\n:keywords: pump\n= The pump\n\nText.\n\n== Parts\n\nThe valve.\n", "asciidoc"),
        ("= The pump\n\nA line.\n\n== Parts\n\nThe valve.\n", "text"),
        ("The pump\n========\n\n== Parts\n\n== Prices\n\n:note: none\n", "text"),
        ("= 3 + 4\n\nA sum, and nothing else in it.\n", "text"),
    ],
)
def test_asciidoc_in_a_text_file(text: str, kind: str) -> None:
    """A `.txt` file or a README is AsciiDoc where it opens with a title of it and has two sections or
    attributes more; else it stays the text that it is.
    """
    for name in ("install.txt", "README"):
        assert document_of(text.encode(), name, "text", 1_000_000).kind == kind
