"""What is ordered, refused, capped or switched off, and what will follow or be done, told by its form.

Patterns like those of `forms`: folded words between blanks, without commas.
"""

from __future__ import annotations

import re

from edge.extract.rules.grammar.opening import OPENS

_COURT = r"(?:court|judge|tribunal|magistrate|master|ombudsman|juge|cour|president|mediateur|arbitre)"
#: What one does not do for others: a trade refused. Not what one cannot, forgets or keeps somebody from.
_TRADE_EN = (
    r"(?:do|take|touch|sign|pay|work|sell|buy|lend|move|change|accept|join|renew|attend|continue|drop|use"
    r"|go with"
    r"|deal with|quote for)"
)
_DONE = (
    r"(?:sent|circulated|posted|delivered|emailed|issued|refunded|returned|repaired|replaced|installed"
    r"|fixed|shared"
    r"|reimbursed|dispatched|corrected|transferred)"
)

CHANGES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("decision", re.compile(
        rf" {_COURT} (?:has |have |a |vous a )?(?:ordered|directed|ruled|held|ordonne|enjoint|tranche"
        rf"|juge|statue) "
        r"(?!(?:a|an|the|some) (?:pizza|coffee|tea|taxi|drink)s? )"
        r"| (?:is|are|be|been) (?:now )?capped (?:at|to) | (?:est|sont|sera|seront) plafonnee?s? a "
        rf"| (?:i|we) (?:won t|will not|don t|do not) {_TRADE_EN} (?:the|that|this|any|your|those|these"
        rf"|on|for|with"
        r"|[a-z]+s) (?!(?:mistake|same|job justice))"
        r"| (?:ai|as|a|avons|ont) dit (?:oui|non|ok)(?= ) | (?:i|we|he|she|they|has|have|ve) (?:said|say) "
        r"(?:yes|no|ok)(?= (?:[.;:!?]|to|and|so|but|then|because|i|we|$))"
        r"| change(?:ment)? (?:of|de) (?:plans?|programme|venue|lieu|date|heure|horaire|salle) "
    )),
    ("decision", re.compile(
        r" (?:we|they) (?:will|ll|are going to) (?:be )?(?:switch(?:ing)? off|retir(?:e|ing)|withdraw(?:ing)?"
        r"|discontinu(?:e|ing)|clos(?:e|ing)|stop(?:ping)?|end(?:ing)?) (?!up )"
    )),
    # Nobody says who will: "papers will be circulated", "le virement interviendra", "the bill will follow".
    ("commitment", re.compile(
        rf" (?!(?:it|that|this|which|what|there|film|talk) )[a-z]{{3,}} (?:will|ll) (?:then |also |now "
        rf"|all )?be {_DONE} "
        r"(?!(?:if|when|unless|in case) )"
        r"| (?!(?:it|that|this|which|what|there) )[a-z]{3,} (?:will|to) follow "
        r"(?=[.;:!?]|$|once |when |as |on |by |in |this |next |tomorrow |shortly |soon |separately )"
        r"| (?:virement|remboursement|reglement|versement|paiement|livraison|courrier|convocation|carte"
        r"|attestation"
        r"|facture|contrat|dossier|reponse) (?:[a-z]+ ){0,4}(?:interviendra|suivra|vous parviendra"
        r"|vous sera [a-z]+"
        r"|sera (?:effectue|verse|envoye|adresse|expedie|transmis|livre)e?) "
        r"| vous (?:parviendra|parviendront|recevrez (?:sous|dans|par|d ici|avant)) "
        r"| je me charge d[eu]? | je m occupe d[eu]? | nous nous (?:chargeons|occupons) d[eu]? "
        r"| je (?:te|vous) (?:rembourse|rappelle|recontacte|appelle|ecris|livre|depanne|attends) "
        r"(?=[.;:!?]|$|le |la |les |des |demain |lundi |mardi |mercredi |jeudi |vendredi |samedi "
        r"|dimanche |ce |cet |cette )"
    )),
    # A third person's deed, by name: "Rosa will drive her home".
    ("commitment", re.compile(
        r" (?!(?:it|that|this|which|what|there|who|you|everyone|nobody|anyone|school|shop|office|train|bus"
        r"|match|game"
        r"|weather|rain|they|we|time) )[a-z]{3,} (?:will|ll) (?:then |also |now )?(?:drive|bring|take"
        r"|pick|fetch|meet"
        r"|help|cover|cook|pay|lend|drop|post|collect|deliver"
        r"|look after|handle|prepare|write|draft|organise|organize|sort|book|check) "
        r"(?:her|him|you|us|me|them|it|the|your|our|my|up|a|an) "
        r"| (?:we|i) (?:will|ll) (?:confirm|announce|decide|advise|notify) "
        rf"| consider it done |{OPENS}i m on it (?=[.;:!?]|$|will |and )"
        r"| (?:on|nous) (?:te|vous) (?:tient|tenons) (?:au courant|informee?s?) "
        # Of somebody close, not of a train or a shop.
        r"| (?:mon|ma) (?:frere|soeur|mari|femme|fils|fille|pere|mere|cousine?|oncle|tante|neveu|niece"
        r"|voisine?|collegue|associee?|beau frere|belle soeur|compagnon|compagne) (?:[a-z]+ )?"
        r"(?:viendra|passera|apportera|amenera|deposera|prendra|ramenera|preparera|cherchera|aidera|conduira"
        r"|rappellera|enverra) "
    )),
    ("relation", re.compile(
        r" (?:is|s|are) stepping (?:down|up|in|aside) (?:as|from|for) "
        r"| c est [a-z]+ qui (?:gere|gerera|remplace|remplacera|reprend|reprendra|assure|assurera"
        r"|s occupe|s occupera"
        r"|dirige|dirigera|pilote) "
        r"| (?:gere|gerera|s occupe de|s occupera de) (?:le|la|les|l|mes|nos|tes|vos) [a-z]+ (?:pendant"
        r"|en mon absence"
        r"|a ma place|jusqu) | (?:willing|happy|ready) to take (?:it|this|that|the role) (?:on|over) "
        r"| (?:has|have) taken over (?:as|from) "
    )),
    ("objective", re.compile(
        r" (?:target|goal|aim|objectif|cible|but) (?:is|are|est|sont|remains?|reste) (?:now |de "
        r"|d )?(?:\d|to |of |[a-z]+ "
        r"(?:by|before|d ici|avant|this|cette)) "
    )),
    ("preference", re.compile(
        r" (?:he|she|they|[a-z]{3,}) only (?:wants?|likes?|eats?|drinks?|takes?|works?|answers?) (?:to "
        r"|with |by |from )?"
        r"(?!(?:the best|to help|to say|what) )"
        r"| ne (?:veut|veulent|repond|repondent|mange|mangent|boit|boivent|prend|prennent) (?:que|qu) "
    )),
    ("cancelled", re.compile(
        r" (?:donc |du coup )?(?:pas|plus) (?:de |d )(?!(?:probleme|souci|quoi|panique|soucis|chance|bol"
        r"|mal|nouvelles?"
        r"|reponse|retour|doute|raison) )[a-z]+ (?:[a-z]+ )?(?:aujourd hui|ce soir|ce matin|demain"
        r"|cet apres midi|lundi"
        r"|mardi|mercredi|jeudi|vendredi|samedi|dimanche|cette semaine|la semaine prochaine|le \d)"
        r"| no (?:rehearsal|practice|training|class|classes|lessons?|school|meeting|session|choir|match"
        r"|game|service"
        r"|work|delivery|pickup|collection|surgery|clinic|yoga|club) (?:this|next|tonight|today|tomorrow|on )"
    )),
    # How long something takes asks nothing.
    ("estimate", re.compile(r" (?:faut|faudra) (?:donc |bien )?compter (?:environ |entre |au moins "
        r"|pres de )?[a-z\d]+ ")),
    ("quotation", re.compile(
        r" (?:a|ont|avait) (?:bien |encore |ensuite |aussi )?(?:rappele|precise|insiste|souligne|indique"
        r"|repete|conclu"
        r"|lance|resume|prevenu|martele|estime|explique) "
        r"| (?:reminded (?:me|us|everyone|all)|insisted|pointed out|stressed|explained|concluded|repeated"
        r"|summed up"
        r"|joked|recalled) "
    )),
)  # fmt: skip
