"""What is told of people: who they are, how to reach them, what they can do, aim at, prefer and say."""

from __future__ import annotations

import re

from edge.extract.rules.patterns.fragments import INFINITIVE, OPENS_OR

_LANGUAGE = (
    r"(?:anglais|francais|allemand|espagnol|italien|portugais|arabe|chinois|japonais|russe|polonais"
    r"|neerlandais|turc|english|french|german|spanish|italian|portuguese|arabic|mandarin|japanese|russian"
    r"|polish|dutch|turkish|welsh|swedish|grec|latin|hebreu|persan|coreen|roumain|ukrainien|tcheque"
    r"|hongrois|vietnamien|breton|basque|catalan|occitan|creole|greek|hebrew|persian|farsi|hindi|urdu"
    r"|bengali|korean|romanian|ukrainian|czech|hungarian|danish|norwegian|finnish|irish|gaelic|swahili"
    r"|yoruba|sign language|lsf)"
)
_ADVERB = r"(?:trop |tres |du tout |vraiment |franchement |tellement )?"

PEOPLE: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("relation", re.compile(
        r" (?:a|aura|prend|reprend|assure|assurera|assurent) (?:desormais |maintenant )?"
        r"(?:la responsabilite|la charge|la direction|son remplacement|votre suivi|l interim) "
        r"| (?:acts?|acting|appointed|named|elected|nominated|serves?) (?:[a-z]+ )?as (?:your|our|my|the"
        r"|her|his) "
    )),
    ("relation", re.compile(
        r" (?:former|old|new) (?:student|pupil|colleague|boss|flatmate|neighbour|neighbor|partner"
        r"|client) of "
        r"| (?:ancien|ancienne) (?:eleve|collegue|client|cliente|associe|associee|etudiant|etudiante|voisin"
        r"|voisine) (?:de|du|a) "
        r"| (?:takes|took|taking) (?:it )?over "
        r"| est (?:desormais |maintenant )?(?:le|la|notre|mon|ma|votre) (?:nouveau|nouvelle) "
        r"| (?:is|s) (?:now )?the new (?=[a-z]+ )| (?:owns|leads|runs|chairs|heads) (?:the|our|it|this) "
        r"| (?:is|s) (?:our|my|your|their) (?:new )?(?:treasurer|chair|secretary|manager|lawyer|accountant"
        r"|agent|contact|landlord|boss|head|director|captain|coach) "
        r"| (?:pilote|reprend|chapeaute|encadre|supervise) (?:le|la|les|desormais|ce|cette|l) "
    )),
    ("relation", re.compile(
        r" (?:is|s|are) stepping (?:down|up|in|aside) (?:as|from|for) "
        r"| c est (?:(?:m|mme|mlle|dr) )?[a-z]+ qui (?:signe|signera|tient|repond|repondra|decide|gere"
        r"|gerera|remplace|remplacera|reprend|reprendra|assure|assurera|s occupe"
        r"|s occupera|dirige|dirigera|pilote) "
        r"| (?:gere|gerera|s occupe de|s occupera de) (?:le|la|les|l|mes|nos|tes|vos) [a-z]+ (?:pendant"
        r"|en mon absence|a ma place|jusqu) "
        r"| (?:willing|happy|ready) to take (?:it|this|that|the role) (?:on|over) "
        r"| (?:has|have) taken over (?:as|from) "
    )),
    ("contact", re.compile(
        r" (?:reception|accueil|standard|secretariat|switchboard|helpline|front desk|emergenc(?:y|ies)"
        r"|urgences|out of hours|permanence) : (?=[\d+(#])"
    )),
    ("skill", re.compile(
        r" (?:as|a|avez|ont) (?:un|une|le|la) (?:si |tres |plus )?(?:bonne?|belle|jolie?) (?:plume|oreille"
        r"|voix|main|niveau) "
        r"| (?:your|his|her|their) (?:french|english|german|spanish|italian|portuguese|arabic|mandarin"
        r"|japanese|russian|polish|dutch|turkish|welsh) (?:is|was) "
    )),
    ("skill", re.compile(
        r" (?:parle|parles|parlent|parlons|speaks?|reads?|lit|lis|traduis|traduit) "
        rf"(?:[a-z]+ ){{0,2}}{_LANGUAGE} "
        r"| (?:sait|savent|sais) (?!que |pas |si |bien que |ce |quand |ou )[a-z]{2,}(?:er|ir|re) "
        r"| (?:knows|know) (?:the|how|her|his|their|your) (?!that|you)[a-z]+ "
        r"| (?:ans|annees) (?:de |d )(?!plus|moins|retard)[a-z]{3,} (?:en|dans|a|comme)? "
        r"| can (?:now )?(?:weld|code|cook|sew|drive|sing|play|swim|read (?:music|braille|morse)|translate"
        r"|drive a) "
        r"| (?:has|have|s|ve) (?:done|been doing|used|worked with) (?:it|that|this|them) since "
    )),
    ("skill", re.compile(
        # Not "il fait aussi froid", "il parle aussi de toi".
        r" (?:il|elle) (?:fait|pose|repare|installe|joue|enseigne) (?:aussi|egalement) (?:le|la|les|l|du"
        r"|de la|de l|des|au|aux|un|une) "
        r"| (?:il|elle) parle (?:aussi|egalement) (?!de |d |a |avec |pour |trop )"
        r"| (?:is|s|was) (?:brilliant|great|excellent|superb|a whizz?|a dab hand|very good|really good"
        r"|fantastic) (?:at|with) (?!us |me |you )"
        r"| (?:est|suis|es) (?:tres |vraiment |super )?(?:fort|forte|doue|douee|bon|bonne|calee?|nulle?) "
        r"(?:en|au|aux) "
        r"| (?:est|suis|es) (?:tres |vraiment |super )?douee? (?:pour|avec|de (?:ses|tes) mains) "
        r"| (?:a|ont|ai) (?:son|le|leur|mon) (?:permis|caces|brevet|diplome|bafa|habilitation) "
        r"(?!(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|dans|le \d|la semaine|bientot"
        r"|a passer) )"
        r"| (?:joue|chante|cuisine|dessine|code|ecrit) (?:tres |vraiment |super )?bien "
        # Of tickets, only those that machines are driven with.
        r"| (?:holds?|has|have|got) (?:an?|her|his) (?:[a-z]+ ){0,2}(?:licence|license|certificate|diploma"
        r"|degree (?:in|from)|(?:forklift|crane|digger|plant|skipper s?) ?ticket|qualification) "
        r"| (?:plays?|sings?|cooks?|draws?|writes?) (?:the [a-z]+ )?(?:[a-z]+ )?(?:beautifully|brilliantly"
        r"|very well|really well) "
        r"| (?:knows?|know) [a-z]+ (?:[a-z]+ )?(?:inside out|backwards|like the back|by heart) "
        r"| (?:connait|connais|connaissent|maitrise) (?:[a-z]+ ){1,4}(?:par coeur|sur le bout des doigts"
        r"|comme sa poche|a fond) "
        # "First-aid trained", "a good eye"; a well-trained dog's is not told so.
        r"| (?:is|s|am|m|are|re) (?:also |now |all )?(?:fully |properly |first aid |medically "
        r"|classically ){1,2}(?:trained|qualified) "
        r"| (?:has|have|s|got|ve) (?:got )?(?:an?|such a) (?:[a-z]+ )?(?:good|great|cracking|real|lovely"
        r"|wonderful|fine|brilliant|fantastic|excellent|steady) (?:arm|eye|ear|voice|hand|memory|head for"
        r"|way with|touch) "
        r"| (?:es|est|t es|suis) (?:la |le )?(?:seule?|meilleure?) (?:qui|a) (?:sai[st]|savoir|peu[xt]"
        r"|pouvoir) "
    )),
    ("objective", re.compile(
        r" (?:the |our |my )?(?:plan|ambition|dream) is to (?:halve|double|triple|cut|grow|reach|open"
        r"|launch|become|build|raise|reduce|run) "
        r"| (?:the |our |my )?(?:aim|goal|target) (?:is|will be) (?:to|under|for|below|above|zero|at least"
        r"|now) "
        r"| (?:told|said) (?:me |us )?(?:that )?(?:you|he|she|they|i) (?:wants?|wanted|d like"
        r"|would like) to "
        r"| (?:i|we|she|he|they) (?:want|wants) to (?:be|become|run|open|learn|study|build|lead) "
        r"| (?:avais|avait|aviez|as|a|avez) (?:parle|dit) (?:de )?(?:vouloir )?(?:passer|devenir|faire"
        r"|suivre|apprendre|changer|monter|creer) "
    )),
    ("objective", re.compile(
        r" (?:je|j|on|nous|il|elle) (?:voudrais|voudrait|voudrions|aimerais|aimerait|aimerions|veux|veut"
        r"|voulons) (?:un jour )?(?:ouvrir|devenir|courir|creer|monter|lancer|terminer|finir|atteindre"
        r"|doubler|reduire|apprendre|reprendre mes etudes|passer (?:le|la|l|mon|ma|un|une) (?:permis|bac"
        r"|concours|examen|diplome|brevet|cap|code)) "
        r"| (?:reve|reves|revent|revons|revais|revait) (?:toujours )?de (?=[a-z]+(?:er|ir|re|oir) )"
        r"| (?:esperons|espere|esperent) (?:bien )?(?:doubler|atteindre|ouvrir|finir|reduire|obtenir"
        r"|decrocher|devenir|augmenter) "
        r"| (?:i|we|he|she|they) (?:want|wants|d like|would like|hope|hopes|plan|plans|aim|aims|m hoping"
        r"|s hoping|are hoping|am hoping|is hoping|re hoping|dream|dreams) (?:to |of )(?:run|open|become"
        r"|becoming|be a|launch|double|cut|reduce|grow|qualify|learn|win|finish|reach|raise|recruit|hire"
        r"|sell|build|start|study|train) (?!you |by )"
        r"| dreams? of (?:becoming|being|opening|running) "
    )),
    ("objective", re.compile(
        r" (?:target|goal|aim|objectif|cible|but) (?:is|are|est|sont|remains?|reste) (?:now |de |d )?"
        r"(?:\d|to |of |[a-z]+ (?:by|before|d ici|avant|this|cette)) "
    )),
    ("preference", re.compile(
        r" (?:deteste|detestes|detestait|detestent|adorait|aimait|aimiez|aimais|preferait|preferiez"
        r"|preferais|y tient|y tiens|y tenons|revait d|reve d|revent d) "
        r"| ne pas (?:supporter|aimer|digerer|tolerer) "
        r"| (?:ne|n) (?:aim|support|mang|boi|buv|toler)[a-z]* (?:surtout |vraiment )?(?:pas|plus|jamais) "
        r"| (?:would love|d love) (?:a|an|the|some) "
        r"| (?:won t|will not|wouldn t) (?:have|eat|wear|touch|drink|hear of) "
    )),
    ("preference", re.compile(
        r" (?:ne |n )(?:veu[tx]|veulent|voulons|aime[snt]{0,2}|supporte[nt]{0,2}|souhaite[nt]{0,2}) "
        r"(?:surtout |vraiment )?(?:pas|plus|que|jamais) "
        r"| (?:aime|aiment|aimes|aimez|aimons) (?:bien |beaucoup |mieux |surtout |trop )?(?:le|la|les|l"
        r"|quand|que|etre|dormir|manger|autant) "
        r"| suits? me (?:best|better|fine) | prefer(?:e|es|ent|ons|ez|erais|erait|ait) "
        r"| (?:would|d) (?:much )?(?:rather|prefer|sooner) "
        r"| (?:not|n t) (?:eat|drink|like|want) (?!to (?:bother|miss))"
        r"| (?:can t|cannot|can not|cant) (?:stand|bear|eat|drink|do) (?:with |the |any )?"
        r"| allergi(?:c|e|ique|ques) "
    )),
    ("preference", re.compile(
        r" (?:much|really|strongly|still|always|generally|usually|would|d|i|we|he|she|they) prefer"
        r"(?:s|red)? (?!not to say )"
        r"| (?:i|we|he|she|they) (?:[a-z]+ )?(?:like|likes|liked|love|loves|loved|hate|hates|hated) "
        r"(?:it|that|this|them|these|those) (?:[a-z]+ ){0,2}?(?:better|more|best|without|as it is|most) "
        r"| (?:would|d|ll) (?:much )?sooner "
        r"| (?:doesn|don|didn) t (?:really )?(?:work for|suit) (?:me|us|him|her) "
        # "Ce n'est pas pour demain" is nobody's taste.
        rf"| (?:suis|sommes) pas {_ADVERB}pour (?!rien )"
        rf"| (?:il|elle|on) (?:n )?est pas {_ADVERB}pour {INFINITIVE}"
        rf"| (?:suis|est|sommes|sont) pas {_ADVERB}(?:fan|fans|favorables?|emballee?s?|chauds?|chaudes?"
        r"|partante?s?|d accord) "
        r"| (?:digere|digerent|supporte|supportent) (?:pas|plus|mal) "
    )),
    ("preference", re.compile(
        r" (?:know|knowing|since|because|as) (?:that )?you (?:really |always )?(?:hate|love|prefer|like"
        r"|dislike) "
        r"| (?:sais|savons|comme|puisque) (?:que |qu )?(?:tu|vous) (?:n )?(?:detest|ador|aim|prefer)[a-z]+ "
        r"| (?:aimerais|aimerions|aimerait) (?:mieux|autant|plutot) "
        # What there is none of, "il n'y a pas de lait", is no wish.
        rf"|{OPENS_OR}(?:surtout|mais|et|mange|manges|mangent|veux|veut|voulons) )pas de (?:fleurs|cadeaux?"
        r"|viande|sucre|lait) "
        r"| (?:m|nous|l|lui) arrange (?:mieux|plus|davantage) "
        r"| (?:client|cliente|patron|mairie|patient) (?:veut|voudrait|souhaite) (?:du|de la|des|un|une|le"
        r"|la) "
        r"| (?:would|d) like the (?:[a-z]+ ){0,3}(?:one|best|room|seat|colou?r|side|version|option|table) "
        r"| (?:is|are|s|re) (?:better|best|easiest|easier) for (?:me|us|him|her|them) "
        r"| (?:client|customer|boss|owner|patient|landlord) (?:wants?|would like|d like|likes) "
        r"(?!to |(?:an?|his|her|their) (?:[a-z]+ )?(?:refund|quote|answer|reply|invoice|receipt|discount"
        r"|call|meeting|money) )"
        r"| (?:mum|dad|gran|he|she) likes? (?:her|his|the|it|a) | (?:aisle|window) seat "
        r"| (?:not|n t) (?:that |really |too |very )?keen "
    )),
    ("preference", re.compile(
        r" (?:he|she|they|[a-z]{3,}) only (?:wants?|likes?|eats?|drinks?|takes?|works?|answers?) "
        r"(?:to |with |by |from )?(?!(?:the best|to help|to say|what) )"
        r"| ne (?:veut|veulent|repond|repondent|mange|mangent|boit|boivent|prend|prennent) (?:que|qu) "
    )),
    ("quotation", re.compile(
        r" (?:a|ont|avait) (?:bien |encore |ensuite |aussi )?(?:rappele|precise|insiste|souligne|indique"
        r"|repete|conclu|lance|resume|prevenu|martele|estime|explique) "
        r"| (?:reminded (?:me|us|everyone|all)|insisted|pointed out|stressed|explained|concluded|repeated"
        r"|summed up|joked|recalled) "
    )),
)  # fmt: skip
