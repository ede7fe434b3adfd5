"""What people like, can do and aim at.

Patterns like those of `forms`: folded words between blanks, without commas.
"""

from __future__ import annotations

import re

from edge.extract.rules.grammar.opening import OPENS_OR

_INF = r"[a-z]{2,}(?:er|ir|re|oir) "
_ADVERB = r"(?:trop |tres |du tout |vraiment |franchement |tellement )?"

PEOPLE: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("preference", re.compile(
        r" (?:much|really|strongly|still|always|generally|usually|would|d|i|we|he|she|they) prefer(?:s|red)? "
        r"(?!not to say )"
        r"| (?:i|we|he|she|they) (?:[a-z]+ )?(?:like|likes|liked|love|loves|loved|hate|hates|hated) (?:it"
        r"|that"
        r"|this|them|these|those) (?:[a-z]+ ){0,2}?(?:better|more|best|without|as it is|most) "
        r"| (?:would|d|ll) (?:much )?sooner "
        r"| (?:doesn|don|didn) t (?:really )?(?:work for|suit) (?:me|us|him|her) "
        # "Ce n'est pas pour demain" is nobody's taste.
        rf"| (?:suis|sommes) pas {_ADVERB}pour (?!rien )| (?:il|elle|on) (?:n )?est pas {_ADVERB}pour {_INF}"
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
        rf"|{OPENS_OR}(?:surtout|mais|et|mange|manges|mangent|veux|veut|voulons) )"
        r"pas de (?:fleurs|cadeaux?|viande|sucre|lait) "
        r"| (?:m|nous|l|lui) arrange (?:mieux|plus|davantage) "
        r"| (?:client|cliente|patron|mairie|patient) (?:veut|voudrait|souhaite) (?:du|de la|des|un|une|le"
        r"|la) "
        r"| (?:would|d) like the (?:[a-z]+ ){0,3}(?:one|best|room|seat|colou?r|side|version|option|table) "
        r"| (?:is|are|s|re) (?:better|best|easiest|easier) for (?:me|us|him|her|them) "
        r"| (?:client|customer|boss|owner|patient|landlord) (?:wants?|would like|d like|likes) (?!to "
        r"|(?:an?|his|her|their) (?:[a-z]+ )?(?:refund|quote|answer|reply|invoice|receipt|discount|call"
        r"|meeting"
        r"|money) )"
        r"| (?:mum|dad|gran|he|she) likes? (?:her|his|the|it|a) | (?:aisle|window) seat "
        r"| (?:not|n t) (?:that |really |too |very )?keen "
    )),
    ("skill", re.compile(
        # Not "il fait aussi froid", "il parle aussi de toi".
        r" (?:il|elle) (?:fait|pose|repare|installe|joue|enseigne) (?:aussi|egalement) (?:le|la|les|l|du"
        r"|de la"
        r"|de l|des|au|aux|un|une) "
        r"| (?:il|elle) parle (?:aussi|egalement) (?!de |d |a |avec |pour |trop )"
        r"| (?:is|s|was) (?:brilliant|great|excellent|superb|a whizz?|a dab hand|very good|really good"
        r"|fantastic) "
        r"(?:at|with) (?!us |me |you )"
        r"| (?:est|suis|es) (?:tres |vraiment |super )?(?:fort|forte|doue|douee|bon|bonne|calee?"
        r"|nulle?) (?:en|au"
        r"|aux) | (?:est|suis|es) (?:tres |vraiment |super )?douee? (?:pour|avec|de (?:ses|tes) mains) "
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
        r"|comme sa"
        r" poche|a fond) "
        # "First-aid trained", "a good eye"; a well-trained dog's is not told so.
        r"| (?:is|s|am|m|are|re) (?:also |now |all )?(?:fully |properly |first aid |medically "
        r"|classically ){1,2}"
        r"(?:trained|qualified) "
        r"| (?:has|have|s|got|ve) (?:got )?(?:an?|such a) (?:[a-z]+ )?(?:good|great|cracking|real|lovely"
        r"|wonderful"
        r"|fine|brilliant|fantastic|excellent|steady) (?:arm|eye|ear|voice|hand|memory|head for|way with"
        r"|touch) "
        r"| (?:es|est|t es|suis) (?:la |le )?(?:seule?|meilleure?) (?:qui|a) (?:sai[st]|savoir|peu[xt]"
        r"|pouvoir) "
    )),
    ("objective", re.compile(
        r" (?:je|j|on|nous|il|elle) (?:voudrais|voudrait|voudrions|aimerais|aimerait|aimerions|veux|veut"
        r"|voulons) "
        r"(?:un jour )?(?:ouvrir|devenir|courir|creer|monter|lancer|terminer|finir|atteindre|doubler|reduire"
        r"|apprendre|reprendre mes etudes|passer (?:le|la|l|mon|ma|un|une) (?:permis|bac|concours|examen"
        r"|diplome"
        r"|brevet|cap|code)) "
        r"| (?:reve|reves|revent|revons|revais|revait) (?:toujours )?de (?=[a-z]+(?:er|ir|re|oir) )"
        r"| (?:esperons|espere|esperent) (?:bien )?(?:doubler|atteindre|ouvrir|finir|reduire|obtenir"
        r"|decrocher"
        r"|devenir|augmenter) "
        r"| (?:i|we|he|she|they) (?:want|wants|d like|would like|hope|hopes|plan|plans|aim|aims|m hoping"
        r"|s hoping"
        r"|are hoping|am hoping|is hoping|re hoping|dream|dreams) (?:to |of )(?:run|open|become|becoming|be a"
        r"|launch|double|cut|reduce|grow|qualify|learn|win|finish|reach|raise|recruit|hire|sell|build|start"
        r"|study|train) (?!you |by )"
        r"| dreams? of (?:becoming|being|opening|running) "
    )),
)  # fmt: skip
