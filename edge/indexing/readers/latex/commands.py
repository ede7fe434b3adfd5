"""What commands of LaTeX do with what stands behind them."""

from __future__ import annotations

#: Sections by their level: chapters stand below parts, and so on.
SECTIONS = {"part": 2, "chapter": 3, "section": 4, "subsection": 5, "subsubsection": 6, "paragraph": 7,
            "subparagraph": 8, "frametitle": 6, "addchap": 3, "addsec": 4}  # fmt: skip
#: Arguments that nobody sees, before those that are read: "o" an option, "s" a group. Options behind a
#: command are passed over anyway.
SKIPPED = {
    name: arguments
    for arguments, names in {

        "s": "bibliography label index glossary vspace hspace vskip bibliographystyle pagestyle"
             " thispagestyle pagenumbering"
             " nocite"
             " usepackage RequirePackage documentclass documentstyle graphicspath includegraphics"
             " includesvg hypersetup markright"
             " hyphenation newlength newcounter usetikzlibrary tikzset pgfplotsset lstset geometry phantom"
             " vphantom"
             " hphantom todo missingfigure lhead chead rhead lfoot cfoot rfoot fancyhead fancyfoot fancyhf"
             " color"
             " pagecolor selectlanguage usetheme usecolortheme usefonttheme setbeamercovered linespread"
             " href parbox raisebox scalebox colorbox textcolor bookmark captionsetup sisetup setlist"
             " theoremstyle refstepcounter stepcounter fontfamily fontseries fontshape"
             " setmainfont setsansfont setmonofont setdefaultlanguage setmainlanguage setotherlanguage"
             " frenchbsetup frenchsetup addbibresource thanks titlegraphic logo"
             " foreignlanguage hskip cline specialrule enlargethispage"
             " AtBeginDocument AtEndDocument AtBeginSection",
        "ss": "setlength addtolength setcounter addtocounter markboth fcolorbox resizebox rule fontsize"
              " PassOptionsToPackage setbeamertemplate setbeamercolor setbeamerfont crefname Crefname"
              " pdfbookmark addtocontents"
              " pgfmathsetmacro numberwithin settowidth DeclareUnicodeCharacter newunicodechar sbox savebox",

        "sss": "addcontentsline definecolor newtheoremstyle titlespacing newenvironment renewenvironment"
               " contentsline",
        "ssss": "titleformat",
    }.items()
    for name in names.split()
}  # fmt: skip
SKIPPED["lstdefinestyle"] = SKIPPED["lstdefinelanguage"] = SKIPPED["newfontfamily"] = "ss"
#: Other files: how many groups stand before the one with the name.
FILES = {"input": 0, "include": 0, "subfile": 0, "subimport": 1, "import": 1, "includepdf": 0,
         "lstinputlisting": 0, "verbatiminput": 0, "inputminted": 1}  # fmt: skip
REFERENCES = {"ref", "autoref", "cref", "Cref", "nameref", "vref", "pageref", "eqref"}
CITES = {"cite", "citep", "citet", "parencite", "textcite", "autocite", "footcite", "citeauthor", "citeyear",
         "Citet", "Citep"}  # fmt: skip
RULES = {"hline", "toprule", "midrule", "bottomrule", "specialrule"}
#: Environments whose content stands as it is, and such as nobody can read as text.
VERBATIM = {"verbatim", "Verbatim", "lstlisting", "minted", "alltt", "BVerbatim", "LVerbatim", "filecontents",
            "semiverbatim", "verbatimtab"}  # fmt: skip
UNSEEN = {
    "comment",
    "tikzpicture",
    "pgfpicture",
    "picture",
    "pspicture",
    "asy",
    "circuitikz",
    "forest",
    "axis",
    "tikzcd",
}
MATHS = {"equation", "align", "alignat", "gather", "multline", "eqnarray", "displaymath", "math", "flalign",
         "dmath",
         "gathered", "aligned"}  # fmt: skip
TABLES = {"tabular": 0, "tabularx": 1, "tabulary": 1, "tabular*": 1, "longtable": 0, "supertabular": 0,
          "xltabular": 1, "longtabu": 0, "tabu": 0, "tblr": 0, "array": 0, "NiceTabular": 0}  # fmt: skip
FLOATS = {"table", "figure", "wrapfigure", "wraptable", "sidewaystable", "sidewaysfigure", "listing",
         "algorithm",
          "SCfigure", "subfigure", "subtable", "marginfigure", "longlisting"}  # fmt: skip
LISTS = {"itemize": "ul", "compactitem": "ul", "enumerate": "ol", "compactenum": "ol", "description": "dl",
         "itemize*": "ul", "enumerate*": "ol", "asparaenum": "ol", "inparaenum": "ol", "asparaitem": "ul",
         "questions": "ol", "parts": "ol", "list": "ul", "trivlist": "ul", "todolist": "ul",
         "labeling": "dl"}  # fmt: skip
ITEMS = {"item", "question"}
#: Environments that take arguments before their text.
ENVIRONMENT_ARGUMENTS = {"minipage": 1, "multicols": 1, "wrapfigure": 2, "wraptable": 2, "adjustbox": 1,
         "list": 2, "thebibliography": 1,
                         "labeling": 1, "spacing": 1, "subfigure": 1, "subtable": 1, "textblock": 1,
                         "column": 1,
                         "adjustwidth": 2, "otherlanguage": 1}  # fmt: skip
#: What is printed above the text of an environment, in English and in French.
NAMED = {
    "proof": ("Proof", "Démonstration"), "abstract": ("Abstract", "Résumé"),
    "thebibliography": ("References", "Références"),
}  # fmt: skip
#: Names that people give to theorems and boxes without saying how they are printed, as far as we know.
_SAID = (
    "theorem theoreme théorème lemma lemme definition définition corollary corollaire proposition remark"
    " remarque"
    " example exemple exercise exercice note warning attention conjecture property propriete preuve"
    " solution tip hint"
    " axiom notation question problem probleme"
)
THEOREMS = {name: name.capitalize() for name in _SAID.split()} | {
    "theoreme": "Théorème", "propriete": "Propriété", "probleme": "Problème",
    "thm": "Theorem", "lem": "Lemma", "defn": "Definition", "prop": "Proposition",
    "cor": "Corollary", "rem": "Remark", "ex": "Example",
}  # fmt: skip
#: Environments of slides that begin with their title.
TITLED = {"block", "alertblock", "exampleblock"}
#: What is stated at the head, in the order in which it is printed.
STATED = (
    "title",
    "subtitle",
    "name",
    "author",
    "institute",
    "date",
    "address",
    "phone",
    "mobile",
    "email",
    "homepage",
)
#: Charsets as inputenc calls them.
CHARSETS = {"latin1": "iso-8859-1", "latin9": "iso-8859-15", "ansinew": "cp1252", "cp1252": "cp1252",
            "applemac": "mac-roman", "latin2": "iso-8859-2", "cp850": "cp850", "utf8": "utf-8",
            "utf8x": "utf-8"}  # fmt: skip
