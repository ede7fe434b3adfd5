"""What a message tells, by its form: what has happened, how things stand, what was settled, who is who.

Both languages tell news in the perfect ("Anne a gagné", "they have moved us"), in a passive ("le vol est
annulé", "pitch 3 is flooded") or as a state. Patterns read folded words between blanks, so an apostrophe is a
blank here. Without accents "a" may be "à": it counts behind a pronoun, or before a participle alone.
"""

from __future__ import annotations

import re

# What becomes of things and people, as stems of participles.
_HAPPENED = (
    r"(?:arriv|parti|ferm|ouvert|annul|report|decal|epuis|cass|bloqu|coup|repar|remplac|chang"
    r"|modifi|livr|expedi|regl|"
    r"pay|sign|valid|termin|fini|prolong|suspend|retir|perdu|vole|vendu|loue|absent|malade"
    r"|hospitalis|opere|mute|"
    r"licenci|embauch|complet|plein|indisponible|souffrant|enceinte|impay|rompu|recu|atteint|depass"
    r"|echou|refus|"
    r"rejet|inond|brul|mort|deced|ne le|nee le|guer|soign|trouv|repouss|avanc|supprim|sold|acquitt"
    r"|clos|conform|"
    r"valable|pret|disponible|repeint|renouvel|prolonge|interrompu|retabli|resolu|corrig|migr|transfer)"
)
_PARTICIPLE = r"[a-z]{2,}(?:ee?s?|ie?s?|ue?s?|is|ise?s?|it|ites?|erte?s?|euse?s?)"
_IRREGULAR = (
    r"(?:been|gone|got|had|made|taken|left|lost|found|given|sent|come|become|broken|sold|bought"
    r"|done|put|cut|"
    r"hit|heard|met|run|seen|shut|split|spent|told|won|written|fallen|chosen|stolen|paid)"
)

_FOUND = (
    r"(?:conclu|decide|confirme|accepte|refuse|demande|recu|rendu|trouve|constate|releve|change"
    r"|augmente|baisse|permis|"
    r"promis|annonce|indique|precise|signale|envoye|valide|quitte|appele|fini|termine|commence"
    r"|perdu|gagne|rate|oublie|casse|"
    r"brule|vendu|achete|eu|fait|dit|mis|pris|vu|pu|du|fallu|voulu|choisi|remplace|repare|livre"
    r"|depose|explique|propose|"
    r"disparu|reussi|obtenu|signe|paye|recommande|leve|ferme|ouvert|rejoint|vecu|grandi|souffert)"
)

_LANGUAGE = (
    r"(?:anglais|francais|allemand|espagnol|italien|portugais|arabe|chinois|japonais|russe|polonais"
    r"|neerlandais|turc|english|"
    r"french|german|spanish|italian|portuguese|arabic|mandarin|japanese|russian|polish|dutch"
    r"|turkish|welsh|swedish|grec|latin|hebreu|persan|coreen|roumain|ukrainien|tcheque|hongrois|vietnamien"
    r"|breton|basque|catalan|occitan|creole|greek|hebrew|persian|farsi|hindi|urdu|bengali|korean|romanian"
    r"|ukrainian|czech|hungarian|danish|norwegian|finnish|irish|gaelic|swahili|yoruba|sign language|lsf)"
)

TIDINGS: tuple[tuple[str, re.Pattern[str]], ...] = (
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
    ("news", re.compile(
        rf" (?<!merci )(?:il|elle|on|leur|lui|[a-z]+eur|[a-z]+tion|docteur|client|medecin|veto) "
        rf"(?:a|ont|avait|avaient) (?:bien |deja |enfin |toujours |encore |pas |tous |tout )?"
        rf"(?:{_PARTICIPLE}|fait|dit|mis|pris|vu|eu) "
        rf"| (?:j|nous n|je n) (?:ai|avons) (?:bien |deja |enfin |pas |encore )(?:pu |{_PARTICIPLE} )"
        rf"| (?:s|se|me|nous|m) (?:est|sont|suis|sommes|etait) (?:bien |deja |enfin |encore |fait "
        rf"|tous )?{_PARTICIPLE} "
        rf"| (?<! c )(?:est|sont|etait|etaient|reste|restent) "
        rf"(?:bien |deja |enfin |toujours |encore |tous |tres |plus |pas |trop "
        rf"|donc )?{_HAPPENED}[a-z]{{0,4}} "
        r"| (?:va|vont) (?:beaucoup |bien |un peu )?mieux | plus besoin | il (?:manque|reste) "
        r"| (?:peut|peuvent|pourra) pas "
        r"| (?:vient|viennent) (?:pas|plus|de) | aucun[e]? [a-z]+ n "
        r"| pas d (?!hesit)[a-z]+ (?:cette|ce|aujourd) "
        r"| passe(?:nt|ra)? (?:de # )?a \d+ | on est \d+ "
    )),
    ("news", re.compile(
        rf" (?:l|le|la|un|une|notre|votre|ce|cette|mon|ma|son|sa|les|nos|vos|des|ses) (?!qui |que "
        rf"|dont )[a-z]{{3,}}(?: [a-z]{{3,}})? "
        rf"(?:n )?(?:a|ont) (?:bien |deja |enfin |pas |toujours |encore )?{_FOUND} "
        r"| (?:il|elle|ils|elles|on|le [a-z]+|la [a-z]+|les [a-z]+) (?:ne |n )(?:se |s "
        r"|en )?(?!y )[a-z]+ (?:pas|plus) "
        r"| (?:prix|tarif|taux|loyer|cotisation|abonnement|salaire|montant"
        r"|mensualite)s? (?:[a-z]+ ){0,3}(?:passe|augmente|baisse|monte)(?:nt|ra|ront)? "
        r"| (?:relevee?s?|constatee?s?|survenue?s?|detectee?s?) le \d+ | il y a (?:eu|des|un|une) (?!lieu )"
        r"| sort(?:ent)? de (?:l |la )?(?:hopital|clinique|prison|reanimation) "
    )),
    ("news", re.compile(
        r" (?:the|a|an|our|your|his|her|my|their) [a-z]{3,}(?: [a-z]{3,})? (?!attached|required"
        r"|requested|agreed|needed|based|called|named|"
        r"related|listed|mentioned|limited)[a-z]{3,}ed (?!to |by |in to )"
        r"| (?:he|she|it|they|there) (?:did|does|do|didn|doesn|don) (?:not|t) "
        r"| (?:prices?|rates?|rent|fees?|subs|salary|fares?|tuition"
        r"|premiums?) (?:[a-z]+ ){0,3}(?:goes|go|going|went|rises?|increases?|drops?|"
        r"changes?) (?:up|down|to|from|on|by|in) | (?:will|is) (?:now |no longer )?(?:available"
        r"|unavailable|closed|open) "
        r"| (?:have|has|ve|d) (?:had|raised|credited|refunded|received|heard) | (?:we|i) (?:have"
        r"|ve) (?:now )?(?:raised|credited|refunded|added|moved|put|booked)"
    )),
    ("news", re.compile(
        rf" (?<!while )(?:he|she|it|they|we|i|there|you|[a-z]+s|[a-z]+er|mum|dad) (?:s|ve|has|have|had) "
        rf"(?:now |just |already |not |all |both |also |since |still )?(?:{_IRREGULAR}|[a-z]{{3,}}ed) "
        rf"| (?:ive|weve|hes|shes|theyve) (?:just |already |still )?(?:{_IRREGULAR}|[a-z]{{3,}}ed) "
        r"| (?:he|she|they) (?:now |just |also |still )?(?:got|went|came|left|lost|found|sold"
        r"|bought|took|gave"
        r"|[a-z]{3,}ed) (?!to )| we (?:got|lost|found|sold|bought|raised|moved|had to) "
        r"| (?:is|are|was|were) (?:now |still |already |all |both |currently |only |not )?"
        r"(?!required |needed |invited |asked |expected |requested |limited |scheduled |attached "
        r"|pleased |delighted "
        r"|supposed |allowed |interested |entitled |based )[a-z]{3,}ed (?!to |in to |by )"
        r"| (?:isn|aren|wasn|weren|can|couldn|hasn|haven) t (?:be |been )?(?:coming|working"
        r"|available|[a-z]+ed|make it)"
        r"| has (?:he |she |it )?(?:had|got) | there (?:s|is|are|was|were|have been"
        r"|has been) (?!any|no |a chance|something) "
        r"| (?:the )?rest (?:is|are|went) | is (?:flooded|fine|unwell|better|worse) "
        r"| up (?:yesterday|today) | my last day | runs out "
    )),
    ("decision", re.compile(
        r" (?:has|have|ve|had) (?:now |just |formally |finally )?(?:refused|rejected|granted"
        r"|extended|dismissed|approved"
        r"|agreed|allowed|ruled|resolved|voted|authorised|authorized|overturned|waived|settled"
        r"|chosen|opted|decided) "
        r"| carried (?:unanimously|nem con|\d+) | (?:we|i) can(?: ?t|not) (?:live with|accept|agree to) "
        r"| (?:will|is|are) not (?:be |being )?(?:renewing|renewed|pursued|going ahead|continued"
        r"|held|replaced) "
        r"| ne (?:sera|seront) (?:finalement |donc |plus )?pas (?:finalement )?(?:reuni|renouvel"
        r"|reconduit|retenu|maintenu"
        r"|poursuivi|donne)[a-z]* "
        r"| (?:est|sont|a ete|ont ete) (?:donc |finalement )?(?:repouss|report|valid|approuv|decid"
        r"|suspend|supprim)"
        r"[a-z]* (?=.{0,60}(?:decision|conseil|comite|client|direction|vote|arrete))"
        r"| (?:nous|on|j|ai|avons|a|ont|avez) (?:avons |ai |a |ont |avez )?(?:finalement |donc "
        r"|enfin )?(?:choisi|retenu|opte|tranche|valide|refuse"
        r"|arrete|vote|acte|abandonne|renonce|convenu|statue|prononce|nomme|designe|reaffecte"
        r"|ecarte)(?! par| (?:notre|votre|l|toute) attention) "
        r"| (?:est|sont|a ete|ont ete) (?:donc |finalement |desormais )?(?:accord|refus|adopt|vot"
        r"|act|approuv|reaffect|abandonn|design"
        r"|nomm|supprim|confirme dans)[a-z]* | on ne [a-z]+ (?:pas|plus) (?:le|la|les|l|de"
        r"|avant) [^.?!]{0,60}(?:avant|cette annee|finalement)"
        r"| (?:we|you|they) (?:re|are) (?:now )?(?:going with|going for|dropping|closing|keeping"
        r"|not (?:going|doing|renewing|taking)) "
        r"| (?:pleased|delighted|happy) to (?:offer|confirm|approve|award|accept) | (?:is|are"
        r"|been) (?:dropped|scrapped|approved|refused"
        r"|rejected|granted|declined|agreed|upheld|dismissed) | voted (?:for|to|against|in favour) "
        r"| going ahead | (?:has|have) agreed "
        r"| je (?:te|vous) (?:la|le|les) (?:prends|achete|laisse) (?:a|pour) \d+ | (?:ca marche"
        r"|marche conclu|deal) "
    )),
    ("news", re.compile(
        rf" (?:n a|n ont|n est|n sont|n avons|n ai) (?:pas|plus|jamais) (?:encore "
        rf"|toujours )?(?:ete )?{_FOUND}"
        r"| (?:n a|n ont) (?:pas|jamais) (?:encore )?ete | (?:vient|viennent) d (?=[a-z]+(?:er|ir|re|oir) )"
        r"| (?:j ai|nous avons|on a) (?:enfin |tous |deja )?(?:perdu|recu|emmenage|demenage|casse"
        r"|rate|oublie|"
        r"trouve|achete|vendu|change|commence|fini|reussi|obtenu|gagne|arrete|repris) "
        # What somebody let the writer know.
        r"| (?:m|nous) (?:a|ont) (?:fait (?:savoir|part)|indique|confirme|appris|annonce|signale"
        r"|informee?s?) "
        r"(?=que |qu |de |d |son |sa |ses |leur )"
        r"| (?:comporte|contient|presente) (?:une|des|plusieurs) (?:erreur|faute|defaut|vice|fuite)s? "
        r"| (?:est|sont|reste) (?:encore |toujours |tres )?(?:insuffisant|mecontent|incorrect"
        r"|illisible|introuvable|"
        r"injoignable|satisfait|furieu|inquiet|decu|coince|debord|defectueu|endommag|abim)[a-z]{0,3} "
    )),
    ("news", re.compile(
        rf" (?:hasn|haven|wasn|weren) t (?:yet )?(?:been )?(?:{_IRREGULAR}|[a-z]{{3,}}ed) "
        r"| (?:got|gets|getting) (?:into|engaged|married|promoted|fired|stuck|stolen|broken|lost"
        r"|sick|the job) "
        r"| i (?:lost|broke|missed|passed|failed|found|sold|bought|quit|moved) (?!you )"
        r"| there (?:s|is) (?:an? )?(?:mistake|error|leak|fault|problem|crack|delay|typo|hole) "
        # Things that end, and people who will be away.
        r"| (?:policy|licence|license|contract|lease|tenancy|tariff|subscription|membership|warranty"
        r"|guarantee|passport"
        r"|visa|offer|term|certificate|certificates|cover) (?:[a-z\d]+ )?(?:ends?|expires?|lapses?"
        r"|runs? out) "
        r"(?:at|on|in|this|next|today|tomorrow|soon|by) "
        r"| (?:bail|contrat|licence|abonnement|garantie|passeport|visa|attestation|mandat|preavis|police"
        r"|adhesion"
        r"|certificat|carte) (?:[a-z]+ ){0,2}(?:expire|expirera|prend fin|prendra fin|se termine"
        r"|arrive a echeance"
        r"|arrivera a echeance) "
        r"| (?:will|ll) be (?:away|off|absent|unavailable|closed|shut|out of (?:the )?office|on leave"
        r"|in hospital) "
        r"| (?:is|are) leaving (?:us|the|at|in) "
        r"| (?:tells|told|informs|informed|assures|assured) (?:me|us) (?:that |he |she |they |it |the "
        r"|there )"
        r"| (?:is|are|s|re|m) (?:out|off|away) (?:with (?:his|her|a|the|an)|sick|until|till|all|this|next) "
        r"| (?:is|are|s) (?:under water|waterlogged|snowed under|off sick|out of action) "
        r"| (?:is|are|was) (?:very |really |so )?(?:unhappy|upset|unwell|unavailable|unclear"
        r"|unreadable|missing|faulty"
        r"|furious|worried|gone|dead|stuck|pregnant|furloughed|down) | (?:don|doesn|didn"
        r"|won) t (?:work|fit|open|start|close|match) "
    )),
    ("decision", re.compile(
        r" (?:board|committee|council|panel|court|judge|jury|client|landlord|management|trustees"
        r"|they|we|i) "
        r"(?:unanimously |finally |have |has )?(?:rejected|approved|accepted|refused|agreed to"
        r"|chose|decided|voted|turned down"
        r"|granted|awarded|declined|settled on|opted) | (?:won t|will not|not going to"
        r"|no longer going to) be (?:renewing|renewed"
        r"|going ahead|taking|selling|moving|coming back) | (?:mettons|met|mets) fin (?:a|au) "
        r"| laiss[a-z]+ tomber "
        r"| finalement (?:je|on|nous|c) (?:ne |n )?[a-z]+ | (?:est|a ete) (?:donc )?vot[a-z]+ "
        r"| (?:je|on|nous) (?:garde|gardons|choisis|choisit|choisissons|prends|prenons|partons"
        r"|part) (?:le|la|les|l|sur|donc|plutot|celui|celle) "
    )),
    ("skill", re.compile(
        rf" (?:parle|parles|parlent|parlons|speaks?|reads?|lit|lis|traduis|traduit) "
        rf"(?:[a-z]+ ){{0,2}}{_LANGUAGE} "
        r"| (?:sait|savent|sais) (?!que |pas |si |bien que |ce |quand |ou )[a-z]{2,}(?:er|ir|re) "
        r"| (?:knows|know) (?:the|how|her|his|their|your) "
        r"(?!that|you)[a-z]+ | (?:ans|annees) (?:de |d )(?!plus|moins|retard)[a-z]{3,} (?:en|dans|a"
        r"|comme)? | can (?:now )?(?:weld|code|cook|sew|"
        r"drive|sing|play|swim|read (?:music|braille|morse)|translate|drive a) "
        r"| (?:has|have|s|ve) (?:done|been doing"
        r"|used|worked with) (?:it|that|this|them) since "
    )),
    ("preference", re.compile(
        r" (?:ne |n )(?:veu[tx]|veulent|voulons|aime[snt]{0,2}|supporte[nt]{0,2}"
        r"|souhaite[nt]{0,2}) (?:surtout |vraiment )?(?:pas|plus|que|jamais) "
        r"| (?:aime|aiment|aimes|aimez|aimons) (?:bien |beaucoup |mieux |surtout |trop )?(?:le|la"
        r"|les|l|quand|que|etre|dormir|manger|autant) "
        r"| suits? me (?:best|better|fine) | prefer(?:e|es|ent|ons|ez|erais|erait|ait) | (?:would"
        r"|d) (?:much )?(?:rather|prefer"
        r"|sooner) | (?:not|n t) (?:eat|drink|like|want) (?!to (?:bother|miss))"
        r"| (?:can t|cannot|can not|cant) (?:stand|bear|eat|drink|do) (?:with |the |any )?"
        r"| allergi(?:c|e|ique|ques) "
    )),
    ("relation", re.compile(
        r" (?:former|old|new) (?:student|pupil|colleague|boss|flatmate|neighbour|neighbor|partner"
        r"|client) of | (?:ancien|ancienne) "
        r"(?:eleve|collegue|client|cliente|associe|associee|etudiant|etudiante|voisin"
        r"|voisine) (?:de|du|a) | (?:takes|took|taking) (?:it )?over "
        r"| est (?:desormais |maintenant )?(?:le|la|notre|mon|ma|votre) (?:nouveau|nouvelle) "
        r"| (?:is|s) (?:now )?the new (?=[a-z]+ )"
        r"| (?:owns|leads|runs|chairs|heads) (?:the|our|it|this) | (?:is|s) (?:our|my|your"
        r"|their) (?:new )?(?:treasurer|chair|secretary|manager|"
        r"lawyer|accountant|agent|contact|landlord|boss|head|director|captain|coach) | (?:pilote"
        r"|reprend|chapeaute|encadre|supervise) (?:le|la|les|desormais|ce|cette|l) "
    )),
)  # fmt: skip
