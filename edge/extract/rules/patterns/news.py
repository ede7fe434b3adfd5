"""What has happened, and how things stand.

Both languages tell news in the perfect ("Anne a gagné", "they have moved us"), in a passive ("le vol est
annulé", "pitch 3 is flooded") or as a state. Without accents "a" may be "à": it counts behind a pronoun, or
before a participle alone.
"""

from __future__ import annotations

import re

from edge.extract.rules.patterns.fragments import OPENS

# What becomes of things and people, as stems of participles.
_HAPPENED = (
    r"(?:arriv|parti|ferm|ouvert|annul|report|decal|epuis|cass|bloqu|coup|repar|remplac|chang|modifi|livr"
    r"|expedi|regl|pay|sign|valid|termin|fini|prolong|suspend|retir|perdu|vole|vendu|loue|absent|malade"
    r"|hospitalis|opere|mute|licenci|embauch|complet|plein|indisponible|souffrant|enceinte|impay|rompu|recu"
    r"|atteint|depass|echou|refus|rejet|inond|brul|mort|deced|ne le|nee le|guer|soign|trouv|repouss|avanc"
    r"|supprim|rappel|reserv|command|install|depos|retourn|vid|rempl|sold|acquitt|clos|conform|valable|pret|disponible|repeint|renouvel|prolonge|interrompu"
    r"|retabli|resolu|corrig|migr|transfer)"
)
_PARTICIPLE = r"[a-z]{2,}(?:ee?s?|ie?s?|ue?s?|is|ise?s?|it|ites?|erte?s?|euse?s?)"
_IRREGULAR = (
    r"(?:been|gone|got|had|made|taken|left|lost|found|given|sent|come|become|broken|sold|bought|done|put"
    r"|cut|hit|heard|met|run|seen|shut|split|spent|told|won|written|fallen|chosen|stolen|paid)"
)
_FOUND = (
    r"(?:conclu|decide|confirme|accepte|refuse|demande|recu|rendu|trouve|constate|releve|change|augmente"
    r"|baisse|permis|promis|annonce|indique|precise|signale|envoye|valide|quitte|appele|fini|termine"
    r"|commence|perdu|gagne|rate|oublie|casse|brule|vendu|achete|eu|fait|dit|mis|pris|vu|pu|du|fallu|voulu"
    r"|choisi|remplace|repare|livre|depose|explique|propose|disparu|reussi|obtenu|signe|paye|recommande"
    r"|leve|ferme|ouvert|rejoint|vecu|grandi|souffert)"
)
# "Ce n'est pas grave", "il n'est pas obligatoire": no participle, though it ends like one.
_NO_PARTICIPLE = (
    r"(?!(?:[a-z]*(?:able|ible|ique|aire|oire|ile|iste)|grave|simple|drole|triste|rare|libre|sage|malade"
    r"|juste|honnete|normale|grande|bonne|belle|mauvaise|chere|contre|comme|encore|cette|elle|entre|notre"
    r"|votre|autre|chose|pire|terrible|idiote?|bete|moche|sale|riche|pauvre|jeune|large|contente|seule)s? )"
)

NEWS: tuple[tuple[str, re.Pattern[str]], ...] = (
    # How things stand: Biscuit is awake, le site sera indisponible, part's come in, holiday pay went in.
    ("news", re.compile(
        r" (?<! let )(?<! what )(?<! where )(?<! who )(?<! how )[a-z]{3,} s (?:now |just |already "
        r"|finally )?(?:come|gone|arrived|back|broken|died|ready|fixed|sorted|late|ill|well|healthy|here"
        r"|asleep|awake|closed|shut|finished|done) "
        r"| (?<! you )(?<! we )(?<! i )(?<! that )(?<! which )(?:is|are) (?:now |still |also |currently )?"
        r"(?:awake|asleep|well|healthy|tiny|better|behind|under|next to|off to) "
        r"| (?:he|she|they|mum|dad|(?:mr|mrs|ms|dr) [a-z]+) (?:is|are|s|re) (?:now |still |also )?(?!being "
        r"|going )[a-z]{2,}ing (?!to )"
        r"| (?:went|came) (?:in|out|off|down|back|through|well|badly|fine|wrong) "
        r"| (?<! you )(?:stays?|remains?) (?:as|the|in|on|at|unchanged|open|closed|shut|free) "
        r"| we (?:ordered|received|returned|noticed|paid|sent|signed) "
        r"| (?:sera|seront|etait|etaient) (?:donc |toujours |encore |plus )?(?:(?:in)?disponible"
        r"|(?:in)?accessible|absent|ferme|coupe|interrompu|suspendu|delivre|gratuit|payant|reduit)"
    )),
    # What has happened, or how things stand: no wish, no plan, and not what the writer does.
    ("news", re.compile(
        r" (?<! we )(?<! i )(?<! you )(?:has|have) (?:now |just |already |not )?(?:been |come |gone "
        r"|fallen |died |left |arrived |packed |stopped |failed |broken |run )"
        r"| (?:was|were) (?:not |never |recorded |found |left |granted |added |moved |lost |damaged "
        r"|delayed |measured |removed |replaced |closed |absent |late )"
        r"| came back "
        r"| (?:is|are) (?:now |no longer |still |back |out of |ready |complete |incomplete |closed "
        r"|affected |slightly |unavailable |away |ill |in hospital |off sick )"
        r"| reproduced | caused by | due to an? | fell | broke | went off | passed | turned out "
        r"| we have your | we believe "
    )),
    ("news", re.compile(
        r" (?<! vous )(?<! tu )(?<! j )(?<! nous )(?:a|ont) (?:bien |deja |enfin )?(?:ete |eu lieu |echoue "
        r"|perdu |change |rendu |termine |casse |lache |repris |demarre )"
        r"| (?:est|sont) (?:desormais |bien |toujours |encore |deja |maintenant )?(?:prete?s? "
        r"|disponibles? |incomplete?s? |complete?s? |fermee?s? |ouverte?s? |arrivee?s? |partie?s? "
        r"|sortie?s? |rentree?s? |tombee?s? |absente?s? |en panne |evaluee?s? |indisponibles? |terminee?s? "
        r"|du |dus |due |bloquee?s? |en retard )"
        r"| montrent | l origine | s est bien passee? | ne viendr(?:a|ont) pas | ne pourr(?:a|ont) pas "
        r"| sera exclue? | en erreur "
    )),
    ("news", re.compile(
        r" (?<!merci )(?:il|elle|on|leur|lui|[a-z]+eur|[a-z]+tion|docteur|client|medecin|veto) (?:a|ont"
        rf"|avait|avaient) (?:bien |deja |enfin |toujours |encore |pas |tous |tout )?(?:{_PARTICIPLE}|fait"
        r"|dit|mis|pris|vu|eu) "
        rf"| (?:j|nous n|je n) (?:ai|avons) (?:bien |deja |enfin |pas |encore )(?:pu |{_PARTICIPLE} )"
        r"| (?:s|se|me|nous|m) (?:est|sont|suis|sommes|etait) (?:bien |deja |enfin |encore |fait "
        rf"|tous )?{_PARTICIPLE} "
        r"| (?<! c )(?:est|sont|etait|etaient|reste|restent) (?:bien |deja |enfin |toujours |encore |tous "
        rf"|tres |plus |pas |trop |donc )?{_HAPPENED}[a-z]{{0,4}} "
        r"| (?:va|vont) (?:beaucoup |bien |un peu )?mieux | plus besoin | il (?:manque|reste) "
        r"| (?:peut|peuvent|pourra) pas | (?:vient|viennent) (?:pas|plus|de) | aucun[e]? [a-z]+ n "
        r"| pas d (?!hesit)[a-z]+ (?:cette|ce|aujourd) | passe(?:nt|ra)? (?:de # )?a \d+ | on est \d+ "
    )),
    ("news", re.compile(
        r" (?:l|le|la|un|une|notre|votre|ce|cette|mon|ma|son|sa|les|nos|vos|des|ses) (?!qui |que "
        r"|dont )[a-z]{3,}(?: [a-z]{3,})? (?:n )?(?:a|ont) (?:bien |deja |enfin |pas |toujours "
        rf"|encore )?{_FOUND} "
        r"| (?:il|elle|ils|elles|on|le [a-z]+|la [a-z]+|les [a-z]+) (?:ne |n )(?:se |s |en )?(?!y )[a-z]+ "
        r"(?:pas|plus) "
        r"| (?:prix|tarif|taux|loyer|cotisation|abonnement|salaire|montant|mensualite)s? (?:[a-z]+ ){0,3}"
        r"(?:passe|augmente|baisse|monte)(?:nt|ra|ront)? "
        r"| (?:relevee?s?|constatee?s?|survenue?s?|detectee?s?) le \d+ | il y a (?:eu|des|un|une) (?!lieu )"
        r"| sort(?:ent)? de (?:l |la )?(?:hopital|clinique|prison|reanimation) "
    )),
    ("news", re.compile(
        r" (?:the|a|an|our|your|his|her|my|their) [a-z]{3,}(?: [a-z]{3,})? (?!attached|required|requested"
        r"|agreed|needed|based|called|named|related|listed|mentioned|limited)[a-z]{3,}ed (?!to |by |in to )"
        r"| (?:he|she|it|they|there) (?:did|does|do|didn|doesn|don) (?:not|t) "
        r"| (?:prices?|rates?|rent|fees?|subs|salary|fares?|tuition|premiums?) (?:[a-z]+ ){0,3}(?:goes|go"
        r"|going|went|rises?|increases?|drops?|changes?) (?:up|down|to|from|on|by|in) "
        r"| (?:will|is) (?:now |no longer )?(?:available|unavailable|closed|open) "
        r"| (?:have|has|ve|d) (?:had|raised|credited|refunded|received|heard) "
        r"| (?:we|i) (?:have|ve) (?:now )?(?:raised|credited|refunded|added|moved|put|booked)"
    )),
    ("news", re.compile(
        r" (?<!while )(?:he|she|it|they|we|i|there|you|[a-z]+s|[a-z]+er|mum|dad) (?:s|ve|has|have|had) "
        rf"(?:now |just |already |not |all |both |also |since |still )?(?:{_IRREGULAR}|[a-z]{{3,}}ed) "
        rf"| (?:ive|weve|hes|shes|theyve) (?:just |already |still )?(?:{_IRREGULAR}|[a-z]{{3,}}ed) "
        r"| (?:he|she|they) (?:now |just |also |still )?(?:got|went|came|left|lost|found|sold|bought|took"
        r"|gave|[a-z]{3,}ed) (?!to )"
        r"| we (?:got|lost|found|sold|bought|raised|moved|had to) "
        r"| (?:is|are|was|were) (?:now |still |already |all |both |currently |only |not )?(?!required "
        r"|needed |invited |asked |expected |requested |limited |scheduled |attached |pleased |delighted "
        r"|supposed |allowed |interested |entitled |based )[a-z]{3,}ed (?!to |in to |by )"
        r"| (?:isn|aren|wasn|weren|can|couldn|hasn|haven) t (?:be |been )?(?:coming|working|available"
        r"|[a-z]+ed|make it)"
        r"| has (?:he |she |it )?(?:had|got) "
        r"| there (?:s|is|are|was|were|have been|has been) (?!any|no |a chance|something) "
        r"| (?:the )?rest (?:is|are|went) | is (?:flooded|fine|unwell|better|worse) "
        r"| up (?:yesterday|today) | my last day | runs out "
    )),
    ("news", re.compile(
        r" (?:n a|n ont|n est|n sont|n avons|n ai) (?:pas|plus|jamais) (?:encore |toujours )?"
        rf"(?:ete )?{_FOUND}"
        r"| (?:n a|n ont) (?:pas|jamais) (?:encore )?ete | (?:vient|viennent) d (?=[a-z]+(?:er|ir|re|oir) )"
        r"| (?:j ai|nous avons|on a) (?:enfin |tous |deja )?(?:perdu|recu|emmenage|demenage|casse|rate"
        r"|oublie|trouve|achete|vendu|change|commence|fini|reussi|obtenu|gagne|arrete|repris) "
        # With its receiver or object "a" is no preposition: Thierry les a rapportées, on m'a prévenue.
        rf"| (?<! vous )(?<! tu )(?:l|les|m|nous|t|vous|lui|leur) (?:a|ont) (?:bien |deja |enfin |tous "
        rf"|toutes )?"
        rf"(?!dit |ecrit |demande|raconte|indique|parle |explique|repondu |sauve |fait "
        rf"|permis ){_PARTICIPLE} "
        r"| il (?:me|leur|lui) (?:manque|reste) "
        # What somebody let the writer know.
        r"| (?:m|nous) (?:a|ont) (?:fait (?:savoir|part)|indique|confirme|appris|annonce|signale"
        r"|informee?s?) (?=que |qu |de |d |son |sa |ses |leur )"
        r"| (?:comporte|contient|presente) (?:une|des|plusieurs) (?:erreur|faute|defaut|vice|fuite)s? "
        r"| (?:est|sont|reste) (?:encore |toujours |tres )?(?:insuffisant|mecontent|incorrect|illisible"
        r"|introuvable|injoignable|satisfait|furieu|inquiet|decu|coince|debord|defectueu|endommag"
        r"|abim)[a-z]{0,3} "
    )),
    ("news", re.compile(
        rf" (?:hasn|haven|wasn|weren) t (?:yet )?(?:been )?(?:{_IRREGULAR}|[a-z]{{3,}}ed) "
        r"| (?:got|gets|getting) (?:into|engaged|married|promoted|fired|stuck|stolen|broken|lost|sick"
        r"|the job) "
        r"| i (?:lost|broke|missed|passed|failed|found|sold|bought|quit|moved|paid|posted|ordered"
        r"|collected|returned"
        r"|dropped|cancelled|rang|signed|received|handed) (?!you )"
        r"| (?:slipped|passed) away | (?:is|are) not (?:yet )?(?:available|possible|included|ready"
        r"|in stock|working) "
        r"| there (?:s|is) (?:an? )?(?:mistake|error|leak|fault|problem|crack|delay|typo|hole) "
        # Things that end, and people who will be away.
        r"| (?:policy|licence|license|contract|lease|tenancy|tariff|subscription|membership|warranty"
        r"|guarantee|passport|visa|offer|term|certificate|certificates|cover) (?:[a-z\d]+ )?(?:ends?"
        r"|expires?|lapses?|runs? out) (?:at|on|in|this|next|today|tomorrow|soon|by) "
        r"| (?:bail|contrat|licence|abonnement|garantie|passeport|visa|attestation|mandat|preavis|police"
        r"|adhesion|certificat|carte) (?:[a-z]+ ){0,2}(?:expire|expirera|prend fin|prendra fin|se termine"
        r"|arrive a echeance|arrivera a echeance) "
        r"| (?:will|ll) be (?:away|off|absent|unavailable|closed|shut|out of (?:the )?office|on leave"
        r"|in hospital) "
        r"| (?:is|are) leaving (?:us|the|at|in) "
        r"| (?:tells|told|informs|informed|assures|assured) (?:me|us) (?:that |he |she |they |it |the "
        r"|there )"
        r"| (?:is|are|s|re|m) (?:out|off|away) (?:with (?:his|her|a|the|an)|sick|until|till|all|this|next) "
        r"| (?:is|are|s) (?:under water|waterlogged|snowed under|off sick|out of action) "
        r"| (?:is|are|was) (?:very |really |so )?(?:unhappy|upset|unwell|unavailable|unclear|unreadable"
        r"|missing|faulty|furious|worried|gone|dead|stuck|pregnant|furloughed|down) "
        r"| (?:don|doesn|didn|won) t (?:work|fit|open|start|close|match) "
    )),
    # Things that have gone wrong, run out or are done, of any thing: est en rupture, c'est réparé, contrôle
    # terminé, "présente un solde débiteur".
    ("news", re.compile(
        r" (?:est|sont|reste|restent) (?:toujours |encore |actuellement |malheureusement )?en (?:rupture"
        r"|attente|cours(?! d )|travaux|greve|conge|conges|deplacement|maintenance|reparation|deuil|arret"
        r"|vacances|retard) "
        r"| (?:c|ca|cela) est (?:bien |enfin |deja )?(?:repare|regle|fait(?! pour| main| de)|fini|signe"
        r"|reparti|livre|envoye|vendu|mort|casse|confirme|officiel)e? "
        r"| (?:est|sont) (?:tres |bien |un peu |trop |completement )?(?:fatigue|use|hors service|a changer"
        r"|fele|fendu|abime)e?s? "
        rf"|{OPENS}[a-z]+ (?:terminee?s?|effectuee?s?|validee?s?|recue?s?|livree?s?) [:.]"
        r"| (?:presente|affiche|accuse) une? (?:[a-z]+ )?(?:retard|risque|solde|defaut|anomalie|fuite|panne"
        r"|erreur|fissure|voie|dette|baisse|hausse|deficit|trou|jeu|manque|fragilite|usure) "
        r"| (?:depasse|depassent) (?:le|la|les|votre|l) "
        r"| (?:arrete|arretent|demissionne|demissionnent) (?:apres|en|fin|ses|son|leur) "
        r"| (?:n est|n a|ne sont|n ont|n est toujours|est toujours) (?:toujours |encore )?pas (?:encore "
        rf"|toujours )?{_NO_PARTICIPLE}[a-z]{{3,}}ee?s? "
    )),
    ("news", re.compile(
        r" (?:is|are|get|gets) (?:being |going to be )?(?:wiped|deleted|killed|delivered|removed|replaced"
        r"|closed|moved|cut|demolished|discontinued|withdrawn|merged|restarted) "
        r"| (?:ll|will) be (?:wiped|deleted|killed|removed|replaced|closed|demolished|discontinued"
        r"|withdrawn|merged|restarted|placed|put) "
        r"| (?:loses?|costs?) (?:\d|a|about|up) | (?:moves?|moved|changes?) from [a-z]+ [a-z]+ to "
        r"| (?:notice|approval|visa|permit|part|parts|stock|cheque|money|parcel|results?|quote) (?:is|are) "
        r"(?:in|through|here|out) "
    )),
)  # fmt: skip
