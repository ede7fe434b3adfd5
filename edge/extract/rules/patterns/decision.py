"""What is settled, granted, refused or called off, with or without a word like "decided"."""

from __future__ import annotations

import re

from edge.extract.rules.patterns.fragments import OPENS

# Whoever decides: what is granted, refused, named or ended. Stems of participles.
_SETTLED_FR = (
    r"(?:attribu|accord|octroy|allou|refus|rejet|accept|approuv|adopt|admis|ajourn|reconduit|prononc"
    r"|homolog|condamn|ordonn|autoris|nomm|elu|retenu|vot)"
)
_SETTLED_EN = (
    r"(?:accepted|denied|declined|refused|rejected|awarded|granted|approved|upheld|overturned|dismissed"
    r"|appointed|elected|selected|agreed|authorised|authorized|renounced|withdrawn|adopted)"
)
_OBJECTS = r"(?:(?:le|la|les|l|y|en|vous|te|t|lui|leur|nous) ){0,2}"
#: Futures of what nobody decides: to be, to be able, to know, to forget.
_NOT_CHOSEN = (
    r"(?:ser|aur|pourr|saur|devr|faudr|verr|vivr|voudr|reverr|manquer|tarder|oublier|hesiter|regretter"
    r"|rester|trouver|comprendr|connaitr|recevr|reussir|arriver|perdr|dormir)(?:ai|ons) "
)
_HALT = r"(?:[.;:!?]|$)"
_COURT = r"(?:court|judge|tribunal|magistrate|master|ombudsman|juge|cour|president|mediateur|arbitre)"
#: What one does not do for others: a trade refused. Not what one cannot, forgets or keeps somebody from.
_TRADE_EN = (
    r"(?:do|take|touch|sign|pay|work|sell|buy|lend|move|change|accept|join|renew|attend|continue|drop|use"
    r"|go with|deal with|quote for)"
)

_DAY_WORD = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tues|weds|thurs|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche"
    r"|tomorrow|demain)"
)

DECISION: tuple[tuple[str, re.Pattern[str]], ...] = (
    # What was settled, by the one who may: a attribué, vous déclare admise, we've accepted, have denied it.
    ("decision", re.compile(
        r" (?:a|ont|avons|ai|ete|est|sont|voit|voient) (?:donc |finalement |bien |ainsi "
        rf"|pas )?{_SETTLED_FR}e?e?s? (?!(?:notre|votre|toute|l) attention)"
        r"| (?:ordonnance|jugement|arret|verdict|decision) (?:[a-z]+ ){0,5}(?:rendue?|prononcee?|prise?) "
        r"| (?:vous|le|la|l|les) (?:declare|declarent|nomme|nomment|autorise|autorisent) "
        r"| renonc(?:e|ent|ons) a "
        r"| ne (?:peut|peuvent|pouvons|puis) (?:pas |plus |donc pas |malheureusement pas )?(?:vous |le |la "
        r"|les |y )?(?:rembourser|accepter|accorder|donner suite|acceder|retenir|prendre en charge"
        r"|indemniser|garantir|repondre favorablement|autoriser|inscrire) "
        r"| (?:retenu|valid|adopt|act|refus|abandonn|rejet|approuv)e?e?s? (?:[.] |$)"
    )),
    ("decision", re.compile(
        r" (?:has|have|ve|had|was|were|been|is|are|s|re) (?:now |just |not |also |formally |therefore "
        rf"|since |been )?{_SETTLED_EN} (?!to hear|if )"
        r"| (?:un|not )able to (?:accept|offer|support|approve|grant|cover|refund|fund|consider|agree) "
        r"| (?:we|i) (?:cannot|can t|won t|will not) (?:accept|offer|support|approve|grant|cover|refund"
        r"|fund|agree|pay) "
        r"| (?:returned|sent back) to you because "
    )),
    ("decision", re.compile(
        r" (?:has|have|ve|had) (?:now |just |formally |finally )?(?:refused|rejected|granted|extended"
        r"|dismissed|approved|agreed|allowed|ruled|resolved|voted|authorised|authorized|overturned|waived"
        r"|settled|chosen|opted|decided) "
        r"| carried (?:unanimously|nem con|\d+) | (?:we|i) can(?: ?t|not) (?:live with|accept|agree to) "
        r"| (?:will|is|are) not (?:be |being )?(?:renewing|renewed|pursued|going ahead|continued|held"
        r"|replaced) "
        r"| ne (?:sera|seront) (?:finalement |donc |plus )?pas (?:finalement )?(?:reuni|renouvel|reconduit"
        r"|retenu|maintenu|poursuivi|donne)[a-z]* "
        r"| (?:est|sont|a ete|ont ete) (?:donc |finalement )?(?:repouss|report|valid|approuv|decid|suspend"
        r"|supprim)[a-z]* (?=.{0,60}(?:decision|conseil|comite|client|direction|vote|arrete))"
        r"| (?:nous|on|j|ai|avons|a|ont|avez) (?:avons |ai |a |ont |avez )?(?:finalement |donc |enfin )?"
        r"(?:choisi|retenu|opte|tranche|valide|refuse|arrete|vote|acte|abandonne|renonce|convenu|statue"
        r"|prononce|nomme|designe|reaffecte|ecarte)(?! par| (?:notre|votre|l|toute) attention) "
        r"| (?:est|sont|a ete|ont ete) (?:donc |finalement |desormais )?(?:accord|refus|adopt|vot|act"
        r"|approuv|reaffect|abandonn|design|nomm|supprim|confirme dans)[a-z]* "
        r"| on ne [a-z]+ (?:pas|plus) (?:le|la|les|l|de|avant) [^.?!]{0,60}(?:avant|cette annee|finalement)"
        r"| (?:we|you|they) (?:re|are) (?:now )?(?:going with|going for|dropping|closing|keeping"
        r"|not (?:going|doing|renewing|taking)) "
        r"| (?:pleased|delighted|happy) to (?:offer|confirm|approve|award|accept) "
        r"| (?:is|are|been) (?:dropped|scrapped|approved|refused|rejected|granted|declined|agreed|upheld"
        r"|dismissed) "
        r"| voted (?:for|to|against|in favour) | going ahead | (?:has|have) agreed "
        r"| je (?:te|vous) (?:la|le|les) (?:prends|achete|laisse) (?:a|pour) \d+ "
        r"| (?:ca marche|marche conclu|deal) "
    )),
    ("decision", re.compile(
        r" (?:board|committee|council|panel|court|judge|jury|client|landlord|management|trustees|they|we"
        r"|i) (?:unanimously |finally |have |has )?(?:rejected|approved|accepted|refused|agreed to|chose"
        r"|decided|voted|turned down|granted|awarded|declined|settled on|opted) "
        r"| (?:won t|will not|not going to|no longer going to) be (?:renewing|renewed|going ahead|taking"
        r"|selling|moving|coming back) "
        r"| (?:mettons|met|mets) fin (?:a|au) | laiss[a-z]+ tomber "
        r"| finalement (?:je|on|nous|c) (?:ne |n )?[a-z]+ | (?:est|a ete) (?:donc )?vot[a-z]+ "
        r"| (?:je|on|nous) (?:garde|gardons|choisis|choisit|choisissons|prends|prenons|partons|part) "
        r"(?:le|la|les|l|sur|donc|plutot|celui|celle) "
    )),
    # What somebody settles about their own affairs: on abandonne l'export, a decide d'exclure.
    ("decision", re.compile(
        r" (?:a|ont|ai|avons|avez) (?:donc |finalement |ainsi )?decide (?:de|d|que|qu) "
        r"| (?:je|j|on|nous) (?:l |le |la |les )?(?:annul|abandonn|declin|maintien|renonc|supprim|report"
        r"|repouss|suspend|gel)(?:e|s|t|ons)? "
        r"| (?:pas|plus|ni) (?:y |vous |lui )?(?:donner |donnons |donnerons )?(?:une )?suite "
        r"(?:favorable )?a "
        r"| (?:pas|ni) (?:pouvoir )?y donner (?:une )?suite "
        r"| (?:est|sont|a ete|ont ete|sera|seront) portee?s? (?:de|a) \d"
        rf"|{OPENS}(?:[a-z]+ ){{1,4}}portee?s? a \d"
        r"| (?:c est|ce sera|ca sera) (?:donc |finalement |encore )?(?:non(?! seulement| plus| loin)|oui"
        r"|sans moi|sans nous|niet) "
        r"| (?:on|je|nous) (?:reste|restons|restera|resterons) sur (?:le|la|les|l|ce|cette|notre|mon) "
        r"| (?:passe|passons|passerai) (?:mon|notre) tour | (?:je|nous) demissionn(?:e|ons) "
        # What somebody will not do. "On ne voit pas demain arriver" does without nothing.
        rf"| (?:je|nous) (?:ne|n) {_OBJECTS}(?!{_NOT_CHOSEN})[a-z]{{2,}}(?:rai|rons) (?:pas|plus) "
        r"(?!avant )"
        r"| (?:on|nous) ne (?!(?:voi|sai|peu|pouv|doi|dev|connai|est|sommes|suis|a|avons)[a-z]* )[a-z]{3,}"
        r"(?:e|s|t|ons) (?:pas|plus) (?:demain|aujourd hui|ce soir|cette semaine|(?:lun|mar|mercre|jeu"
        r"|vendre|same)di|dimanche) "
        r"| (?:donne|donnons|donnerai) (?:mon|notre) (?:accord|feu vert|aval) "
        r"| (?:je|nous|on) (?:ne |n )?(?!(?:aur|ser|pourr|recevr|saur|arriver|finir)[a-z]+ )"
        r"(?:[a-z]+(?:rai|rons|ra)|[a-z]+(?:ons|e)) (?:plus|pas) (?:finalement|du tout)? ?(?:le|la|l|en|au"
        r"|a|de|d|cette|ce|avec|pour) [a-z]+ (?:cette annee|cet ete|finalement|en fin de compte|avant) "
        r"| n y aura (?:donc |finalement |exceptionnellement )?(?:pas|plus|aucune?) "
        r"(?!(?:de |d )?(?:probleme|souci|retard|surprise|doute|inquietude))"
    )),
    # "Décidé : ...", "Decided: ...": minutes put it first. What a house had to move or close it has settled.
    ("decision", re.compile(
        r" (?:decide|decided|decision|decisions|acte|resolved|adopte|convenu|arrete) : "
        r"| (?:we|i|they) (?:ve |have )(?:now |also )?(?:had to|chosen to|been forced to) (?:change|close"
        r"|cut|stop|reduce|drop|limit) "
        r"| (?:we|i|they|ve|have) (?:had to|been forced to|chosen to) (?:move|postpone|put off|reschedule"
        r"|bring forward|cancel) "
        r"| (?:avons|ai|a|ont|sommes contraints|suis contrainte?|sommes obliges|suis obligee?) "
        r"(?:malheureusement |donc )?(?:du|d|de) (?:deplacer|decaler|reporter|annuler|repousser|fermer"
        r"|modifier|limiter|avancer|supprimer) "
        r"| (?:been|be|is|are|was) (?:now )?put on (?:stop|hold|notice|probation) (?!for )"
        r"| (?:loyer|tarif|cotisation|redevance|pension|prime|salaire|prix|mensualite)s? (?:[a-z]+ ){0,2}"
        r"(?:est|sont|sera|seront|a ete|ont ete) (?:donc |desormais |egalement )?(?:revise|fixe|porte"
        r"|ramene|reconduit|revalorise|majore|minore|gele)e?s? "
        r"| (?:renoncait|renoncaient|renoncera|renonceront) (?:a|au|aux) "
        r"| (?:fine|okay|ok|good) (?:by|with|for) (?:me|us) (?!\?)| works for (?:me|us) (?!\?)"
        r"| (?:ok|d accord|partante?s?|oui) pour (?:moi|nous|le|la|les|l|samedi|dimanche|lundi|mardi"
        r"|mercredi|jeudi|vendredi|demain) "
        r"| (?:nous|je) (?:contestons|conteste) (?:la|le|les|cette|ce|votre|l) "
        # "Tomorrow is off", "le match est à l'eau".
        r"| (?:today|tomorrow|tonight|game|match|training|practice|rehearsal|session|meeting|lunch|dinner"
        r"|trip|party|class|lesson|bbq|barbecue|wedding|run|walk|ride|(?:mon|tues|wednes|thurs|fri|satur"
        r"|sun)day) (?:is|s|are) (?:now |all |definitely )?off (?=[.;:!?]|$|i |as |because |sorry |due |so "
        r"|then |tonight |today |tomorrow |this )"
    )),
    # A lamp that hangs, traffic that is held up and a listed church settle nothing.
    ("decision", re.compile(
        r" (?:est|sont|sera|seront|a ete|ont ete) (?:donc |desormais |ainsi |finalement )?"
        r"(?:suspendu(?!e?s? (?:dans(?! \d)|entre|au|a la|a un|par|sur) )|fixe(?!e?s? (?:au|le) )|prolonge"
        r"|etendu|ramene|limite(?=e?s? a )|exclu|radie|resilie|declare|classe(?=e?s? (?:sans |[.;:!?]|$))"
        r"|attribue|maintenu|supprime|interdit|autorise|instaure|designe|elu|deboute|relaxe)e?s? "
        r"| (?:devient|deviennent) (?:desormais )?(?:obligatoire|payant|gratuit|interdit|facultatif)e?s? "
        r"| (?:est|sont) (?:desormais |dorenavant )(?:obligatoire|interdit|payant|reserve|limite"
        r"|ferme)e?s? "
        r"| (?:nous|on|je) (?:vous |t |te )?(?:accordons|accorde|validons|valide|autorisons|autorise"
        r"|choisissons|retenons|rejetons|rejette|refusons|acceptons|accepte|approuvons|approuve"
        r"|fermons definitivement|mettons fin) (?!que )"
        r"| (?:tout le monde|tous|chacun) (?:est|sont|etait|etaient) (?:d accord|pour|contre) "
    )),
    # I'm going to pass, I can't give you the keys (but a lift, or a figure, settles nothing).
    ("decision", re.compile(
        r" (?:i m|i am|we re|we are|ill|i ll|we ll) (?:going to |gonna )?(?:pass|passing|pulling out"
        r"|pull out|sitting (?:it|this) (?:one )?out|calling it off) (?:on (?:it|this|that|these|those) "
        rf"(?:one )?)?(?={_HALT}|but |and |sorry |i |this )"
        r"| (?:i|we) (?:can t|cannot|can not|won t|am unable to|are unable to) (?:give|offer|allow|lend"
        r"|release|authorise|authorize|extend|honou?r|justify|spare|commit) (?!you (?:a lift|a hand"
        r"|an? (?:exact|precise)|the (?:exact|precise)))(?:you|it|that|this|them|the|any|another|a|more"
        r"|to) "
        r"| (?:i|we) (?:can t|cannot|can not|won t) let (?:you|them|the [a-z]+) "
        r"| (?:un|not )able to (?:authorise|authorize|extend|honou?r|release|waive|reinstate|renew|refund"
        r"|reimburse) "
        r"| (?:put|putting|puts) (?:[a-z]+ ){1,4}up to "
        r"| no (?:rehearsal|practice|training|class|classes|lessons?|school|meeting|session|choir|match"
        r"|game|service) (?:this|next|tonight|today|tomorrow|until|on (?:mon|tues|wednes|thurs|fri|satur"
        r"|sun)days?|on (?:the )?\d+[a-z]*) "
        rf"|{OPENS}agreed (?:[.:;]|$)"
    )),
    ("decision", re.compile(
        r" (?:it s|it is|that s|its) (?:a )?(?:definite |firm |clear )?(?:no|yes|deal) (?:from|for|to|then"
        r"|on|i|we|[.;:!?]|$)"
        r"| (?:we|i|they) (?:ve |have |had |ve had to |have had to |had to |ve decided to )?(?:cancelled"
        r"|canceled|cancel|called off|turned down|plumped for|ditched|scrapped|pulled out) "
        # Apples are picked and vases dropped too.
        r"| (?:we|i|they) (?:ve |have |had )?picked (?:[a-z]+ ){1,3}(?:one|offer|quote|option|colou?r"
        r"|design|venue|date|bid|model) "
        r"| (?:we|i|they) (?:ve |have |had )?dropped (?:the |our |my |their )?(?:idea|plans?|case|charges?"
        r"|claim|complaint|project|appeal|course) "
        r"| (?:we|i|they) (?:ve |have |had )withdrawn (?:from|my|our|the (?:offer|bid|claim|complaint)) "
        r"| (?:i m|i am|we re|we are) (?:not )?(?:turning down|turning (?:it|this|them|him|her|you) down"
        r"|cancelling|canceling|scrapping|withdrawing|staying put|stopping the|ending the|closing the"
        r"|selling the|switching to|taking the (?:job|offer|post|flat|house|room|place|[a-z]+ one)"
        r"|keeping the [a-z]+(?= (?:[.;:!?]|$|as |for |until |but |and ))) "
        r"| (?:application|bid|tender|appeal|claim|request|offer|interview) (?:has been|was|were|is"
        r"|have been) (?:not )?(?:un)?successful "
        r"| (?:has|have) been (?:suspended|extended|withdrawn|revoked|cancelled|canceled|set at|fixed at"
        r"|frozen|lifted|waived|upheld|selected(?! at random)|chosen|shortlisted|promoted|awarded) "
        # What just is suspended may be traffic, a lamp or a player: how things stand.
        r"| (?:is|are|was|were) (?:hereby (?:suspended|withdrawn|waived) |(?:hereby )?(?:fixed at|revoked) "
        r"|(?:hereby )?set at (?!\d+ (?:degrees|volts|watts) ))"
        r"| your (?:[a-z]+ ){1,3}(?:is|are) (?:now )?(?:suspended|withdrawn) | count (?:me|us) (?:out|in) "
        r"| (?:hand|handed|handing|put|putting) in (?:my|our|his|her) (?:notice|resignation) "
        r"| (?:we|i) ll (?:take|have|go for|go with) the [a-z]+ ones? "
        r"| no (?!warning|morning|evening|kidding|meaning|feeling)[a-z]{3,}ing (?:today|tonight|tomorrow"
        r"|this (?:morning|afternoon|evening|week|weekend)) "
        r"| (?:made|making) (?:up )?(?:my|our) mind (?:up )?| (?:won t|will not) be needing "
        r"| (?:is|are) no longer (?:allowed|permitted|accepted|available to|offered|possible) "
        r"| (?:will|to) close (?:its|the|our|their) doors "
        r"| (?:we|i) ll (?:take|have) the (?:first|second|third|other|blue|red|cheaper|larger|smaller"
        r"|earlier|later|one|two) "
        r"| (?:is|are|becomes?) (?:now )?(?:mandatory|compulsory|forbidden|banned) "
    )),
    ("decision", re.compile(
        rf" {_COURT} (?:has |have |a |vous a )?(?:ordered|directed|ruled|held|ordonne|enjoint|tranche|juge"
        r"|statue) (?!(?:a|an|the|some) (?:pizza|coffee|tea|taxi|drink)s? )"
        r"| (?:is|are|be|been) (?:now )?capped (?:at|to) | (?:est|sont|sera|seront) plafonnee?s? a "
        rf"| (?:i|we) (?:won t|will not|don t|do not) {_TRADE_EN} (?:the|that|this|any|your|those|these|on"
        r"|for|with|[a-z]+s) (?!(?:mistake|same|job justice))"
        r"| (?:ai|as|a|avons|ont) dit (?:oui|non|ok)(?= ) "
        r"| (?:i|we|he|she|they|has|have|ve) (?:said|say) (?:yes|no|ok)(?= (?:[.;:!?]|to|and|so|but|then"
        r"|because|i|we|$))"
        r"| change(?:ment)? (?:of|de) (?:plans?|programme|venue|lieu|date|heure|horaire|salle) "
    )),
    # Consent, in a word or two: Monday's fine, c'est bon pour moi, rolls yes tables no, have the 14th off.
    ("decision", re.compile(
        rf" (?:{_DAY_WORD}|(?:the )?\d+(?:st|nd|rd|th)) (?:is |s |are |c est |ca |est )?(?:fine|perfect|grand"
        r"|parfait|ok|okay|good|great|bon|suits us|suits me) (?!\?|for you |with you |by you |pour (?:toi"
        r"|vous) |si |if "
        r"|morning |news |luck )"
        r"| (?:c est|ce sera|ca me|ca nous) (?:bon|ok|parfait|note|va|convient|convenu) (?:pour (?:moi"
        r"|nous)|tres bien"
        r"|parfaitement) (?!\?)"
        rf"|{OPENS}(?:oui volontiers|avec plaisir|go ahead|allez y|vas y pour|done deal|it s a yes|agreed"
        rf"|entendu) "
        r"| yes please (?=[.!]|$|i |we |and |count |that )"
        rf"|{OPENS}[a-z]+ (?:(?:yes|oui) [a-z]+ (?:no|non)|(?:no|non) [a-z]+ (?:yes|oui)) "
        rf"| you (?:can|may) (?:have|take) (?:the \d+[a-z]* |{_DAY_WORD} |that (?:day|week) "
        rf"|it )?off (?!your )"
        r"| (?:is|am|m|are|re|was) happy for [a-z]+ (?:[a-z]+ ){0,2}to "
        r"| (?:je suis|nous sommes|on est) (?:tout a fait |absolument |totalement |completement "
        r"|plutot )?(?:contre"
        r"|opposee?s? a|favorables? a|d accord pour (?!dire)) "
    )),
    # What is given up, moved or put in another's place by who may.
    ("decision", re.compile(
        r" (?:i|he|she|they|we|ve|has|have|s) (?:just |now |already )?(?:resigned|stepped down|quit(?= as)) "
        r"| (?:je|nous) (?:vous |t |te )?(?:informons|informe|annoncons|annonce|confirmons"
        r"|confirme) que (?:je|nous) "
        r"(?:quitt|rend|resili|met|arret|cess|ferm|repren|vend)[a-z]* "
        r"| (?:i|we) (?:m|am|re|are) (?:swapping|switching|moving (?:my|our|the)|giving up|handing over"
        r"|dropping out) "
        r"(?!to find|to see)"
        rf"| (?:is|are|will be) now (?:going to be )?(?:on |at |for |the )?(?:{_DAY_WORD}"
        rf"|(?:the )?\d{1,2}(?:st|nd|rd|th)) (?!(?:years?|months?"
        r"|weeks?|days?|hours?|minutes?|people|members?|percent|of) )"
        rf"| (?:agreed|decided|voted|resolved) on (?:{_DAY_WORD}) (?:night |evening )?(?:to|that|not) "
        r"| (?:will|can|may) no longer be (?:accepted|allowed|permitted|offered|possible|available|used"
        r"|honou?red|paid"
        r"|sent|issued|valid) "
        r"| (?:ne seront|ne sera|ne sont|n est) (?:donc |desormais )?plus (?:acceptee?s?|admise?s?"
        r"|autorisee?s?"
        r"|assuree?s?|envoyee?s?|pris en charge|valables?) "
        r"| (?:i|we) (?:m|am|re|are) not (?:paying|coming|going to pay|taking|signing|selling|buying"
        r"|accepting|renewing"
        r"|lending|changing|moving|standing) (?:it |them |that |this |any|the |a |for |again |till |until "
        r"|unless |this )"
        r"| im not (?:paying|coming|taking|signing|selling|buying|accepting|renewing|lending|changing"
        r"|moving) "
    )),
    ("decision", re.compile(
        r" (?:we|they) (?:will|ll|are going to) (?:be )?(?:switch(?:ing)? off|retir(?:e|ing)|withdraw"
        r"(?:ing)?|discontinu(?:e|ing)|clos(?:e|ing)|stop(?:ping)?|end(?:ing)?) (?!up )"
    )),
    ("cancelled", re.compile(
        r" (?:today|tomorrow|tonight|game|match|training|practice|rehearsal|session|meeting|lunch|dinner"
        r"|trip|party|class|lesson|bbq|barbecue|wedding|run|walk|ride|(?:mon|tues|wednes|thurs|fri|satur"
        r"|sun)day) (?:is|s|are) (?:now |all |definitely )?off (?=[.;:!?]|$|i |as |because |sorry |due |so "
        r"|then |tonight |today |tomorrow |this )"
        r"| tombe a l eau | n aura finalement pas lieu "
    )),
    ("cancelled", re.compile(
        r" (?:donc |du coup )?(?:pas|plus) (?:de |d )(?!(?:probleme|souci|quoi|panique|soucis|chance|bol"
        r"|mal|nouvelles?|reponse|retour|doute|raison) )[a-z]+ (?:[a-z]+ )?(?:aujourd hui|ce soir|ce matin"
        r"|demain|cet apres midi|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|cette semaine"
        r"|la semaine prochaine|le \d)"
        r"| no (?:rehearsal|practice|training|class|classes|lessons?|school|meeting|session|choir|match"
        r"|game|service|work|delivery|pickup|collection|surgery|clinic|yoga|club) (?:this|next|tonight"
        r"|today|tomorrow|on )"
    )),
)  # fmt: skip
