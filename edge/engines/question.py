"""What a question asks for, read by rules: content terms, names, the kind of answer it expects.

Everything language-bound of the lexical scorer stands here, as tables for English and French; a third language is a
column more. The kinds are those whose answers can be recognised on the page: a number, a date, a name, a place...
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from edge import text

# Kind -> what the folded question looks like. Order matters only for reading.
_ASKED = {
    "count": r"\b(how many|how much|combien|(quel|what)( est| is| was)? (le |the )?(nombre|number|montant|taux|prix|price|"
    r"age|score|total|amount|percentage|population)|quel(le)? (pourcentage|part|somme|duree|cadence|distance|taille|"
    r"hauteur|superficie)|number of|how (long|far|tall|old|large|big|fast|often|high)|what percent(age)?|"
    r"a quel age|what fraction|de combien)\b",
    "when": r"\b(when|quand|(what|which) (year|date|day|month|century|decade|time)|(quel|quelle) (annee|date|jour|mois|"
    r"siecle|epoque|periode|heure|decennie)|depuis quand|since when|until when)\b",
    "who": r"\b(who|whom|whose|qui|(quel|what) (est|is|was|etait) (le nom|the name)|comment s appel|what (company|person|"
    r"team|group|organi[sz]ation|band|actor|king|president)|which (company|person|team|group|organi[sz]ation|player)|"
    r"quel(le)? (entreprise|personne|equipe|groupe|organisation|acteur|roi|president|joueur|societe))\b",
    "where": r"\b(where|dans quel(le)?|(what|which) (city|country|state|place|location|area|region|continent|town|county|"
    r"river|island)|quel(le)? (ville|pays|region|lieu|endroit|etat|continent|ile|departement))\b|\boù\b",
    "why": r"\b(why|pourquoi|(for )?what (reason|cause|purpose)|what caused|(pour )?quelle (raison|cause)|dans quel but)\b",
    "how": r"\b(how (does|do|did|is|are|was|were|can|should|must|to)|comment|de quelle (facon|maniere))\b",
    "define": r"\b(what (is|are|was|were) (an? |the )?\w+( \w+){0,3}$|what does .* (mean|stand for)|defin|qu est ce qu|"
    r"c est quoi|que (signifie|designe)|que veut dire|what (is|are) meant|signification)",
    "may": r"\b(can|may|must|should|allowed|permitted|forbidden|required|have to|has to|peut|peuvent|doit|doivent|faut|"
    r"autorise\w*|interdit\w*|permis\w*|droit|oblig\w+)\b",
}
_KINDS = {kind: re.compile(pattern) for kind, pattern in _ASKED.items()}
KINDS = tuple(_KINDS)

NUMBER_WORDS = frozenset(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion half third quarter "
    "twice once dozen un une deux trois quatre cinq sept huit neuf dix onze douze treize quatorze quinze seize vingt trente "
    "quarante cinquante soixante cent cents mille millions milliard milliards moitie tiers quart demi double triple".split()
)
_UNSURE_NUMBERS = frozenset({"un", "une", "one"})
CALENDAR = frozenset(
    "january february march april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre "
    "lundi mardi mercredi jeudi vendredi samedi dimanche century centuries siecle siecles decade decennie today yesterday "
    "avant apres before after during until since pendant depuis jusqu spring summer autumn winter hiver printemps ete "
    "automne annees 1er".split()
)
_UNSURE_CALENDAR = frozenset({"may", "avant", "apres", "before", "after", "during", "until", "since", "pendant", "depuis"})
REASONS = frozenset(
    "because since due reason reasons cause caused causes order therefore thus result results purpose allow allows so "
    "parce car afin grace cause causes raison raisons puisque permet permettre suite effet donc but pour eviter".split()
)
MODALS = frozenset(
    "can cannot may must should shall allowed permitted forbidden required prohibited peut peuvent doit doivent faut "
    "autorise autorisee autorises interdit interdite interdits permis obligatoire obligatoirement droit tenu tenus".split()
)
NEGATIONS = frozenset("not no never cannot without nor neither none ne pas jamais aucun aucune sans ni non nul".split())
COPULAS = frozenset(
    "is are was were means mean refers called known defined denotes est sont etait etaient signifie designe appelle "
    "appele appelee nomme nommee defini definie consiste represente correspond constitue".split()
)
PRONOUNS = frozenset("it they he she this these that those its their his her il elle ils elles ce cela celui celle ceux "
                     "cette ces son sa ses leur leurs y en".split())  # fmt: skip
_PLACES = re.compile(
    r"\b(?:in|at|near|from|to|on|of|across|around|à|au|aux|en|dans|près de|sur|vers|chez|de|du|d['’])\s*(?:the |la |le |l['’])?"
    r"[A-ZÀ-Þ][\w'’-]+"
)
NAME = re.compile(r"(?<![.!?:•]\s)(?<=[\s(\"«“'’-])[A-ZÀ-Þ][^\W_]+")
_FOCUS = re.compile(r"\b(?:what|which|whose|quel|quelle|quels|quelles)\s+(?:(?:was|is|were|are|est|sont|etait)\s+)?"
                    r"(?:(?:the|a|an|le|la|les|l|un|une)\s+)?([^\W_]+)")  # fmt: skip
_QUOTED = re.compile(r"[\"«“]\s*([^\"»”]{2,60}?)\s*[\"»”]")
_NUMERIC = re.compile(r"\d+(?:[.,:/]\d+)*")
_ENGLISH = frozenset("the of is what in to and how when which who for a are does did was on by that with from if can must "
                     "many much it at be or an where why may".split())  # fmt: skip
_FRENCH = frozenset("le la les de des du est que quel quelle quels quelles qui un une et en dans pour sur combien comment ou "
                    "au aux il elle par pas ce se ne d l qu peut doit son sa ses si quand pourquoi".split())  # fmt: skip
_SHARED = _ENGLISH & _FRENCH


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the scorer sees it. `terms` are distinct stems in order; `names` are stems that must be met."""

    text: str
    words: tuple[str, ...]
    terms: tuple[str, ...]
    surface: tuple[str, ...]  # one folded word for each term
    names: frozenset[str]
    kinds: frozenset[str]
    focus: str
    negated: bool


def read(question: str) -> Question:
    """Read a question. One made of stop words only keeps them as its terms."""
    words = text.words(question)
    stop = text.stop_words()
    content = [word for word in words if word not in stop] or words
    by_stem: dict[str, str] = {}
    for word in content:
        by_stem.setdefault(text.stem(word), word)
    flat = " ".join(words) + (" où" if "où" in question.lower() else "")
    focus = _FOCUS.search(flat)
    return Question(
        text=question,
        words=tuple(words),
        terms=tuple(by_stem),
        surface=tuple(by_stem.values()),
        names=frozenset(text.stem(word) for entity in entities(question) for word in text.words(entity)) & by_stem.keys(),
        kinds=frozenset(kind for kind, pattern in _KINDS.items() if pattern.search(flat)),
        focus=text.stem(focus[1]) if focus and focus[1] not in stop else "",
        negated=not NEGATIONS.isdisjoint(words),
    )


def entities(question: str) -> list[str]:
    """Quoted phrases, capitalised names and numbers of a question, in order, without repeats."""
    found = [match[1] for match in _QUOTED.finditer(question)]
    found += NAME.findall(" " + question[:1].lower() + question[1:])
    found += _NUMERIC.findall(question)
    return list(dict.fromkeys(found))


def is_number(word: str) -> bool:
    """Whether a folded word states a quantity."""
    return word[0].isdigit() or (word in NUMBER_WORDS and word not in _UNSURE_NUMBERS)


def is_date(word: str) -> bool:
    """Whether a folded word dates something: a year, a month, a day."""
    if word.isdigit():
        return len(word) == 4 and word[0] in "12"
    return word in CALENDAR and word not in _UNSURE_CALENDAR


def has_place(sentence: str) -> bool:
    """Whether a preposition is followed by a capitalised name."""
    return _PLACES.search(sentence) is not None


def language(sample: str) -> str:
    """`en` or `fr`, by function words; `und` when neither leads."""
    english, french = _votes(text.words(sample))
    if english == french:
        return "und"
    return "en" if english > french else "fr"


def _votes(words: Iterable[str]) -> tuple[int, int]:
    kept = [word for word in words if word not in _SHARED]
    return sum(word in _ENGLISH for word in kept), sum(word in _FRENCH for word in kept)
