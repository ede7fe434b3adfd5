"""Promises, requests and news told by their form, in place of a list of them.

French says who binds himself by the ending of a verb ("je finirai", "nous referons"), or by a present with
its receiver ("je te renvoie ..."); English by "will". What an office asks stands in its own turns ("il reste
à", "you are required to"). Patterns read folded words between blanks, so an apostrophe is a blank here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from edge.extract.rules.lexicon import PhraseMatch
from edge.text.word_tokens import WordTokens

_PRONOUNS = r"(?:(?:te|t|vous|le|la|l|les|lui|leur|y|en|me|m|nous) ){0,3}"
# Futures that bind to nothing: to be, to have, to be able, to see, to stay ...
_NO_DEED = r"(?:se|au|pour|dev|ver|sau|voud|rester|prefere|aime|oublie|regrette|croi|faud)"
# Said to somebody, and done with that.
_SAID = (
    r"(?:prie|remercie|souhaite|demande|signale|informe|confirme|ecri[st]|assure|embrasse|laisse|propose|"
    r"invite|conseille|recommande|felicite|ai|as|a|avais|avait|avons|dis|dit|disons|disais|suis|fais|en|y|"
    r"remerci|souhait|demand|signal|inform|confirm|ecriv|assur|pri|laiss|propos|invit|conseill|recommand|"
    r"attend|trouve|vois|voit|connais|aime|adore|salue|adresse|rappelons que|rappelle que|jure)"
)

_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    # je finirai, nous referons, on passera; not "je ne viendrai pas".
    ("commitment", re.compile(
        rf" (?:je|j) {_PRONOUNS}(?!{_NO_DEED}rai )[a-z]{{2,}}rai (?!pas |plus |jamais )"
        rf"| nous {_PRONOUNS}(?!{_NO_DEED}rons )[a-z]{{2,}}rons (?!pas |plus |jamais )"
    )),
    # je te renvoie un planning, nous vous adressons ..., je les depose
    ("commitment", re.compile(
        rf" (?:je|nous|on) (?:te|t|vous|leur|lui) (?:(?:le|la|les|l|en) )?(?!{_SAID}(?:ons|e|es|s|t)? )"
        r"[a-z]{3,}(?:e|s|ons|d|t) (?=(?:le|la|les|l|un|une|des|mon|ma|mes|notre|nos|ca|cela|tout|demain|"
        r"lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|ce|cette|avant|d|des|sous|dans|par|\d\w*|"
        r"aujourd|apres|en) )"
    )),
    ("commitment", re.compile(
        r" (?:s est|se sont|me suis|nous sommes|s engagent?) (?:engage[es]{0,2} )?a (?=[a-z]+(?:er|ir"
        r"|re|oir) )"
    )),
    ("commitment", re.compile(
        r" (?:i|we) (?:ll|will|shall) (?:(?:also|then|just|happily|gladly|certainly|personally"
        r"|of course) )?"
        r"(?!be |have |need |see |not |never |miss |love |know |probably |try |say |always |hear |ever "
        r"|still |"
        r"only |use |process |keep |leave |also |assume |continue |then |of |ask |talk |understand "
        r"|and |want )"
        r"[a-z]{2,} "
    )),
    # What somebody else will do for the reader, by a day: no limit of the reader's.
    ("undertaking", re.compile(
        r" (?:vous|te|t) (?:parviendr(?:a|ont)|(?:re)?contacter(?:a|ont)|rappeller(?:a|ont)|repondr(?:a"
        r"|ont)|"
        r"enverr(?:a|ont)|adresser(?:a|ont)|transmettr(?:a|ont)|recevr(?:ez|as)|ser(?:a|ont) "
        r"(?=(?:[a-z]+ )?(?:adress|envoy|remis|vers|rembours|livr|transmi|communiqu|credit|restitu)))"
        r"| reviendr(?:a|ont) vers (?:vous|toi) | ser(?:a|ont) (?:re)?(?:credit|vers|rembours)e[es]{0,2} "
    )),
    ("undertaking", re.compile(
        r" (?:will|shall) (?:be (?:in touch|published|sent|refunded|credited|mailed|paid|issued|posted"
        r"|shared|"
        r"reimbursed|completed|finished|repaired|fixed|released)|follow|contact you|call you|get back|"
        r"write to you|reach you) "
    )),
    ("request", re.compile(
        r" you (?:are|re|were) (?:kindly |hereby |also )?(?:required|asked|requested|invited|expected"
        r"|obliged) to "
        r"| should be grateful | would be grateful | look forward to (?:receiving|hearing|your) "
        r"| (?:we|i) need (?:it |them |this |that )?back | any chance | (?:could|can) (?:we|someone"
        r"|somebody|anyone|anybody) "
        r"| (?:does|do) (?:anyone|anybody|any of you) | have a (?:think|look|read) | would suit you "
        r"| which (?:one )?would (?:you|suit) | assigned you | review was requested | give (?:us|me|her"
        r"|him) a "
        r"| it is for you to | up to you to | (?:let|give) (?:me|us) (?:have )?(?:your|an|the) "
        r"| (?:^|[.;:!?] |and |but |so )(?:do not|don t) (?!hesitate |reply |forget |worry |know |want "
        r"|have |miss |let |think )[a-z]{3,} "
    )),
    ("request", re.compile(
        r" [a-z]{2,}(?:riez vous|rais tu) | (?:il )?reste a (?:nous |me |m )?[a-z]+(?:er|ir|re) "
        r"| vous etes (?:tenu|prie|invite)[es]{0,2} (?:de|d|a) | il (?:me |nous "
        r"|vous )?manque (?:encore |toujours )?[a-z]+ "
        r"| compt(?:e|ons) sur (?:vous|toi) | faut qu (?:on|ils?|elles?) | faut que (?:tu|vous|nous|je) "
        r"| quelqu un (?:peut|pourrait|aurait|a|sait|connait) | sauf erreur de (?:ma|notre) part "
        r"| (?:nous|me|m) faire parvenir | a (?:me|m|nous) [a-z]+(?:er|ir|re) "
        r"| (?:tu|vous) (?:me|m|nous) (?:re)?(?:dis|dites|confirme[sz]|envoie[sz]|envoyez|rappelle[sz]"
        r"|tiens|tenez) "
        r"| cherch(?:e|ons) a | tu (?:geres|prends|apportes|amenes|ramenes|t occupes|t en occupes) "
    )),
    # What has happened, or how things stand: no wish, no plan, and not what the writer does.
    ("news", re.compile(
        r" (?<! we )(?<! i )(?<! you )(?:has|have) (?:now |just |already |not )?(?:been |come |gone "
        r"|fallen |died |left |arrived |packed |stopped |failed |broken |run )"
        r"| (?:was|were) (?:not |never |recorded |found |left |granted |added |moved |lost |damaged "
        r"|delayed |measured |removed |replaced |closed |absent |late )"
        r"| came back | (?:is|are) (?:now |no longer |still |back |out of |ready |complete |incomplete "
        r"|closed |affected |slightly |unavailable |away |ill |in hospital |off sick )"
        r"| reproduced | caused by | due to an? | fell | broke | went off | passed | turned out "
        r"| we have your | we believe "
    )),
    ("news", re.compile(
        r" (?<! vous )(?<! tu )(?<! j )(?<! nous )(?:a|ont) (?:bien |deja |enfin )?(?:ete |eu lieu "
        r"|echoue |perdu |change |rendu |termine |casse |lache |repris |demarre )"
        r"| (?:est|sont) (?:desormais |bien |toujours |encore |deja |maintenant )?(?:prete?s? "
        r"|disponibles? |incomplete?s? |complete?s? |fermee?s? |ouverte?s? |arrivee?s? |partie?s? "
        r"|sortie?s? |rentree?s? |tombee?s? |absente?s? |en panne |evaluee?s? |indisponibles? "
        r"|terminee?s? |du |dus |due |bloquee?s? |en retard )"
        r"| montrent | l origine | s est bien passee? | ne viendr(?:a|ont) pas | ne pourr(?:a|ont) pas "
        r"| sera exclue? | en erreur "
    )),
)  # fmt: skip


#: The cues that this file gives.
NAMES = frozenset(name for name, _ in _PATTERNS)


def find(tokens: WordTokens) -> list[PhraseMatch]:
    """Matches named like those of `cues.toml`, unordered; `first` and `last` are places of words."""
    words = tokens.words
    if not words:
        return []
    text = f" {' '.join(words)} "
    starts = list(accumulate((len(word) + 1 for word in words[:-1]), initial=1))
    hits: list[PhraseMatch] = []
    for name, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            first = bisect_right(starts, match.start() + 1) - 1
            last = bisect_right(starts, match.end() - 1)
            hits.append(PhraseMatch(f"cues.{name}", first, last))
    return hits
