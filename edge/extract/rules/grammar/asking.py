"""What one person asks of another in a roundabout way, and what a house makes a rule of.

Patterns like those of `forms`: folded words between blanks, without commas.
"""

from __future__ import annotations

import re

from edge.extract.rules.grammar.opening import OPENS, OPENS_OR

_INF = r"[a-z]{2,}(?:er|ir|re|oir) "
_NICE = (
    r"(?:lovely|great|super|helpful|perfect|ideal|brilliant|wonderful"
    r"|(?:much |greatly |very much )?appreciated)"
)
_SYMPA = r"(?:vraiment |tres )?(?:parfait|super|genial|ideal|sympa|gentil|top|apprecie)e?s?"
_HOUSE = (
    r"(?:you|members|parents|pupils|students|staff|everyone|everybody|guests|tenants|residents|drivers"
    r"|visitors|candidates|applicants|all)"
)
# "Have a lovely weekend" wishes, and asks nothing.
_WISH = (
    r"(?!have (?:a|an|the|your) (?:[a-z]+ ){0,2}(?:day|days|week|weekend|evening|afternoon|morning|time|trip"
    r"|holidays?|christmas|easter|year|one|rest|birthday|flight|journey|break|summer)\b)"
)

ASKED: tuple[tuple[str, re.Pattern[str]], ...] = (
    # "That would be lovely" is an answer; "a reply would be lovely", or "it would be lovely if ...", asks.
    ("request", re.compile(
        rf" (?<! that )(?<! this )(?<! it )(?<! which )(?:would|d) be {_NICE} "
        rf"| (?:would|d) be {_NICE} (?:if|to) "
        rf"| (?<! ce )(?<! c )(?<! ca )(?<! cela )(?<! qui )(?:serait|seraient) {_SYMPA} "
        rf"| serait {_SYMPA} (?:si|que|de) "
        r"| (?:to|with) (?:me|us) (?:by|before|no later) | (?:shout|holler|yell) if "
        r"| (?:saurais|saurions|serais|serions) (?:[a-z]+ )?gre "
    )),
    ("request", re.compile(
        r" (?:vous|tu) (?:voudrez|voudriez|voudras|voudrais) (?:donc )?bien "
        r"| je (?:te|vous) (?:laisse|charge de|confie le soin de) (?!(?:un|une|le|la|les|mon|ma|mes|a"
        r"|tranquille"
        r"|libre|dormir|reflechir|lire|imaginer|deviner|decouvrir|savourer|profiter)\b)(?:me |la |le |les )?"
        rf"{_INF}"
        r"| (?:imperatif|indispensable|necessaire|essentiel|obligatoire|souhaitable|preferable|conseille) "
        r"(?:de (?!savoir|noter|rappeler|souligner|toilette)"
        r"|que (?:tu|vous|chaque|chacun|l on|tous|tout le monde|nous))"
        # "Un bon de commande" and "c'est important de rire" ask nothing.
        rf"|{OPENS_OR}(?:il est|il sera|serait) )(?:important|utile) (?:de (?!savoir|noter|rappeler"
        r"|souligner"
        r"|comprendre|retenir)|que (?:tu|vous|chaque|chacun|l on|tous|tout le monde|nous))"
        r"| serait bon (?:de |que (?:tu|vous|chaque|chacun|l on|tous|tout le monde|nous) )"
        rf"| a (?:vous|toi) de {_INF}| ne pas oublier |{OPENS}(?:penser|prevoir|veiller) a "
        r"| besoin (?:de bras|d aide|d un coup de main|de volontaires|de benevoles|de monde) "
        r"| va (?:te |vous |nous |me )?falloir (?:que (?:tu|vous) "
        rf"|(?:(?:me|m|nous|le|la|l|les|lui|y|en) ){{0,2}}(?!etre |avoir |attendre ){_INF})"
        r"| (?:sois|soyez) (?:gentil|gentille|sympa|mignon|la|present|presente|presents|prets?|a l heure"
        r"|ponctuels?|prudents?) "
        r"| a (?:me|m|nous) (?:[a-z]+ )?(?:retourner|renvoyer|rendre|remettre|faire parvenir|transmettre) "
        r"| (?:est|sont|reste) (?:obligatoire|requis|exige|indispensable)e?s? (?:[.;:!?]|$|pour|a l|au"
        r"|dans|sur)"
        r"| (?:est|sont) demandee?s? (?:[.;:!?]|$|pour)"
        r"| (?:serais|serions) (?:tres )?obligee?s? (?:de|si) "
        r"| (?:m|nous) arrangerait (?:bien |beaucoup |si |que )?"
    )),
    ("request", re.compile(
        rf"{OPENS_OR}(?:and|so|but|please|or) )do (?:call|let|say|come|bring|tell|write|ring|send"
        r"|ask"
        r"|check|keep|give|take|drop|pop|remember|make|have|get|stop|use|join|reply|mention|book) "
        r"| (?:i|we) (?:wonder|wondered|was wondering|were wondering|am wondering) (?:if |whether |that )?"
        r"(?:you|someone|anyone|anybody|your) "
        # "I was hoping you had a nice trip" hopes.
        r"| (?:i|we) (?:was hoping|were hoping|am hoping|hoped) (?:if |that )?(?:you|someone|anyone|anybody) "
        r"(?:could|can|would|might|may|d|ll|will) "
        r"| (?:leave|ll leave) (?:it|that|this|them) (?:to|with) you "
        r"| (?:is|are|be) (?:kindly |hereby |also )?(?:asked|requested|required|invited|urged|reminded"
        r"|advised) to "
        rf"| {_HOUSE} (?:is|are) (?:kindly |hereby |also |all )?expected to "
        r"| (?:presence|attendance|reply|response|signature|input|help|feedback|patience|prompt attention) "
        r"(?:is|are|would be) (?:kindly |much )?(?:requested|required|needed|appreciated|expected) "
        r"| (?:essential|important|vital|imperative|necessary|crucial) (?:that|to|for) (?:you|all|everyone"
        r"|every"
        r"|each|parents|members|[a-z]+ (?:the|your|this|it)) "
        r"| (?:nobody|no one|noone) (?:is|are) to | (?:could|can|would) do with (?:a|some|your|an) "
        r"| (?:needs?|wants?) (?!(?:(?:no|any|some|every)thing|string|spring) )[a-z]{3,}ing "
        # Behind "and" it goes on from what somebody does: "I'll come over and see the cat".
        rf"|{OPENS_OR}please ){_WISH}(?:be|have|see|try|mind|make|get|keep|pop|nip|go|use|watch|lock"
        rf"|wear"
        r"|hang|turn|switch|set|chase|remind|ignore|expect|order|pack) (?:there|here|at|on|off|the|a|an"
        r"|your|it"
        r"|them|him|her|if|to|and|something|some|ready|sure|up|out|home|in|over|round|down) (?!soon )"
    )),
    ("request", re.compile(
        r" (?:ayez|aie) l? ?(?:obligeance|amabilite|gentillesse|extreme obligeance) de "
        rf"|{OPENS}(?:please )?(?:remind|ping|buzz|message|whatsapp) (?:me|us|him|her|them|mum|dad"
        r"|[a-z]+ (?:about|to|that)) "
        r"| (?:we|i) (?:re|m|are|am) after (?:an?|some|two|three|four|five|\d+|more|another|volunteers) "
    )),
    # "Need 2 more for Sunday"; "Need more room?" sells.
    ("request", re.compile(
        rf"{OPENS}(?:still )?need (?:\d+|one|two|three|four|five|six|another|someone|somebody|volunteers) "
        r"(?=[^?]{0,80}(?:[.!;:]|$))"
    )),
    # "Say the word and I'll start": an offer.
    ("smalltalk", re.compile(r" (?:say|give (?:me|us)) the word ")),
)  # fmt: skip
