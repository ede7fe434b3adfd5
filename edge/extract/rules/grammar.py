"""Promises and requests told by their form, in place of a list of them.

French says who binds himself by the ending of a verb ("je finirai", "nous referons"), or by a present with
its receiver ("je te renvoie ..."); English by "will". What an office asks stands in its own turns ("il reste
à", "you are required to"). Patterns read folded words between blanks, so an apostrophe is a blank here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from edge.extract.rules.lexicon import PhraseMatch
from edge.extract.rules.tidings import TIDINGS
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
    # What people ask of each other without asking nicely, and offices of those it concerns.
    ("request", re.compile(
        r" (?:saura[a-z]+|serais|serions|serons) (?:tres )?(?:gre|reconnaissante?s?|obligee?s?) "
        r"| (?:met|mets|mettons) en demeure | (?:vous|tu) (?:devez|dois|devrez|devras|etes tenu[es]{0,2}) "
        r"| (?:doit|doivent|devra|devront) (?:imperativement |obligatoirement |donc |ensuite )?"
        r"(?:nous |me |m |lui |leur |vous )?(?:etre |(?!avoir )[a-z]{2,}(?:er|ir|re) )"
        r"| (?:dans ce cas|sinon|alors) (?!vous |nous |assez |chez )[a-z]{3,}ez (?!vous |nous )"
        r"| (?:svp|stp|s il te plait|s il vous plait|pls|plz) | vous (?:est|sont|sera) demandee?s? "
        r"| (?:tu sais|vous savez|sais tu|savez vous) (?:si|ou|quand|comment|qui) "
        r"| (?:parties|participants|parents|eleves|students|applicants|members) (?:must|should|have to|are asked) "
        r"| (?:must|has to|have to|need to|needs to) be [a-z]+(?:ed|en|t) (?!in )| you (?:must|will need to|ll need to) "
        r"| (?:would|d) (?:like|love|need) to (?:know|hear|see|have) (?!that )| (?:we|i) need to (?:hear|know|have) "
        r"| (?:are|r) (?:u|you) (?:still |both |all )?(?:on|up|around|about|free|coming|in|ok|able) "
        r"| shall i | (?:can|could) (?:u|we all) | reply to (?:me|us) if "
    )),
    # A day's plan told to somebody: je passe demain, moi je prends les bieres, will drop it back.
    ("commitment", re.compile(
        r"(?<! que)(?<! si)(?<! quand) (?:je|j|moi je) (?:(?:te|t|vous|le|la|l|les|lui|leur|en|y|m en|m) ){0,2}(?:passe|prends|apporte"
        r"|amene|ramene|rapporte|depose|recupere|reserve|bloque|garde|livre|finis|termine|gere|occupe"
        r"|charge|dors|viens|arrive|appelle|rappelle|renvoie|repasse|paie|paye) (?!pas |plus |jamais |que |de )"
        r"| (?<!it )(?<!that )(?<!which )(?<!this )(?<!who )(?<!there )(?:btw|and|then|so|but) will "
        r"(?!be |have |need |you |it |the |not |never |see |also )[a-z]{2,} "
        r"| (?:ill|il l|i ll|we ll|ill be|i ll be|we ll be) (?:there|at|get|send|bring|pick|take|drop|ask|sort|ring|pay) "
        r"| can (?:start|deliver|fire|do it|have it) (?:w c|on|by|from|next|in) "
    )),
)  # fmt: skip


#: The cues that this file gives.
NAMES = frozenset(name for name, _ in (*_PATTERNS, *TIDINGS))


def find(tokens: WordTokens) -> list[PhraseMatch]:
    """Matches named like those of `cues.toml`, unordered; `first` and `last` are places of words."""
    words = tokens.words
    if not words:
        return []
    text = f" {' '.join(words)} "
    starts = list(accumulate((len(word) + 1 for word in words[:-1]), initial=1))
    hits: list[PhraseMatch] = []
    for name, pattern in (*_PATTERNS, *TIDINGS):
        for match in pattern.finditer(text):
            first = bisect_right(starts, match.start() + 1) - 1
            last = bisect_right(starts, match.end() - 1)
            hits.append(PhraseMatch(f"cues.{name}", first, last))
    return hits
