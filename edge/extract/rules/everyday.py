"""Refusals, tastes and asking as people put them to each other, without an office's turns.

Patterns like those of `grammar`: folded words between blanks, without commas.
"""

from __future__ import annotations

import re

_HALT = r"(?:[.;:!?]|$)"

EVERYDAY: tuple[tuple[str, re.Pattern[str]], ...] = (
    # What somebody settles about their own affairs: on abandonne l'export, a decide d'exclure, I'm going to
    # pass, I can't give you the keys, we're putting the rent up to.
    ("decision", re.compile(
        r" (?:a|ont|ai|avons|avez) (?:donc |finalement |ainsi )?decide (?:de|d|que|qu) "
        r"| (?:je|j|on|nous) (?:l |le |la |les )?(?:annul|abandonn|declin|maintien|renonc|supprim"
        r"|report|repouss"
        r"|suspend|gel)(?:e|s|t|ons)? "
        r"| (?:pas|plus|ni) (?:y |vous |lui )?(?:donner |donnons "
        r"|donnerons )?(?:une )?suite (?:favorable )?a "
        r"| (?:pas|ni) (?:pouvoir )?y donner (?:une )?suite | (?:est|sont|a ete|ont ete|sera"
        r"|seront) portee?s? (?:de|a) \d"
        r"|(?:^ |[.;:!?] )(?:[a-z]+ ){1,2}portee?s? a \d"
    )),
    ("decision", re.compile(
        rf" (?:i m|i am|we re|we are|ill|i ll|we ll) (?:going to |gonna )?(?:pass|passing"
        rf"|pulling out|pull out|sitting (?:it|this) (?:one )?out"
        rf"|calling it off) (?:on (?:it|this|that|these|those) )?(?={_HALT}|but |and |sorry |i |this )"
        r"| (?:i|we) (?:can t|cannot|can not|won t|am unable to|are unable to) (?:give|offer|let"
        r"|allow|lend|release"
        r"|authorise|authorize|extend|honou?r|justify|spare|commit) (?:you|it|that|this|them|the"
        r"|any|another|a|more|to) "
        r"| (?:un|not )able to (?:authorise|authorize|extend|honou?r|release|waive|reinstate"
        r"|renew|refund|reimburse) "
        r"| (?:put|putting|puts) (?:[a-z]+ ){1,4}up to | no (?:rehearsal|practice|training|class"
        r"|classes|lessons?|school"
        r"|meeting|session|choir|match|game|service) (?:this|on|next|tonight|today|tomorrow|until|in) "
        rf"|(?:^ |{_HALT} )agreed (?:[.:;]|$)"
    )),
    # A price that is put up is no offer of "up to".
    ("money", re.compile(
        r" (?:put|puts|putting|gone|goes|going|went|go) (?:[a-z]+ ){0,4}up to [\d£$€]"
    )),
    ("request", re.compile(
        r" (?:would|d) be (?:lovely|great|super|helpful|perfect|ideal|brilliant|wonderful|appreciated"
        r"|(?:much|greatly|very much) appreciated) | (?:serait|seraient) (?:vraiment "
        r"|tres )?(?:parfait|super|genial"
        r"|ideal|sympa|gentil|top|apprecie)e?s? | (?:to|with) (?:me|us) (?:by|before|no later) "
        r"| (?:shout|holler|yell) if | (?:saurais|saurions|serais|serions) (?:[a-z]+ )?gre "
    )),
    ("preference", re.compile(
        r" (?:much|really|strongly|still|always|generally|usually|would|d|i|we|he|she"
        r"|they) prefer(?:s|red)? (?!not to say )"
        r"| (?:i|we|he|she|they) (?:[a-z]+ )?(?:like|likes|liked|love|loves|loved|hate|hates"
        r"|hated) (?:it|that|this|them"
        r"|these|those) (?:[a-z]+ ){0,2}?(?:better|more|best|without|as it is|most) "
        r"| (?:would|d|ll) (?:much )?sooner | (?:doesn|don|didn) t (?:really )?(?:work for"
        r"|suit) (?:me|us|him|her) "
        r"| (?:suis|est|sommes|sont) pas (?:trop |tres |du tout |vraiment |franchement "
        r"|tellement )?(?:pour|fan|fans"
        r"|favorables?|emballee?s?|chauds?|chaudes?|partante?s?|d accord) "
        r"| (?:digere|digerent|supporte|supportent) (?:pas|plus|mal) "
    )),
    ("skill", re.compile(
        r" (?:il|elle) (?:fait|pose|repare|installe|joue|enseigne|parle) (?:aussi|egalement) "
        r"| (?:is|s|was) (?:brilliant|great|excellent|superb|a whizz?|a dab hand|very good"
        r"|really good|fantastic) (?:at|with) "
    )),
    # Things that have gone wrong, run out or are done, of any thing: est en rupture, c'est réparé, contrôle
    # terminé, "présente un solde débiteur".
    ("news", re.compile(
        r" (?:est|sont|reste|restent) (?:toujours |encore |actuellement "
        r"|malheureusement )?en (?:rupture|attente|cours"
        r"|travaux|greve|conge|conges|deplacement|maintenance|reparation|deuil|arret|vacances|retard) "
        r"| (?:c|ca|cela) est (?:bien |enfin |deja )?(?:repare|regle|fait|fini|signe|reparti"
        r"|livre|envoye|vendu|mort"
        r"|casse|confirme|officiel)e? | (?:est|sont) (?:tres |bien |un peu |trop "
        r"|completement )?(?:fatigue|use|hors service|a changer|fele|fendu|abime)e?s? "
        r"|(?:^ |[.;:!?] )[a-z]+ (?:terminee?s?|effectuee?s?|validee?s?|recue?s?|livree?s?) [:.]"
        r"| (?:presente|affiche|accuse) (?:un|une) | (?:depasse|depassent) (?:le|la|les|votre|l) "
        r"| (?:arrete|arretent|demissionne|demissionnent) (?:apres|en|fin|ses|son|leur) "
        r"| (?:n est|n a|ne sont|n ont|n est toujours|est toujours) (?:toujours "
        r"|encore )?pas (?:encore |toujours )?[a-z]{3,}ee?s? "
    )),
    ("news", re.compile(
        r" (?:is|are|get|gets) (?:being |going to be )?(?:wiped|deleted|killed|delivered|removed|replaced"
        r"|closed|moved|cut|demolished|discontinued|withdrawn|merged|restarted) "
        r"| (?:ll|will) be (?:wiped|deleted|killed|removed|replaced|closed|demolished"
        r"|discontinued|withdrawn|merged"
        r"|restarted|placed|put) "
        r"| (?:loses?|costs?) (?:\d|a|about|up) | (?:moves?|moved|changes?) from [a-z]+ [a-z]+ to "
        r"| (?:notice|approval|visa|permit|part|parts|stock|cheque|money|parcel|results?"
        r"|quote) (?:is|are) (?:in|through|here|out) "
    )),
)  # fmt: skip

_INF = r"[a-z]{2,}(?:er|ir|re|oir) "

#: What one person asks of another in a roundabout way, and what a house makes a rule of.
ASKED: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("request", re.compile(
        r" (?:vous|tu) (?:voudrez|voudriez|voudras|voudrais) (?:donc )?bien "
        rf"| je (?:te|vous) (?:laisse|charge de|confie le soin de) (?!(?:un|une|le|la|les|mon|ma"
        rf"|mes|a|tranquille|libre)\b)(?:me |la |le |les )?{_INF}"
        r"| (?:imperatif|indispensable|necessaire|essentiel|obligatoire|important|souhaitable"
        r"|preferable|conseille|bon|utile) "
        r"(?:de (?!savoir|noter|rappeler|souligner)|que (?:tu|vous|chaque|chacun|l on|tous"
        r"|tout le monde|nous))"
        rf"| a (?:vous|toi) de {_INF}| ne pas oublier |(?:^ |[.;:!?] )(?:penser|prevoir|veiller) a "
        r"| (?:besoin|envie) (?:de bras|d aide|d un coup de main|de volontaires|de benevoles|de monde) "
        r"| va (?:te |vous |nous |me )?falloir (?:que (?:tu|vous) )?"
        r"| (?:sois|soyez) (?:gentil|gentille|sympa|mignon|la|present|presente|presents|prets?"
        r"|a l heure|ponctuels?|prudents?) "
        r"| a (?:me|m|nous) (?:[a-z]+ )?(?:retourner|renvoyer|rendre|remettre|faire parvenir|transmettre) "
        r"| (?:est|sont|reste) (?:obligatoire|requis|exige|demande|indispensable)e?s? (?:[.;:!?]"
        r"|$|pour|a l|au|dans|sur)"
        r"| (?:serais|serions) (?:tres )?obligee?s? (?:de|si) | (?:m|nous) arrangerait (?:bien "
        r"|beaucoup |si |que )?"
    )),
    ("request", re.compile(
        r"(?:^ |[.;:!?] | and | so | but | please | or )do (?:call|let|say|come|bring|tell|write"
        r"|ring|send|ask|check|keep|give|take|drop"
        r"|pop|remember|make|have|get|stop|use|join|reply|mention|book) "
        r"| (?:i|we) (?:wonder|wondered|was wondering|were wondering|am wondering|was hoping"
        r"|were hoping|am hoping|hoped) (?:if |whether |that )?"
        r"(?:you|someone|anyone|anybody|your) "
        r"| (?:leave|ll leave) (?:it|that|this|them) (?:to|with) you "
        r"| (?:is|are|be) (?:kindly |hereby |also )?(?:asked|requested|required|expected|invited"
        r"|urged|reminded|advised) to "
        r"| (?:presence|attendance|reply|response|signature|input|help|feedback|patience"
        r"|prompt attention) (?:is|are|would be) "
        r"(?:kindly |much )?(?:requested|required|needed|appreciated|expected) "
        r"| (?:essential|important|vital|imperative|necessary|crucial) (?:that|to|for) (?:you|all"
        r"|everyone|every|each|parents|members"
        r"|[a-z]+ (?:the|your|this|it)) "
        r"| (?:nobody|no one|noone) (?:is|are) to | (?:could|can|would) do with (?:a|some|your"
        r"|an) | (?:needs?|wants?) [a-z]{3,}ing "
        r"|(?:^ |[.;:!?] | and | then )(?:be|have|see|try|mind|make|get|keep|pop|nip|go|use|watch"
        r"|lock|wear|hang|turn|switch|set|chase"
        r"|remind|ignore|expect|order|pack) (?:there|here|at|on|off|the|a|an|your|it|them|him|her"
        r"|if|to|and|something|some|ready|sure"
        r"|up|out|home|in|over|round|down) (?!soon )"
    )),
)  # fmt: skip

#: What people and houses settle without a word like "decided".
SETTLED: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("decision", re.compile(
        r" (?:c est|ce sera|ca sera) (?:donc |finalement |encore )?(?:non|oui|sans moi|sans nous|niet) "
        r"| (?:on|je|nous) (?:reste|restons|restera|resterons) sur (?:le|la|les|l|ce|cette|notre|mon) "
        r"| (?:passe|passons|passerai) (?:mon|notre) tour | (?:donne|donnons|donnerai) (?:mon"
        r"|notre) (?:accord|feu vert|aval) "
        r"| (?:je|nous|on) (?:ne |n )?(?:[a-z]+(?:rai|rons|ra)|[a-z]+(?:ons|e)) (?:plus"
        r"|pas) (?:finalement|du tout)? ?(?:le|la|l|en|au|a|de|d|cette"
        r"|ce|avec|pour) [a-z]+ (?:cette annee|cet ete|finalement|en fin de compte|avant) "
        r"| n y aura (?:donc |finalement |exceptionnellement )?(?:pas|plus|aucun) (?:de "
        r"|d )?(?!probleme|souci|retard)"
        r"| (?:est|sont|sera|seront|a ete|ont ete) (?:donc |desormais |ainsi "
        r"|finalement )?(?:suspendu|fixe(?!e?s? (?:au|le) )|prolonge|etendu|ramene|limite"
        r"|exclu|radie|resilie|declare|classe|attribue|maintenu|supprime|interdit|autorise"
        r"|instaure|designe|elu|deboute|relaxe)e?s? "
        r"| (?:devient|deviennent) (?:desormais )?(?:obligatoire|payant|gratuit|interdit|facultatif)e?s? "
        r"| (?:est|sont) (?:desormais |dorenavant )(?:obligatoire|interdit|payant|reserve|limite|ferme)e?s? "
        r"| (?:nous|on|je) (?:vous |t |te )?(?:accordons|accorde|validons|valide|autorisons"
        r"|autorise|choisissons|retenons|rejetons|rejette"
        r"|refusons|acceptons|accepte|approuvons|approuve|fermons definitivement|mettons fin) (?!que )"
        r"| (?:tout le monde|tous|chacun) (?:est|sont|etait|etaient) (?:d accord|pour|contre) "
    )),
    ("decision", re.compile(
        r" (?:it s|it is|that s|its) (?:a )?(?:definite |firm |clear )?(?:no|yes|deal) (?:from"
        r"|for|to|then|on|i|we|[.;:!?]|$)"
        r"| (?:we|i|they) (?:ve |have |had |ve had to |have had to |had to "
        r"|ve decided to )?(?:cancelled|canceled|cancel|called off|turned down"
        r"|picked|plumped for|ditched|scrapped|dropped|withdrawn|pulled out) "
        r"| (?:i m|i am|we re|we are) (?:not )?(?:turning down|turning (?:it|this|them|him|her"
        r"|you) down|cancelling|canceling|scrapping"
        r"|withdrawing|staying put|stopping the|ending the|taking the|keeping the|closing the"
        r"|selling the|switching to) "
        r"| (?:application|bid|tender|appeal|claim|request|offer|interview) (?:has been|was|were"
        r"|is|have been) (?:not )?(?:un)?successful "
        r"| (?:has|have) been (?:suspended|extended|withdrawn|revoked|cancelled|canceled|set at"
        r"|fixed at|frozen|lifted|waived|upheld"
        r"|selected|chosen|shortlisted|promoted|awarded) | (?:is|are|was"
        r"|were) (?:hereby )?(?:suspended|set at|fixed at|revoked|withdrawn) "
        r"| count (?:me|us) out | (?:made|making) (?:up )?(?:my|our) mind (?:up )?| (?:won t"
        r"|will not) be needing "
        r"| (?:is|are) no longer (?:allowed|permitted|accepted|available to|offered|possible) "
        r"| (?:will|to) close (?:its|the|our|their) doors | (?:we|i) ll (?:take"
        r"|have) the (?:first|second|third|other|blue|red|cheaper|larger"
        r"|smaller|earlier|later|one|two) | (?:is|are|becomes?) (?:now )?(?:mandatory|compulsory"
        r"|forbidden|banned) "
    )),
)  # fmt: skip

#: Who is who, what people can do, like and aim at.
TRAITS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("preference", re.compile(
        r" (?:aimerais|aimerions|aimerait|aimerions) (?:mieux|autant|plutot) | pas de (?:fleurs"
        r"|cadeaux?|viande|sucre|lait) "
        r"| (?:m|nous|l|lui) arrange (?:mieux|plus|davantage) | (?:client|cliente|cliente|patron"
        r"|mairie|patient) (?:veut|voudrait|souhaite) "
        r"(?:du|de la|des|un|une|le|la) | (?:would|d) like the | (?:is|are|s|re) (?:better|best"
        r"|easiest|easier) for (?:me|us|him|her|them) "
        r"| (?:client|customer|boss|owner|patient|landlord) (?:wants?|would like|d like|likes) (?!to )"
        r"| (?:mum|dad|gran|he|she) likes? (?:her|his|the|it|a) | (?:aisle|window) seat | (?:not"
        r"|n t) (?:that |really |too |very )?keen "
    )),
    ("skill", re.compile(
        r" (?:est|suis|es) (?:tres |vraiment |super )?(?:fort|forte|doue|douee|bon|bonne|calee?"
        r"|nulle?) (?:en|au|aux|pour|avec) "
        r"| (?:a|ont|ai) (?:son|le|leur|mon) (?:permis|caces|brevet|diplome|bafa|habilitation) "
        r"| (?:joue|chante|cuisine|dessine|code|ecrit) (?:tres |vraiment |super )?bien "
        r"| (?:holds?|has|have|got) (?:an?|her|his) (?:[a-z]+ ){0,2}(?:licence|license"
        r"|certificate|diploma|degree|ticket|qualification) "
        r"| (?:plays?|sings?|cooks?|draws?|writes?) (?:the [a-z]+ )?(?:[a-z]+ )?(?:beautifully"
        r"|brilliantly|very well|really well) "
        r"| (?:knows?|know) [a-z]+ (?:[a-z]+ )?(?:inside out|backwards|like the back) "
    )),
    ("objective", re.compile(
        r" (?:je|j|on|nous|il|elle) (?:voudrais|voudrait|voudrions|aimerais|aimerait|aimerions"
        r"|veux|veut|voulons) (?:un jour )?(?:ouvrir|devenir"
        r"|courir|creer|monter|lancer|terminer|finir|passer|atteindre|doubler|reduire|apprendre"
        r"|reprendre mes etudes) "
        r"| (?:revent?|revons|revais) de (?=[a-z]+(?:er|ir|re|oir) )| (?:esperons|espere"
        r"|esperent) (?:bien )?(?:doubler|atteindre|ouvrir|finir"
        r"|reduire|obtenir|decrocher|devenir|augmenter) "
        r"| (?:i|we|he|she|they) (?:want|wants|d like|would like|hope|hopes|plan|plans|aim|aims"
        r"|m hoping|s hoping|are hoping|am hoping|is hoping|re hoping"
        r"|dream|dreams) (?:to |of )(?:run|open|become|becoming|be a|launch|double|cut|reduce"
        r"|grow|qualify|learn|win|finish|reach|raise"
        r"|recruit|hire|sell|build|start|study|train) | dreams? of (?:becoming|being|opening|running) "
    )),
    ("commitment", re.compile(
        r" (?:je|nous) (?:te|t|vous) (?:adresse|adressons|envoie|envoyons|transmets|transmettons"
        r"|expedie|expedions|poste) (?:la|le|les|l|un|une|ca|mon"
        r"|ma|notre|votre) | (?:je|on) regarde (?:ca|cela|et|la|le) | je (?:te"
        r"|vous) tiens (?:informe|au jus|au courant)e?s? "
        r"| (?:un|une|le|la|notre|nos) (?:technicien|technicienne|livreur|agent|collegue"
        r"|conseiller|conseillere|equipe|medecin|plombier|artisan|expert)s? "
        r"(?:passera|viendra|interviendra|prendra contact|se presentera|vous) "
        r"| (?:le )?necessaire sera fait | (?:vous|te|t) (?:sera|seront) (?:renvoye|rembourse"
        r"|envoye|livre|adresse|expedie|remis|transmis|verse)e?s? "
        r"| (?:i|we) ll see to | i m sending | (?:we re|i m) (?:sending|posting|ordering"
        r"|booking) (?:it|them|you|the|a) "
        r"| (?:leave) (?:the|that|this|it|them) [a-z]* ?to me |(?:^ |[.;:!?] )will (?:do|send|call"
        r"|ring|bring|sort|check|pay|post|ask) "
        r"| promise not to | i can (?:drop|bring|pick|collect|take|post|run) (?:it|them|you|the|him|her) "
    )),
)  # fmt: skip
