"""What people and houses settle, grant and refuse, without a word like "decided".

Patterns like those of `forms`: folded words between blanks, without commas.
"""

from __future__ import annotations

import re

from edge.extract.rules.grammar.opening import OPENS

_OBJECTS = r"(?:(?:le|la|les|l|y|en|vous|te|t|lui|leur|nous) ){0,2}"
#: Futures of what nobody decides: to be, to be able, to know, to forget.
_NOT_CHOSEN = (
    r"(?:ser|aur|pourr|saur|devr|faudr|verr|vivr|voudr|reverr|manquer|tarder|oublier|hesiter|regretter"
    r"|rester|trouver|comprendr|connaitr|recevr|reussir|arriver|perdr|dormir)"
    r"(?:ai|ons) "
)
_HALT = r"(?:[.;:!?]|$)"

SETTLED: tuple[tuple[str, re.Pattern[str]], ...] = (
    # What somebody settles about their own affairs: on abandonne l'export, a decide d'exclure.
    ("decision", re.compile(
        r" (?:a|ont|ai|avons|avez) (?:donc |finalement |ainsi )?decide (?:de|d|que|qu) "
        r"| (?:je|j|on|nous) (?:l |le |la |les )?(?:annul|abandonn|declin|maintien|renonc|supprim|report"
        r"|repouss"
        r"|suspend|gel)(?:e|s|t|ons)? "
        r"| (?:pas|plus|ni) (?:y |vous |lui )?(?:donner |donnons "
        r"|donnerons )?(?:une )?suite (?:favorable )?a "
        r"| (?:pas|ni) (?:pouvoir )?y donner (?:une )?suite "
        r"| (?:est|sont|a ete|ont ete|sera|seront) portee?s? (?:de|a) \d"
        rf"|{OPENS}(?:[a-z]+ ){{1,4}}portee?s? a \d"
        r"| (?:c est|ce sera|ca sera) (?:donc |finalement |encore )?(?:non(?! seulement| plus| loin)|oui"
        r"|sans moi"
        r"|sans nous|niet) "
        r"| (?:on|je|nous) (?:reste|restons|restera|resterons) sur (?:le|la|les|l|ce|cette|notre|mon) "
        r"| (?:passe|passons|passerai) (?:mon|notre) tour | (?:je|nous) demissionn(?:e|ons) "
        # What somebody will not do. "On ne voit pas demain arriver" does without nothing.
        rf"| (?:je|nous) (?:ne|n) {_OBJECTS}(?!{_NOT_CHOSEN})[a-z]{{2,}}(?:rai|rons) (?:pas|plus) (?!avant )"
        r"| (?:on|nous) ne (?!(?:voi|sai|peu|pouv|doi|dev|connai|est|sommes|suis|a|avons)[a-z]* )[a-z]{3,}"
        r"(?:e|s|t|ons) (?:pas|plus) (?:demain|aujourd hui|ce soir|cette semaine|(?:lun|mar|mercre|jeu|vendre"
        r"|same)di|dimanche) "
        r"| (?:donne|donnons|donnerai) (?:mon|notre) (?:accord|feu vert|aval) "
        r"| (?:je|nous|on) (?:ne |n )?(?!(?:aur|ser|pourr|recevr|saur|arriver"
        r"|finir)[a-z]+ )(?:[a-z]+(?:rai|rons|ra)|[a-z]+(?:ons|e)) (?:plus|pas) "
        r"(?:finalement|du tout)? ?(?:le|la|l|en|au|a|de|d|cette|ce|avec|pour) [a-z]+ (?:cette annee|cet ete"
        r"|finalement|en fin de compte|avant) "
        r"| n y aura (?:donc |finalement |exceptionnellement )?(?:pas|plus|aucune?) "
        r"(?!(?:de |d )?(?:probleme|souci|retard|surprise|doute|inquietude))"
    )),
    # "Décidé : ...", "Decided: ...": minutes put it first. What a house had to move or close it has settled.
    ("decision", re.compile(
        r" (?:decide|decided|decision|decisions|acte|resolved|adopte|convenu|arrete) : "
        r"| (?:we|i|they) (?:ve |have )(?:now |also )?(?:had to|chosen to|been forced to) "
        r"(?:change|close|cut|stop|reduce|drop|limit) "
        r"| (?:we|i|they|ve|have) (?:had to|been forced to|chosen to) "
        r"(?:move|postpone|put off|reschedule|bring forward|cancel) "
        r"| (?:avons|ai|a|ont|sommes contraints|suis contrainte?|sommes obliges"
        r"|suis obligee?) (?:malheureusement |donc )?"
        r"(?:du|d|de) (?:deplacer|decaler|reporter|annuler|repousser|fermer|modifier|limiter|avancer"
        r"|supprimer) "
        r"| (?:been|be|is|are|was) (?:now )?put on (?:stop|hold|notice|probation) (?!for )"
        r"| (?:loyer|tarif|cotisation|redevance|pension|prime|salaire|prix"
        r"|mensualite)s? (?:[a-z]+ ){0,2}(?:est|sont|sera"
        r"|seront|a ete|ont ete) (?:donc |desormais |egalement )?(?:revise|fixe|porte|ramene|reconduit"
        r"|revalorise"
        r"|majore|minore|gele)e?s? "
        r"| (?:renoncait|renoncaient|renoncera|renonceront) (?:a|au|aux) "
        r"| (?:fine|okay|ok|good) (?:by|with|for) (?:me|us) (?!\?)| works for (?:me|us) (?!\?)"
        r"| (?:ok|d accord|partante?s?|oui) pour (?:moi|nous|le|la|les|l|samedi|dimanche|lundi|mardi"
        r"|mercredi|jeudi"
        r"|vendredi|demain) | (?:nous|je) (?:contestons|conteste) (?:la|le|les|cette|ce|votre|l) "
        # "Tomorrow is off", "le match est à l'eau".
        r"| (?:today|tomorrow|tonight|game|match|training|practice|rehearsal|session|meeting|lunch|dinner"
        r"|trip|party"
        r"|class|lesson|bbq|barbecue|wedding|run|walk|ride|(?:mon|tues|wednes|thurs|fri|satur"
        r"|sun)day) (?:is|s|are) "
        r"(?:now |all |definitely )?off (?=[.;:!?]|$|i |as |because |sorry |due |so |then "
        r"|tonight |today |tomorrow |this )"
    )),
    ("cancelled", re.compile(
        r" (?:today|tomorrow|tonight|game|match|training|practice|rehearsal|session|meeting|lunch|dinner"
        r"|trip|party"
        r"|class|lesson|bbq|barbecue|wedding|run|walk|ride|(?:mon|tues|wednes|thurs|fri|satur"
        r"|sun)day) (?:is|s|are) "
        r"(?:now |all |definitely )?off (?=[.;:!?]|$|i |as |because |sorry |due |so |then "
        r"|tonight |today |tomorrow |this )"
        r"| tombe a l eau | n aura finalement pas lieu "
    )),
    # A lamp that hangs, traffic that is held up and a listed church settle nothing.
    ("decision", re.compile(
        r" (?:est|sont|sera|seront|a ete|ont ete) (?:donc |desormais |ainsi |finalement )?"
        r"(?:suspendu(?!e?s? (?:dans(?! \d)|entre|au|a la|a un|par|sur) )|fixe(?!e?s? (?:au|le) )|prolonge"
        r"|etendu|ramene|limite(?=e?s? a )|exclu|radie|resilie|declare|classe(?=e?s? (?:sans |[.;:!?]|$))"
        r"|attribue|maintenu|supprime|interdit|autorise|instaure|designe|elu|deboute|relaxe)e?s? "
        r"| (?:devient|deviennent) (?:desormais )?(?:obligatoire|payant|gratuit|interdit|facultatif)e?s? "
        r"| (?:est|sont) (?:desormais |dorenavant )(?:obligatoire|interdit|payant|reserve|limite|ferme)e?s? "
        r"| (?:nous|on|je) (?:vous |t |te )?(?:accordons|accorde|validons|valide|autorisons|autorise"
        r"|choisissons|retenons|rejetons|rejette|refusons|acceptons|accepte|approuvons|approuve"
        r"|fermons definitivement|mettons fin) (?!que )"
        r"| (?:tout le monde|tous|chacun) (?:est|sont|etait|etaient) (?:d accord|pour|contre) "
    )),
    # I'm going to pass, I can't give you the keys (but a lift, or a figure, settles nothing).
    ("decision", re.compile(
        r" (?:i m|i am|we re|we are|ill|i ll|we ll) (?:going to |gonna )?(?:pass|passing|pulling out|pull out"
        r"|sitting (?:it|this) (?:one )?out|calling it off) (?:on (?:it|this|that|these|those) (?:one )?)?"
        rf"(?={_HALT}|but |and |sorry |i |this )"
        r"| (?:i|we) (?:can t|cannot|can not|won t|am unable to|are unable to) (?:give|offer|allow|lend"
        r"|release"
        r"|authorise|authorize|extend|honou?r|justify|spare|commit) "
        r"(?!you (?:a lift|a hand|an? (?:exact|precise)|the (?:exact|precise)))"
        r"(?:you|it|that|this|them|the|any|another|a|more|to) "
        r"| (?:i|we) (?:can t|cannot|can not|won t) let (?:you|them|the [a-z]+) "
        r"| (?:un|not )able to (?:authorise|authorize|extend|honou?r|release|waive|reinstate|renew|refund"
        r"|reimburse) "
        r"| (?:put|putting|puts) (?:[a-z]+ ){1,4}up to "
        r"| no (?:rehearsal|practice|training|class|classes|lessons?|school|meeting|session|choir|match|game"
        r"|service) (?:this|next|tonight|today|tomorrow|until|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?"
        r"|on (?:the )?\d+[a-z]*) "
        rf"|{OPENS}agreed (?:[.:;]|$)"
    )),
    ("decision", re.compile(
        r" (?:it s|it is|that s|its) (?:a )?(?:definite |firm |clear )?(?:no|yes|deal) (?:from|for|to|then"
        r"|on|i|we"
        r"|[.;:!?]|$)"
        r"| (?:we|i|they) (?:ve |have |had |ve had to |have had to |had to |ve decided to )?(?:cancelled"
        r"|canceled"
        r"|cancel|called off|turned down|plumped for|ditched|scrapped|pulled out) "
        # Apples are picked and vases dropped too.
        r"| (?:we|i|they) (?:ve |have |had )?picked (?:[a-z]+ ){1,3}(?:one|offer|quote|option|colou?r"
        r"|design|venue"
        r"|date|bid|model) "
        r"| (?:we|i|they) (?:ve |have |had )?dropped (?:the |our |my |their )?(?:idea|plans?|case|charges?"
        r"|claim"
        r"|complaint|project|appeal|course) "
        r"| (?:we|i|they) (?:ve |have |had )withdrawn (?:from|my|our|the (?:offer|bid|claim|complaint)) "
        r"| (?:i m|i am|we re|we are) (?:not )?(?:turning down|turning (?:it|this|them|him|her|you) down"
        r"|cancelling"
        r"|canceling|scrapping|withdrawing|staying put|stopping the|ending the|closing the|selling the"
        r"|switching to|taking the (?:job|offer|post|flat|house|room|place|[a-z]+ one)"
        r"|keeping the [a-z]+(?= (?:[.;:!?]|$|as |for |until |but |and ))) "
        r"| (?:application|bid|tender|appeal|claim|request|offer|interview) (?:has been|was|were|is"
        r"|have been) "
        r"(?:not )?(?:un)?successful "
        r"| (?:has|have) been (?:suspended|extended|withdrawn|revoked|cancelled|canceled|set at|fixed at"
        r"|frozen"
        r"|lifted|waived|upheld|selected(?! at random)|chosen|shortlisted|promoted|awarded) "
        # What just is suspended may be traffic, a lamp or a player: how things stand.
        r"| (?:is|are|was|were) (?:hereby (?:suspended|withdrawn|waived) |(?:hereby )?(?:fixed at|revoked) "
        r"|(?:hereby )?set at (?!\d+ (?:degrees|volts|watts) ))"
        r"| your (?:[a-z]+ ){1,3}(?:is|are) (?:now )?(?:suspended|withdrawn) "
        r"| count (?:me|us) (?:out|in) | (?:hand|handed|handing|put|putting) in (?:my|our|his|her) (?:notice"
        r"|resignation) | (?:we|i) ll (?:take|have|go for|go with) the [a-z]+ ones? "
        r"| no (?!warning|morning|evening|kidding|meaning|feeling)[a-z]{3,}ing (?:today|tonight|tomorrow"
        r"|this (?:morning|afternoon|evening|week|weekend)) "
        r"| (?:made|making) (?:up )?(?:my|our) mind (?:up )?"
        r"| (?:won t|will not) be needing "
        r"| (?:is|are) no longer (?:allowed|permitted|accepted|available to|offered|possible) "
        r"| (?:will|to) close (?:its|the|our|their) doors "
        r"| (?:we|i) ll (?:take|have) the (?:first|second|third|other|blue|red|cheaper|larger|smaller|earlier"
        r"|later|one|two) "
        r"| (?:is|are|becomes?) (?:now )?(?:mandatory|compulsory|forbidden|banned) "
    )),
)  # fmt: skip
