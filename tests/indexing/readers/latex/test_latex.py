"""LaTeX, as people write theses, contracts and courses in it."""

from __future__ import annotations

import pytest
from growth import linear
from hypothesis import given
from hypothesis import strategies as some
from refusal import whole_or_refused

from edge.indexing.readers.latex import page as latex
from edge.indexing.structure.document import Page

THESIS = r"""\documentclass[12pt]{book}
\usepackage[utf8]{inputenc}
\usepackage[french]{babel}
% un commentaire \section{rien}
\newcommand{\eau}{H\textsubscript{2}O}
\newcommand{\debit}[2]{#1~m\textsuperscript{3} par #2}
\title{\'Etude du bassin de la Vire}
\author{Jeanne Lef\`evre\thanks{Caen} \and Paul O'Brien}
\date{12 mars 2024}
\begin{document}
\maketitle
\tableofcontents
\chapter{Introduction}\label{chap:intro}
Le bassin couvre 1\,968~km\textsuperscript{2}. Il est alimenté
par la pluie\footnote{Voir l'\textit{annexe}.} ; on mesure \debit{14}{seconde}.
L'eau (\eau{}) est \og douce \fg{} --- presque. % rien

Nous rappelons deux hypothèses :
\begin{enumerate}
  \item le sol est saturé ;
  \item l'évaporation est négligée~:
    \begin{itemize}
      \item sauf en août.
    \end{itemize}
\end{enumerate}
\section[Méthodes]{Matériel et méthodes}
Voir le chapitre~\ref{chap:intro} et~\cite[p.~12]{manning}. On a
\begin{equation}
  V = \frac{1}{n} R^{2} \leq \sqrt{S} \label{eq:v}
\end{equation}
\begin{table}
\caption{Débits par station}\label{tab:d}
\begin{tabular}{|l|r|}
\hline
Station & Débit (m$^3$/s) \\
\hline
Saint-Lô & 13,2 \\
Isigny & 21,7 \\
\hline
\end{tabular}
\end{table}
Le tableau~\ref{tab:d} les montre.
\begin{lstlisting}[caption={Lecture}]
def lire(f):
    return f  % pas un commentaire
\end{lstlisting}
\begin{description}
  \item[Étiage] niveau le plus bas.
\end{description}
\iffalse caché \fi
\input{chapitres/suite}
\end{document}
jamais lu
"""


def only(source: str) -> Page:
    (page,) = latex.read(source.encode(), "a.tex").pages
    return page


def blocks(source: str) -> list[str]:
    return only(source).text.split("\n\n")


def test_a_thesis() -> None:
    """Sections below the title, notes below the paragraph with their mark, lists, formulas, tables under
    their caption, code as it stands; nothing of the preamble, of comments or behind the end.
    """
    document = latex.read(THESIS.encode(), "these.tex")
    (page,) = document.pages
    assert (document.kind, document.title, document.author) == (
        "latex", "Étude du bassin de la Vire", "Jeanne Lefèvre, Paul O'Brien",
    )  # fmt: skip
    assert [(one.level, one.text) for one in page.headings] == [
        (1, "Étude du bassin de la Vire"), (2, "Introduction"), (3, "Matériel et méthodes"),
    ]  # fmt: skip
    assert page.text.split("\n\n") == [
        "Étude du bassin de la Vire",
        "Jeanne Lefèvre, Paul O'Brien",
        "12 mars 2024",
        "Introduction",
        "Le bassin couvre 1 968 km². Il est alimenté\n"
        "par la pluie[1] ; on mesure 14 m³ par seconde.\nL'eau (H2O) est « douce » — presque.",
        "[1] Voir l'annexe.",
        "Nous rappelons deux hypothèses :",
        "1. le sol est saturé ;",
        "2. l'évaporation est négligée :",
        "  - sauf en août.",
        "Matériel et méthodes",
        "Voir le chapitre « Introduction » et [manning, p. 12]. On a",
        "V = 1/n R² ≤ √S",
        "Station | Débit (m³/s)\nSaint-Lô | 13,2\nIsigny | 21,7",
        "Le tableau « Débits par station » les montre.",
        "Lecture",
        "def lire(f):\n    return f  % pas un commentaire",
        "Étiage\n    niveau le plus bas.",
        "chapitres/suite",
    ]
    (table,) = page.tables
    assert (table.caption, table.header) == ("Débits par station", ["Station", "Débit (m³/s)"])
    assert [row.cells for row in table.rows] == [["Saint-Lô", "13,2"], ["Isigny", "21,7"]]
    (code,) = page.code
    assert page.text[slice(*code)].startswith("def lire")


def test_lines_are_those_of_the_file() -> None:
    """What begins on a line of the file says so, whatever was left out above it: headings, rows, code."""
    page, lines = only(THESIS), THESIS.split("\n")
    assert len(page.lines) > 10
    for offset, number in page.lines:
        word = page.text[offset:].split()[0].strip("-[].")
        assert word in lines[number - 1] or word in ("Étude", "Jeanne", "1", "2", "V")


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (r"\'e\`a\^{\i}\"u\~n \c{c}\c c \v{s} \oe uvre {\OE}il \ss", "éàîüñ çç š œuvre Œil ß"),
        (r"``a'' `b' <<c>> 1--2 --- d~e", "“a” ‘b' «c» 1–2 — d e"),
        (r"\og a\fg, 1\ier{} et 2\ieme, \no 4", "« a », 1er et 2e, n° 4"),
        (r"10\,\% \& \$5 \_ \#", "10 % & $5 _ #"),
        (r"\emph{a} \textbf{b} {\bf c} \textsc{d}", "a b c d"),
        (r"\href{http://x.y/a%20b}{ici} \url{http://x.y/a_b%20c}", "ici http://x.y/a_b%20c"),
        (r"\texttt{--a} \verb|x{_%| fin", "--a x{_% fin"),
        (r"\textcolor{red}{a} \vspace{1cm}b \includegraphics[width=2cm]{c.png} d", "a b d"),
        (r"\SI{20}{\celsius} \SI{9.8}{\metre\per\second\squared} \num{12}", "20 °C 9.8 m/s² 12"),
        (r"\SI{6}{\percent} du total, $p<\SI{5}{\percent}$ ici", "6 % du total, p<5 % ici"),
        (r"a% c" + "\n" + "b", "ab"),
        (r"\unknown[x]{a}{b} \other c", "a b c"),
        (r"$\alpha \to x_1$, $5", "α → x_1, $5"),
    ],
)
def test_what_stands_in_a_line(typed: str, read: str) -> None:
    """Accents, quotation marks, dashes and symbols are the characters that are printed; marks are gone."""
    assert blocks(typed) == [read]


def test_tables_of_several_head_rows_and_high_cells() -> None:
    """Rows above the first whole rule head the others; a cell that is several rows high is said in each."""
    page = only(
        r"""\begin{tabular}{lcc}\toprule
        & \multicolumn{2}{c}{Error} \\ \cmidrule(lr){2-3}
        Rain & mean & max \\ \midrule
        \multirow{2}{*}{Heavy} & 5.5 & 9.8 \\
         & 6.1 & 10.2 \\ \bottomrule
        \end{tabular}"""
    )
    (table,) = page.tables
    assert table.header == ["Rain", "Error mean", "Error max"]
    assert [row.cells for row in table.rows] == [["Heavy", "5.5", "9.8"], ["Heavy", "6.1", "10.2"]]


def test_what_is_repeated_on_other_pages_is_read_once() -> None:
    """The second heading of a long table, and its feet, are left out."""
    page = only(
        r"""\begin{longtable}{|l|r|}\caption{Answers}\\
        \hline Place & Count \\ \hline \endfirsthead
        \hline Place (continued) & Count \\ \hline \endhead
        \multicolumn{2}{r}{next page}\\ \endfoot
        \hline \endlastfoot
        North & 12 \\ South & 30 \\ \end{longtable}"""
    )
    assert page.text == "Place | Count\nNorth | 12\nSouth | 30"
    assert (page.tables[0].caption, page.tables[0].header) == ("Answers", ["Place", "Count"])


def test_lists_that_do_not_count_in_figures() -> None:
    """Letters as the list says, and in lists within lists as the classes print them."""
    typed = r"""\begin{enumerate}[label=\alph*)]\item a\item b\end{enumerate}
    \begin{enumerate}\item c\begin{enumerate}\item d\end{enumerate}\end{enumerate}
    \begin{itemize}\item[--] e\end{itemize}"""
    assert blocks(typed) == ["a) a", "b) b", "1. c", "  (a) d", "– e"]


def test_theorems_slides_and_letters() -> None:
    """What environments print above their text is there: names of theorems, titles of slides."""
    typed = r"""\newtheorem{thm}{Théorème}
    \begin{thm}[Gauss]Tout est pair.\end{thm}
    \begin{proof}Clair.\end{proof}
    \begin{frame}{Plan}\begin{itemize}\item<1-> un \pause\end{itemize}\end{frame}"""
    page = only(typed)
    assert page.text.split("\n\n") == ["Théorème (Gauss). Tout est pair.", "Proof. Clair.", "Plan", "- un"]
    assert [one.text for one in page.headings] == ["Plan"]


def test_a_part_of_a_document_begins_at_the_top() -> None:
    """A chapter that another file includes has no preamble; its title is that of the document."""
    document = latex.read(rb"\chapter{Results}\section{Cost}It was 3 euros.", "c.tex")
    assert document.title == "Results"
    assert [(one.level, one.text) for one in document.pages[0].headings] == [(1, "Results"), (2, "Cost")]


def test_definitions_alone_are_code() -> None:
    """A file that prints nothing is still found by what it defines."""
    document = latex.read(rb"\newcommand{\R}{\mathbb{R}} % reals", "macros.tex")
    (page,) = document.pages
    assert (document.kind, document.title) == ("latex", "macros.tex")
    assert "mathbb" in page.text
    assert page.code == [(0, len(page.text))]


def test_the_charset_that_is_declared() -> None:
    """An old file says which one it is in."""
    typed = "\\usepackage[latin1]{inputenc}\n\\section{\xc9t\xe9}"
    assert latex.read(typed.encode("latin-1"), "a.tex").pages[0].text == "Été"


def test_what_is_never_closed_swallows_nothing() -> None:
    """A heading, a formula or a table without its end leaves what follows as it is."""
    page = only("\\section{One {two\n$x\n\n\\begin{tabular}{l}a & b\n\\section{Three}\nText.")
    assert [one.text for one in page.headings][-1] == "Three"
    assert page.text.endswith("Three\n\nText.")


@pytest.mark.parametrize(
    "piece",
    ["{", "}", r"\a[", r"\a{", r"\begin{itemize}\item ", r"\begin{tabular}{l}a&", r"\footnote{", r"\section{",
     "$", "$$", r"\(", "%", r"\verb|", r"\begin{verbatim}", r"\begin{equation}", r"\url{", r"$\frac{", "^{",
     r"\item[", "[{", r"\\", "&", r"\'", r"\def\a{\a\a}\a", r"\newcommand{\x}[9]{#1#1}\x{",
     r"\begin{table}\caption{",
     r"\multirow{9}{*}{", r"\title{", r"\begin{pmatrix}", r"\endhead ", r"\documentclass{a}",
     r"\begin{document}"],
)  # fmt: skip
def test_no_file_takes_long(piece: str) -> None:
    """Time grows as the file does, whatever is left open in it, and however macros stand for each other."""
    for part in (piece.encode(), f"{piece}\n".encode()):
        assert linear(
            lambda count, part=part: whole_or_refused(latex.read, part * count + b"x", "a.tex"), 4_000
        )  # type: ignore[misc]


_PIECE = some.sampled_from(
    ["\\section{", "}", "{", "\\begin{tabular}{ll}", "\\end{tabular}", "&", "\\\\", "\\item ",
     "\\begin{itemize}",
     "\\end{itemize}", "\\begin{table}", "\\caption{a}", "\\end{table}", "\\footnote{", "$", "x", "\n\n", "%",
     "\\title{t}", "\\maketitle", "\\documentclass{a}", "\\begin{document}", "\\verb|", "\\multirow{3}{*}{b}",
     "\\hline", "\\label{l}", "\\ref{l}", "\\begin{description}", "\\item[d]", "\\endhead", "\\[",
     "\\frac", "^",
     "\\newcommand{\\q}[1]{#1}", "\\q{"]
)  # fmt: skip


@given(some.lists(_PIECE, max_size=25))
def test_no_form_breaks_the_reader(pieces: list[str]) -> None:
    """It is read, or refused for holding no text."""
    whole_or_refused(latex.read, "".join(pieces).encode(), "a.tex")


@given(some.binary(max_size=200))
def test_bytes_are_text_or_refused(data: bytes) -> None:
    """Binary data is refused in a line."""
    whole_or_refused(latex.read, data, "a.tex")
