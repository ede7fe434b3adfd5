"""What the writer binds himself to do (`commitment`), and what others will do for the reader (`undertaking`).

French says it by the ending of a verb ("je finirai", "nous referons"), or by a present with its receiver ("je
te renvoie ..."); English by "will".
"""

from __future__ import annotations

import re

from edge.extract.rules.patterns.fragments import OPENS

_PRONOUNS = r"(?:(?:te|t|vous|le|la|l|les|lui|leur|y|en|me|m|nous) ){0,3}"
# Futures that bind to nothing: to be, to have, to be able, to see, to stay ...
_NO_DEED = r"(?:se|au|pour|dev|ver|sau|voud|rester|prefere|aime|oublie|regrette|croi|faud)"
# Said to somebody, and done with that.
_SAID = (
    r"(?:prie|remercie|souhaite|demande|signale|informe|confirme|ecri[st]|assure|embrasse|laisse|propose"
    r"|invite|conseille|recommande|felicite|ai|as|a|avais|avait|avons|dis|dit|disons|disais|suis|fais|en|y"
    r"|remerci|souhait|demand|signal|inform|confirm|ecriv|assur|pri|laiss|propos|invit|conseill|recommand"
    r"|attend|trouve|vois|voit|connais|aime|adore|salue|adress|rappelons que|rappelle que|jure)"
)
#: Two weeks, a month: what one has of time.
_TIME_EN = (
    r"(?:(?:a|one|two|three|four|five|six|seven|ten|\d+|another|some|more) )?(?:more )?"
    r"(?:(?:working |calendar |business )?(?:days?|weeks?|months?|hours?|minutes?|fortnight)|time) "
)
#: Greetings that are sent bind nobody: une grosse bise, nos condoleances.
_GREETINGS = (
    r"(?!(?:une|un|des|mes|nos|mon|ma|notre|la|le|les|plein de) (?:[a-z]+ )?(?:bises?|bisous?|baisers?"
    r"|pensees?|voeux|amities|condoleances|salutations|remerciements|felicitations|excuses|soutien) )"
)
_DONE = (
    r"(?:sent|circulated|posted|delivered|emailed|issued|refunded|returned|repaired|replaced|installed"
    r"|fixed|shared|reimbursed|dispatched|corrected|transferred)"
)

COMMITMENT: tuple[tuple[str, re.Pattern[str]], ...] = (
    # je finirai, nous referons, on passera; not "je ne viendrai pas".
    ("commitment", re.compile(
        rf" (?:je|j) {_PRONOUNS}(?!{_NO_DEED}rai )[a-z]{{2,}}rai (?!pas |plus |jamais )"
        rf"| nous {_PRONOUNS}(?!{_NO_DEED}rons )[a-z]{{2,}}rons (?!pas |plus |jamais )"
    )),
    # je te renvoie un planning, nous vous adressons ..., je les depose
    ("commitment", re.compile(
        rf" (?:je|nous|on) (?:te|t|vous|leur|lui) (?:(?:le|la|les|l|en) )?(?!{_SAID}(?:ons|e|es|s"
        rf"|t)? )[a-z]{{3,}}(?:e|s|ons|d|t) {_GREETINGS}(?=(?:le|la|les|l|un|une|des|mon|ma|mes|notre|nos|ca"
        r"|cela|tout|demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|ce|cette|avant|d|des|sous"
        r"|dans|par|\d\w*|aujourd|apres|en) )"
    )),
    ("commitment", re.compile(
        r" (?:s est|se sont|me suis|nous sommes|s engagent?) (?:engage[es]{0,2} )?a "
        r"(?=[a-z]+(?:er|ir|re|oir) )"
    )),
    ("commitment", re.compile(
        r" (?:i|we) (?:ll|will|shall) (?:(?:also|then|just|happily|gladly|certainly|personally"
        r"|of course) )?(?!be |have |need |see |not |never |miss |love |know |probably |try |say |always "
        r"|hear |ever |still |only |use |process |keep |leave |also |assume |continue |then |of |ask |talk "
        r"|understand |and |want )[a-z]{2,} "
    )),
    ("commitment", re.compile(
        r" je (?:te|vous) (?:fais|prepare|note|tiens|garde|mets|reserve|ramene|rends) (?!remarquer"
        r"|savoir que)(?:ca|cela|ce|informe|au courant|un|une|des|le|la|tout) "
        r"| compte[z]? sur (?:moi|nous) | expect (?:my|our|it|the) "
    )),
    # A day's plan told to somebody: je passe demain, moi je prends les bieres, will drop it back.
    ("commitment", re.compile(
        r" (?:je|j|moi je) (?<! que je )(?<! si je )(?<! quand je )(?:(?:te|t|vous|le|la|l|les|lui|leur|en"
        r"|y|m en|m) ){0,2}(?:passe|prends|apporte|amene|ramene|rapporte|depose|recupere|reserve|bloque"
        r"|garde|livre|finis|termine|gere|occupe|charge|dors|viens|arrive|appelle|rappelle|renvoie|repasse"
        r"|paie|paye) (?!pas |plus |jamais |que |de )"
        r"| (?<!it )(?<!that )(?<!which )(?<!this )(?<!who )(?<!there )(?:btw|and|then|so|but) will "
        r"(?!be |have |need |you |it |the |not |never |see |also |(?:auto[a-z]+ )?(?:renew|expire|end|start"
        r"|begin|continue|remain|become|apply|close|open|change|increase|rise|cost|include|require|arrive"
        r"|last|happen|take (?:place|effect)|appear|run|stop|fall|go|come|affect|allow|mean"
        r"|result) )[a-z]{2,} "
        r"| (?:ill|il l|i ll|we ll|ill be|i ll be|we ll be) (?:there|at|get|send|bring|pick|take|drop|ask"
        r"|sort|ring|pay) "
        r"| can (?:start|deliver|fire|do it|have it) (?:w c|on|by|from|next|in) "
        r"| je (?:te|vous) dois (?:encore |toujours |aussi )?(?:\d+|une?|les|des) "
        r"| (?:nous|on) (?:vous |te |le |la |les )?(?:prenons|prend) (?:en charge|tous|toutes|le|la"
        r"|les) [^.?!]{0,40}(?:charge|frais|compte) "
        r"| (?:notre|nos|le|la|un|une|mon|ma) [a-z]+ (?:vous|te|t) (?:appeller|rappeller|contacter|enverr"
        r"|livrer|rembourser|remettr)(?:a|ont) "
        r"| (?:we|i) (?:can )?(?:promise|guarantee|undertake) (?:to|you|that|it|we|i|he|she|they|the"
        r"|delivery|by) "
        r"| (?:is|are|s|round|drinks|lunch|dinner|coffee|pint) on me "
        r"| [a-z]{3,} ll have (?:it|them|him|her|everything|that) (?:in|ready|done|out|back|up) "
        r"| (?:we|i) ll (?:also )?be (?:sending|replacing|bringing|posting|calling|delivering|refunding"
        r"|round|back|away|in touch) "
    )),
    # A third person's promise to the reader: le technicien vous appellera, our driver will call you.
    ("commitment", re.compile(
        r" (?:vous|te|t) (?:le |la |les |l )?(?!(?:sera|restera|suffira|permettra|faudra|manquera|resteront"
        r"|seront|permettront|coutera|plaira|interessera|semblera) )[a-z]{3,}(?:era|eront) (?!demandee?s? )"
        r"| [a-z]+ will (?:then |also |now )?(?:call|contact|send|refund|deliver|replace|collect|visit"
        r"|email|ring|phone|repair|write to|meet) (?:you|it|them|us|your|the) "
    )),
    ("commitment", re.compile(
        r" (?:je|nous) (?:te|t|vous) (?:adresse|adressons|envoie|envoyons|transmets|transmettons|expedie"
        rf"|expedions|poste) {_GREETINGS}(?:la|le|les|l|un|une|ca|mon|ma|notre|nos|votre) "
        r"| (?:je|on) regarde (?:ca|cela|et) | je (?:te|vous) tiens (?:informe|au jus|au courant)e?s? "
        # A visit is promised; "nos conseillers vous proposent" advertises.
        r"| (?:un|une|le|la|notre|nos) (?:technicien|technicienne|livreur|agent|collegue|conseiller"
        r"|conseillere|equipe|medecin|plombier|artisan|expert)s? (?:passera|viendra|interviendra"
        r"|prendra contact|se presentera|vous (?:le |la |les )?[a-z]{3,}(?:ra|ront)) "
        r"| (?:le )?necessaire sera fait "
        r"| (?:vous|te|t) (?:sera|seront) (?:bien |donc |integralement |alors )?(?:renvoye|rembourse|envoye"
        r"|livre|adresse|expedie|remis|transmis|verse|reverse|restitue|rendu|vire|credite|communique"
        r"|remplace|regle|offert|confirme|depose|rappele)e?s? "
        r"| (?:will|ll) be (?:paid|refunded|returned|credited|transferred|sent|posted|delivered|emailed"
        r"|issued) (?:back )?(?:in)?to (?:you|your) "
        # "They'll leave the carpets": what somebody else will do.
        r"| (?:he|she|they) (?:ll|will) (?:also |then |even )?(?:(?:send|bring|pay|sort|fix|collect|deliver"
        r"|lend|provide|replace|refund|return|install|repair|ring|call|email|text|post) (?:it|them|you|us"
        r"|me|the|a|an|your|our|round|back) |(?:leave|take|drop|pick|cover|finish|give) (?:it|them|you|us) "
        r"|leave (?:the|all the|their|his|her) [a-z]+ (?:and|with|for|behind|in the|on the|at the) )"
        # "Jte file ça mardi": given back or done by a day.
        r"| je (?:te|vous|t|lui|leur) (?:(?:le|la|les|l|en) )?(?:file|rends|refile|passe|ramene|rembourse"
        r"|fais|donne|paie|paye|montre|prete) (?:(?:ca|cela|le|la|les|un|une|mon|ma|ton|ta|tes|tout|l) )"
        r"| je (?:fais|prends|gere|prepare|imprime|redige|relis|apporte|ramene|achete|commande|appelle"
        r"|previens"
        r"|modifie|corrige|relance|contacte|verifie|ajoute) (?:les|la|le|l|un|une"
        r"|des) (?=[a-z]+ )(?!(?:point|menage|tour|plein|courses?) )"
        r"| (?:i|we|ll|will) see to (?:it|that|this|everything|the|your|all) | (?:i|we) ll see to "
        r"| i m sending | (?:we re|i m) (?:sending|posting|ordering|booking) (?:it|them|you|the|a) "
        r"| leave (?:the|that|this|it|them) (?:[a-z]* )?to me "
        rf"|{OPENS}will (?:do|send|call|ring|bring|sort|check|pay|post|ask) | promise not to "
        r"| i can (?:drop|bring|pick|collect|post|run) (?:it|them|you|the|him|her) "
        r"| i can take (?:it|them|you|him|her) "
    )),
    # Nobody says who will: "papers will be circulated", "le virement interviendra", "the bill will follow".
    ("commitment", re.compile(
        r" (?!(?:it|that|this|which|what|there|film|talk) )[a-z]{3,} (?:will|ll) (?:then |also |now "
        rf"|all )?be {_DONE} (?!(?:if|when|unless|in case) )"
        r"| (?!(?:it|that|this|which|what|there) )[a-z]{3,} (?:will|to) follow (?=[.;:!?]|$|once |when |as "
        r"|on |by |in |this |next |tomorrow |shortly |soon |separately )"
        r"| (?:virement|remboursement|reglement|versement|paiement|livraison|courrier|convocation|carte"
        r"|attestation|facture|contrat|dossier|reponse) (?:[a-z]+ ){0,4}(?:interviendra|suivra"
        r"|vous parviendra|vous sera [a-z]+|sera (?:effectue|verse|envoye|adresse|expedie|transmis"
        r"|livre)e?) "
        r"| vous (?:parviendra|parviendront|recevrez (?:sous|dans|par|d ici|avant)) | je me charge d[eu]? "
        r"| je m occupe d[eu]? | nous nous (?:chargeons|occupons) d[eu]? "
        r"| je (?:te|vous) (?:rembourse|rappelle|recontacte|appelle|ecris|livre|depanne|attends) (?=[.;:!?]"
        r"|$|le |la |les |des |demain |lundi |mardi |mercredi |jeudi |vendredi |samedi |dimanche |ce |cet "
        r"|cette )"
    )),
    # A third person's deed, by name: "Rosa will drive her home".
    ("commitment", re.compile(
        r" (?!(?:it|that|this|which|what|there|who|you|everyone|nobody|anyone|school|shop|office|train|bus"
        r"|match|game|weather|rain|they|we|time) )[a-z]{3,} (?:will|ll) (?:then |also |now )?(?:drive|bring"
        r"|take|pick|fetch|meet|help|cover|cook|pay|lend|drop|post|collect|deliver|look after|handle"
        r"|prepare|write|draft|organise|organize|sort|book|check) (?:her|him|you|us|me|them|it|the|your|our"
        r"|my|up|a|an) "
        r"| (?:we|i) (?:will|ll) (?:confirm|announce|decide|advise|notify) | consider it done "
        rf"|{OPENS}i m on it (?=[.;:!?]|$|will |and )"
        r"| (?:on|nous) (?:te|vous) (?:tient|tenons) (?:au courant|informee?s?) "
        # Of somebody close, not of a train or a shop.
        r"| (?:mon|ma) (?:frere|soeur|mari|femme|fils|fille|pere|mere|cousine?|oncle|tante|neveu|niece"
        r"|voisine?|collegue|associee?|beau frere|belle soeur|compagnon|compagne) (?:[a-z]+ )?(?:viendra"
        r"|passera|apportera|amenera|deposera|prendra|ramenera|preparera|cherchera|aidera|conduira"
        r"|rappellera|enverra) "
    )),
    # What somebody else will do for the reader, by a day: no limit of the reader's.
    ("undertaking", re.compile(
        r" (?:vous|te|t) (?:parviendr(?:a|ont)|(?:re)?contacter(?:a|ont)|rappeller(?:a|ont)|repondr"
        r"(?:a|ont)|enverr(?:a|ont)|adresser(?:a|ont)|transmettr(?:a|ont)|recevr(?:ez|as)|ser(?:a|ont) "
        r"(?=(?:[a-z]+ )?(?:adress|envoy|remis|vers|rembours|livr|transmi|communiqu|credit|restitu)))"
        r"| reviendr(?:a|ont) vers (?:vous|toi) | ser(?:a|ont) (?:re)?(?:credit|vers|rembours)e[es]{0,2} "
    )),
    ("undertaking", re.compile(
        r" (?:will|shall) (?:be (?:in touch|published|sent|refunded|credited|mailed|paid|issued|posted"
        r"|shared|reimbursed|completed|finished|repaired|fixed|released)|follow|contact you|call you"
        r"|get back|write to you|reach you) "
    )),
    # What comes to the reader. Time that he has is his own.
    ("undertaking", re.compile(
        r" you (?:will|ll|shall) (?:have|receive|get) (?!to |until |till |up to |(?:about |only "
        rf"|just )?{_TIME_EN}|no |any |(?:a|the) (?:choice|chance|right|option|opportunity|problem) )"
        r"(?:(?:the|your|our|my|a|an|it|them|this|these|all|everything|[£$€]) )"
        r"| (?:vous aurez|tu auras) (?:votre|vos|ton|ta|tes|le|la|les|un|une|mon|ma|notre|nos|ca|tout) "
        r"(?!(?:delai|temps|mois|semaines?|choix|droit|occasion|possibilite|moyen) )"
    )),
)  # fmt: skip
