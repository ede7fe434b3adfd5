"""What the reader is told not to do, by grammar: "ne dis rien", "il faut pas sonner", "never leave it on"."""

from __future__ import annotations

import re

from edge.extract.rules.patterns.fragments import INFINITIVE, OPENS_OR

_NOTHING = r"(?:(?:surtout|absolument) )?(?:pas|plus|rien|jamais|personne|aucune?)"
_OBJECT = r"(?:(?:me|m|nous|le|la|l|les|lui|leur|y|en) ){0,2}"
#: What is said to comfort, to be polite or to think with asks nothing; nor do machines' own replies.
_IDLE_FR = (
    r"(?!(?:etre|avoir|repondre|hesiter|oublier|tenir|jeter|imprimer|croire|confondre|exagerer|desesperer"
    r"|dramatiser|paniquer|perdre|chercher|vouloir|savoir|pouvoir) |s |t |se )"
)
#: "(Je) ne sais pas": many people leave the "je" out, mostly before these.
_STATES_FR = (
    r"(?!(?:te|t|vous|se|s|me|m) |(?:suis|sais|peux|vois|vais|veux|dois|comprends|connais|pense|crois"
    r"|trouve|bouge|arrive|travaille|reste|mange|bois|rentre|reviens|pars|sors|es|as|ai|aime|regrette|garantis"
    r"|promets|recois|hesite|oublie|lache|change) )"
)
#: "Never mind", "never share your code" (a machine says so).
_IDLE_EN = (
    r"(?!(?:reply|forget|worry|know|want|have|miss|think|mind|share|see|remember|need|like|get|even|really"
    r"|again|been|had|heard|seen|met|knew|got|did|too|was|say|[a-z]+ed) )"
)

PROHIBITION: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("request", re.compile(
        rf" (?:ne )?(?:faut|faudra|faudrait) {_NOTHING} {_IDLE_FR}{_OBJECT}{INFINITIVE}"
        rf"|{OPENS_OR}(?:(?:et|mais) )?surtout )ne {_NOTHING} {_IDLE_FR}{_OBJECT}{INFINITIVE}"
        # The person that is spoken to with "tu".
        rf"|{OPENS_OR}(?:(?:et|mais) )?surtout )(?:ne|n) {_STATES_FR}{_OBJECT}{_STATES_FR}"
        rf"(?:[a-z]{{2,}}e|dis|fais|mets|prends|viens|ouvres?|rends|perds|descends|reponds|attends) "
        rf"{_NOTHING} "
    )),
    ("request", re.compile(
        rf"{OPENS_OR}please )never {_IDLE_EN}[a-z]{{3,}} (?:it|them|him|her|the|an|any|anything|anyone|your"
        r"|my|our|this|that|these|those|on|to|until|before|after) "
    )),
)  # fmt: skip
