"""Promises and requests told by their form, in place of a list of them.

French says who binds himself by the ending of a verb ("je finirai", "nous referons"), or by a present with
its receiver ("je te renvoie ..."); English by "will". What an office asks stands in its own turns ("il reste
à", "you are required to"). Patterns read folded words between blanks, so an apostrophe is a blank here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from edge.extract.rules.grammar.asking import ASKED
from edge.extract.rules.grammar.changes import CHANGES
from edge.extract.rules.grammar.duties import DUTIES
from edge.extract.rules.grammar.everyday import EVERYDAY, GREETED
from edge.extract.rules.grammar.opening import OPENS, OPENS_OR
from edge.extract.rules.grammar.people import PEOPLE
from edge.extract.rules.grammar.settled import SETTLED
from edge.extract.rules.grammar.tidings import TIDINGS
from edge.extract.rules.grammar.typed_words import spelled_out
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
    r"attend|trouve|vois|voit|connais|aime|adore|salue|adress|rappelons que|rappelle que|jure)"
)

#: Two weeks, a month: what one has of time.
_TIME_EN = (
    r"(?:(?:a|one|two|three|four|five|six|seven|ten|\d+|another|some|more) )?(?:more )?"
    r"(?:(?:working |calendar |business )?(?:days?|weeks?|months?|hours?|minutes?|fortnight)|time) "
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
        rf"[a-z]{{3,}}(?:e|s|ons|d|t) {GREETED}(?=(?:le|la|les|l|un|une|des|mon|ma|mes|notre|nos|ca|cela|tout"
        r"|demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|ce|cette|avant|d|des|sous|dans|par|\d\w*|"
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
    # What comes to the reader. Time that he has is his own.
    ("undertaking", re.compile(
        r" you (?:will|ll|shall) (?:have|receive|get) (?!to |until |till |up to |(?:about |only |just )?"
        rf"{_TIME_EN}|no |any |(?:a|the) (?:choice|chance|right|option|opportunity|problem) )"
        r"(?:(?:the|your|our|my|a|an|it|them|this|these|all|everything|[£$€]) )"
        r"| (?:vous aurez|tu auras) (?:votre|vos|ton|ta|tes|le|la|les|un|une|mon|ma|notre|nos|ca|tout) "
        r"(?!(?:delai|temps|mois|semaines?|choix|droit|occasion|possibilite|moyen) )"
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
        rf"|{OPENS_OR}(?:and|but|so) )(?:do not|don t) (?!hesitate |reply |forget |worry |know |want "
        r"|have |miss |let |think )[a-z]{3,} "
    )),
    ("request", re.compile(
        r" [a-z]{2,}(?:riez vous|rais tu) | (?:il )?reste a (?:nous |me |m )?[a-z]+(?:er|ir|re) "
        r"| vous etes (?:tenu|prie|invite)[es]{0,2} (?:de|d|a) | il (?:me |nous "
        r"|vous )?manque (?:encore |toujours )?[a-z]+ "
        r"| compt(?:e|ons) sur (?:vous|toi) | faut qu (?:on|ils?|elles?) "
        r"| (?:faut|faudra|faudrait) que (?:tu|vous|nous|je) "
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
        r"| (?:parties|participants|parents|eleves|students|applicants|members) (?:must|should"
        r"|have to|are asked) "
        r"| (?:must|has to|have to|need to|needs to) be [a-z]+(?:ed|en|t) (?!in )| you (?:must"
        r"|will need to|ll need to) "
        r"| (?:would|d) (?:like|love|need) to (?:know|hear|see|have) (?!that )| (?:we"
        r"|i) need to (?:hear|know|have) "
        r"| (?:are|r) (?:u|you) (?:still |both |all )?(?:on|up|around|about|free|coming|in|ok|able) "
        r"| shall i | (?:can|could) (?:u|we all) | reply to (?:me|us) if "
    )),
    ("request", re.compile(
        r" (?:votre|ta|ton|vos|une) (?:signature|reponse|presence|accord|avis|retour|confirmation"
        r"|participation) (?:est|sont|serait) "
        r"(?:donc |encore |toujours )?(?:attendue?|requise?|necessaire|souhaitee?|demandee?"
        r"|obligatoire|indispensable|bienvenue?)s? "
        r"| (?:signature|reply|answer|confirmation|approval|payment|decision|volunteers?|help"
        r"|lifts?) (?:is |are |still )?(?:needed|required|wanted|awaited) "
        r"| (?:we|i) (?:re|are|m|am) (?:still )?missing | (?:we|i) still (?:don t|do not|haven t"
        r"|have not) (?:have|had|got|received) (?:your|the) "
        r"| you ll (?:want|need) to | grateful (?:for|if) | (?:give|drop) (?:me|us) a (?:shout|ring"
        r"|line|call|bell) | (?:mind|fancy) [a-z]+ing "
    )),
    ("commitment", re.compile(
        r" je (?:te|vous) (?:fais|prepare|note|tiens|garde|mets|reserve|ramene|rends) (?!remarquer"
        r"|savoir que)(?:ca|cela|ce|informe|au courant|un|une|des|le|la|tout) "
        r"| compte[z]? sur (?:moi|nous) | expect (?:my|our|it|the) "
    )),
    # An imperative in the middle of a sentence: a verb in -ez that no "vous" stands before, nor behind as
    # in a question; "ne les plantez pas"; "oublie pas".
    ("request", re.compile(
        r" (?=[a-z]{2,}ez )(?<! vous )(?<! vous ne )(?<! vous n )(?<! vous y )(?<! vous en )(?<! vous l )"
        r"(?<! vous le )(?<! vous la )(?<! vous les )(?<! vous nous )(?<! vous me )(?<! vous m )"
        r"(?!assez |chez |nez |rez |rendez vous |profitez |decouvrez |cliquez |retrouvez |suivez "
        r"|telechargez |partagez |craquez |"
        r"foncez |economisez |gagnez |notez |evaluez |parrainez |rejoignez |consultez |recevez "
        r"|hesitez |savez |avez |"
        r"soyez |sachez |ignorez |imaginez |tenez compte |trouvez |ayez |connectez |gerez |accedez "
        r"|visitez |inscrivez vous a la |"
        r"[a-z]*(?:re|ri)ez )[a-z]{2,}ez (?!vous (?:le|la|les|pu|ete|recu|bien|deja|encore)|compte |pas a )"
        # "Rendez-vous au guichet 4" sends somebody there; "le rendez-vous", "prendre rendez-vous" do not.
        rf"|{OPENS}rendez vous (?:directement |vite )?(?:au|aux|a l|a la|chez|dans|sur) "
        rf"|{OPENS}prendre rendez vous "
        r"| (?:n )?oublie[zs]? (?:pas|surtout pas) | il (?:faut|faudra|faudrait|suffit de) (?:me "
        r"|nous |le |la |les |lui |y |en )?"
        r"(?!etre |avoir |dire que |retenir |comprendre |noter que )[a-z]{2,}(?:er|ir|re|oir) "
        r"| a (?:rendre|prevoir|donner|apporter|remplir|rapporter|retourner|renvoyer|signer|regler"
        r"|verifier|confirmer) "
        r"(?:avec|avant|pour|au|a|en|des|d ici|svp|aupres|par) | (?:qui|quelqu un|qq un) (?:peut"
        r"|pourrait|veut|vient|aurait|a) [^.?!]{0,80}[?]"
    )),
    ("request", re.compile(
        r" (?:we|i) (?:require|request|ask (?:that|you|for|everyone)|(?:d|would) (?:ask|appreciate"
        r"|like (?:you|everyone|all)))"
        r"| (?:should|must|is to|are to) be (?:returned|sent|submitted|completed|made|paid|signed"
        r"|reported|labelled|collected"
        r"|kept|brought|handed|emailed|uploaded|confirmed|received|with us|in) "
        r"| (?:must|to) (?:reach|get to|be with) (?:us|me|the) | (?:still )?needs? (?:a |your "
        r"|the )?(?:signature|answer|reply|yes|no"
        r"|decision|volunteers?|hand|lift) | (?:who|anyone|anybody|someone) (?:can|could|has|s got"
        r"|is able|wants|fancies|would|d|ll|will|free) "
        r"[^.?!]{0,80}[?]| bring (?:a|an|the|your|some|warm|cash|along) | (?:and|so|then|please|pls"
        r"|or|but|otherwise) (?:do )?(?:send|bring|return"
        r"|reply|tell|call|ring|text|email|let me know|confirm|check|chase|drop|collect|sign|pay"
        r"|ask|keep|make sure|book|print) "
        r"(?:me|us|it|them|the|your|a|him|her|if|whether|by|back|to|as|on|with|any|all) "
    )),
    # A day's plan told to somebody: je passe demain, moi je prends les bieres, will drop it back.
    ("commitment", re.compile(
        r" (?:je|j|moi je) (?<! que je )(?<! si je )(?<! quand je )(?:(?:te|t|vous|le|la|l|les|lui"
        r"|leur|en|y"
        r"|m en|m) ){0,2}(?:passe|prends|apporte"
        r"|amene|ramene|rapporte|depose|recupere|reserve|bloque|garde|livre|finis|termine|gere|occupe"
        r"|charge|dors|viens|arrive|appelle|rappelle|renvoie|repasse|paie|paye) (?!pas |plus "
        r"|jamais |que |de )"
        r"| (?<!it )(?<!that )(?<!which )(?<!this )(?<!who )(?<!there )(?:btw|and|then|so|but) will "
        r"(?!be |have |need |you |it |the |not |never |see |also |(?:auto[a-z]+ )?(?:renew|expire|end"
        r"|start|begin"
        r"|continue|remain|become|apply|close|open|change|increase|rise|cost|include|require|arrive|last"
        r"|happen|take (?:place|effect)|appear|run|stop|fall|go|come|affect|allow|mean|result) )[a-z]{2,} "
        r"| (?:ill|il l|i ll|we ll|ill be|i ll be|we ll be) (?:there|at|get|send|bring|pick|take"
        r"|drop|ask|sort|ring|pay) "
        r"| can (?:start|deliver|fire|do it|have it) (?:w c|on|by|from|next|in) "
        r"| je (?:te|vous) dois (?:encore |toujours |aussi )?(?:\d+|une?|les|des) "
        r"| (?:nous|on) (?:vous |te |le |la |les )?(?:prenons|prend) (?:en charge|tous|toutes|le|la"
        r"|les) [^.?!]{0,40}(?:charge|frais|compte) "
        r"| (?:notre|nos|le|la|un|une|mon|ma) [a-z]+ (?:vous|te|t) (?:appeller|rappeller|contacter"
        r"|enverr|livrer|rembourser|remettr)"
        r"(?:a|ont) | (?:we|i) (?:can )?(?:promise|guarantee|undertake) (?:to|you|that|it|we|i|he|she"
        r"|they|the|delivery|by) | (?:is|are|s) on me | (?:we|i) ll (?:also )?be "
        r"(?:sending|replacing|bringing|posting|calling|delivering|refunding|round|back|away|in touch) "
    )),
)  # fmt: skip


_ALL = (*_PATTERNS, *DUTIES, *TIDINGS, *EVERYDAY, *ASKED, *SETTLED, *PEOPLE, *CHANGES)

#: The cues that this file gives.
NAMES = frozenset(name for name, _ in _ALL)


def find(tokens: WordTokens) -> list[PhraseMatch]:
    """Matches named like those of `cues.toml`, unordered; `first` and `last` are places of words."""
    if not tokens.words:
        return []
    words = [spelled_out(word) for word in tokens.words]
    text = f". {' '.join(words)} "  # a sentence opens here, see `opening`
    starts = list(accumulate((len(word) + 1 for word in words[:-1]), initial=2))
    hits: list[PhraseMatch] = []
    for name, pattern in _ALL:
        for match in pattern.finditer(text):
            first = bisect_right(starts, match.start() + 1) - 1
            last = bisect_right(starts, match.end() - 1)
            hits.append(PhraseMatch(f"cues.{name}", first, last))
    return hits
