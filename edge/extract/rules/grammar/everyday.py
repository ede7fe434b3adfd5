"""News, promises and prices as people tell them, without an office's turns.

Patterns like those of `forms`: folded words between blanks, without commas.
"""

from __future__ import annotations

import re

from edge.extract.rules.grammar.opening import OPENS

# "Ce n'est pas grave", "il n'est pas obligatoire": no participle, though it ends like one.
_NO_PARTICIPLE = (
    r"(?!(?:[a-z]*(?:able|ible|ique|aire|oire|ile|iste)|grave|simple|drole|triste|rare|libre|sage|malade"
    r"|juste"
    r"|honnete|normale|grande|bonne|belle|mauvaise|chere|contre|comme|encore|cette|elle|entre|notre|votre"
    r"|autre|chose|pire|terrible|idiote?|bete|moche|sale|riche|pauvre|jeune|large|contente|seule)s? )"
)
#: Greetings that are sent bind nobody: une grosse bise, nos condoleances.
GREETED = (
    r"(?!(?:une|un|des|mes|nos|mon|ma|notre|la|le|les|plein de) (?:[a-z]+ )?(?:bises?|bisous?|baisers?"
    r"|pensees?"
    r"|voeux|amities|condoleances|salutations|remerciements|felicitations|excuses|soutien) )"
)

EVERYDAY: tuple[tuple[str, re.Pattern[str]], ...] = (
    # A price that is put up is no offer of "up to".
    ("money", re.compile(
        r" (?:put|puts|putting|gone|goes|going|went|go) (?:[a-z]+ ){0,4}up to [\d£$€]"
    )),
    # Things that have gone wrong, run out or are done, of any thing: est en rupture, c'est réparé, contrôle
    # terminé, "présente un solde débiteur".
    ("news", re.compile(
        r" (?:est|sont|reste|restent) (?:toujours |encore |actuellement |malheureusement )?en (?:rupture"
        r"|attente"
        r"|cours(?! d )|travaux|greve|conge|conges|deplacement|maintenance|reparation|deuil|arret|vacances"
        r"|retard) "
        r"| (?:c|ca|cela) est (?:bien |enfin |deja )?(?:repare|regle|fait(?! pour| main| de)|fini|signe"
        r"|reparti"
        r"|livre|envoye|vendu|mort|casse|confirme|officiel)e? "
        r"| (?:est|sont) (?:tres |bien |un peu |trop |completement )?(?:fatigue|use|hors service|a changer"
        r"|fele"
        r"|fendu|abime)e?s? "
        rf"|{OPENS}[a-z]+ (?:terminee?s?|effectuee?s?|validee?s?|recue?s?|livree?s?) [:.]"
        r"| (?:presente|affiche|accuse) une? (?:[a-z]+ )?(?:retard|risque|solde|defaut|anomalie|fuite"
        r"|panne|erreur"
        r"|fissure|voie|dette|baisse|hausse|deficit|trou|jeu|manque|fragilite|usure) "
        r"| (?:depasse|depassent) (?:le|la|les|votre|l) "
        r"| (?:arrete|arretent|demissionne|demissionnent) (?:apres|en|fin|ses|son|leur) "
        r"| (?:n est|n a|ne sont|n ont|n est toujours|est toujours) (?:toujours |encore )?pas (?:encore "
        r"|toujours )?"
        rf"{_NO_PARTICIPLE}[a-z]{{3,}}ee?s? "
    )),
    ("news", re.compile(
        r" (?:is|are|get|gets) (?:being |going to be )?(?:wiped|deleted|killed|delivered|removed|replaced"
        r"|closed"
        r"|moved|cut|demolished|discontinued|withdrawn|merged|restarted) "
        r"| (?:ll|will) be (?:wiped|deleted|killed|removed|replaced|closed|demolished|discontinued"
        r"|withdrawn|merged"
        r"|restarted|placed|put) "
        r"| (?:loses?|costs?) (?:\d|a|about|up) | (?:moves?|moved|changes?) from [a-z]+ [a-z]+ to "
        r"| (?:notice|approval|visa|permit|part|parts|stock|cheque|money|parcel|results?|quote) (?:is"
        r"|are) (?:in"
        r"|through|here|out) "
    )),
    ("commitment", re.compile(
        r" (?:je|nous) (?:te|t|vous) (?:adresse|adressons|envoie|envoyons|transmets|transmettons|expedie"
        r"|expedions"
        rf"|poste) {GREETED}(?:la|le|les|l|un|une|ca|mon|ma|notre|nos|votre) "
        r"| (?:je|on) regarde (?:ca|cela|et) | je (?:te|vous) tiens (?:informe|au jus|au courant)e?s? "
        # A visit is promised; "nos conseillers vous proposent" advertises.
        r"| (?:un|une|le|la|notre|nos) (?:technicien|technicienne|livreur|agent|collegue|conseiller"
        r"|conseillere"
        r"|equipe|medecin|plombier|artisan|expert)s? (?:passera|viendra|interviendra|prendra contact"
        r"|se presentera"
        r"|vous (?:le |la |les )?[a-z]{3,}(?:ra|ront)) "
        r"| (?:le )?necessaire sera fait | (?:vous|te|t) (?:sera|seront) (?:bien |donc |integralement "
        r"|alors )?"
        r"(?:renvoye|rembourse|envoye|livre|adresse|expedie|remis|transmis|verse|reverse|restitue|rendu|vire"
        r"|credite|communique|remplace|regle|offert|confirme|depose|rappele)e?s? "
        r"| (?:will|ll) be (?:paid|refunded|returned|credited|transferred|sent|posted|delivered|emailed"
        r"|issued) "
        r"(?:back )?(?:in)?to (?:you|your) "
        # "They'll leave the carpets": what somebody else will do.
        r"| (?:he|she|they) (?:ll|will) (?:also |then |even )?(?:(?:send|bring|pay|sort|fix|collect"
        r"|deliver|lend"
        r"|provide|replace|refund|return|install|repair|ring|call|email|text|post) "
        r"(?:it|them|you|us|me|the|a|an|your|our|round|back) "
        r"|(?:leave|take|drop|pick|cover|finish|give) (?:it|them|you|us) "
        r"|leave (?:the|all the|their|his|her) [a-z]+ (?:and|with|for|behind|in the|on the|at the) )"
        # "Jte file ça mardi": given back or done by a day.
        r"| je (?:te|vous|t|lui|leur) (?:(?:le|la|les|l|en) )?(?:file|rends|refile|passe|ramene|rembourse"
        r"|fais"
        r"|donne|paie|paye|montre|prete) (?:(?:ca|cela|le|la|les|un|une|mon|ma|ton|ta|tes|tout|l) )"
        r"| je (?:fais|prends|gere|prepare|imprime|redige|relis|apporte|ramene|achete|commande|appelle) "
        r"(?:les|la|le|l|un|une|des) (?=[a-z]+ )(?!(?:point|menage|tour|plein|courses?) )"
        r"| (?:i|we|ll|will) see to (?:it|that|this|everything|the|your|all) | (?:i|we) ll see to "
        r"| i m sending | (?:we re|i m) (?:sending|posting|ordering|booking) (?:it"
        r"|them|you"
        r"|the|a) "
        r"| leave (?:the|that|this|it|them) (?:[a-z]* )?to me "
        rf"|{OPENS}will (?:do|send|call|ring|bring|sort|check|pay|post|ask) "
        r"| promise not to | i can (?:drop|bring|pick|collect|post|run) (?:it|them|you|the|him|her) "
        r"| i can take (?:it|them|you|him|her) "
    )),
)  # fmt: skip
