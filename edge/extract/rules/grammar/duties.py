"""Duties, refusals and settled matters told by their form: what is to be done, what was granted, who is who.

Patterns like those of `forms`: folded words between blanks, without commas.
"""

from __future__ import annotations

import re

from edge.extract.rules.grammar.opening import OPENS_OR

_INF = r"[a-z]{2,}(?:er|ir|re|oir) "
_OBJECTS = r"(?:(?:me|m|nous|le|la|l|les|lui|leur|y|en) ){0,2}"

# Whoever decides: what is granted, refused, named or ended. Stems of participles.
_SETTLED_FR = (
    r"(?:attribu|accord|octroy|allou|refus|rejet|accept|approuv|adopt|admis|ajourn|reconduit|prononc|homolog"
    r"|condamn|ordonn|autoris|nomm|elu|retenu|vot)"
)
_SETTLED_EN = (
    r"(?:accepted|denied|declined|refused|rejected|awarded|granted|approved|upheld|overturned|dismissed"
    r"|appointed|elected|selected|agreed|authorised|authorized|renounced|withdrawn|adopted)"
)

DUTIES: tuple[tuple[str, re.Pattern[str]], ...] = (
    # "Want to learn more?" sells; "if you do not want to renew, tell us" asks.
    ("boilerplate", re.compile(rf"{OPENS_OR}(?<= do )you )want to ")),
    ("granted", re.compile(r" (?:vous|tu) (?:pouvez|peux|disposez|avez)| you (?:may|can|have) ")),
    # What is to be done, whoever it is said of: est à effectuer, nous vous remercions de les rapporter.
    ("duty", re.compile(
        r" (?:est|sont|sera|seront|restent?) (?:donc |toujours |encore |egalement )?a "
        rf"(?!(?:venir|voir|noter|dire|craindre|louer|vendre|croire|souligner|payer|regler) ){_INF}"
    )),
    ("request", re.compile(
        r" il (?:me |nous |vous )?manque (?:encore |toujours )?: "
        r"| (?:vous|te|t) (?:en )?remerci(?:e|ons|ais|erions) (?:par avance |d avance |tres )?(?:de|d) "
        rf"(?:bien vouloir |ne )?{_OBJECTS}(?!avoir |etre ){_INF}"
        # What one is asked to bring to an appointment belongs to the event.
        rf"| merci (?:par avance |d avance |donc )?d (?!avoir |etre |apporter |amener |arriver ){_INF}"
        r"| (?:j|nous|on) (?:attends|attendons|attend) (?:de (?:votre|ta) part|votre|ton|ta|vos|tes) "
        rf"| il (?:vous|te|nous|lui|leur) (?:appartient|incombe|revient) d[e]? | il convient d[e]? "
        r"| (?:faut|faudra|faudrait) (?:juste |bien |encore |vraiment |aussi |donc |absolument ){0,2}"
        rf"{_OBJECTS}(?!(?:etre|avoir|dire|croire|savoir|retenir|comprendre|noter) ){_INF}"
    )),
    ("request", re.compile(
        r" (?<! i )(?<! we )must(?:n t| not)? (?:also |now |first |then |always )?(?!be |have |say |admit "
        r"|confess |confirm |apologise |stress |ask |feel |look |seem )[a-z]{2,} "
        r"| (?:you|she|he|anybody|anyone|everybody|everyone|all of you) (?:all |also |then |still |first "
        r"|will |ll |both ){0,2}(?:need|needs|have|has) to "
        r"(?!(?:be|have|do|say|admit|worry|pay|go|wait) )[a-z]{2,} "
        r"| (?:need|want) (?:it|them|this|that|those|these) (?:all )?(?:back|by|before|asap|from you) "
        r"| (?:someone|somebody|an adult|a parent) (?:will|ll) (?:have|need) to (?!be )[a-z]+ "
        r"| should (?!be |have )(?:reach|contact|send|stop|return|bring|call|reply|complete|report|submit"
        r"|apply|check|leave|use|wear|attend|register|sign|pay|not) "
        r"| (?:simply|just) (?:reply|send|call|ring|text|sign|return|email|write|answer|bring|ask) "
    )),
    # The imperative of "tu": passe prendre ta carte, ramene ton ballon.
    ("request", re.compile(
        rf"{OPENS_OR}(?:et|mais|puis|donc|alors) )(?!(?:avec|pour|dans|chez|sans|vers|entre|apres|avant"
        r"|pendant|depuis|selon|comme|quand|mais|donc|merci|bravo|desole|voici|voila|toute|tout|tous|sauf|contre|malgre"
        r"|derriere|devant|salut|bises?|bisous|vive) )[a-z]{3,}[es] (?:pas |bien |aussi )?(?:ton|ta|tes|moi) "
    )),
    # A third person's promise to the reader: le technicien vous appellera, our driver will call you.
    ("commitment", re.compile(
        r" (?:vous|te|t) (?:le |la |les |l )?(?!(?:sera|restera|suffira|permettra|faudra|manquera|resteront"
        r"|seront|permettront|coutera|plaira|interessera|semblera) )[a-z]{3,}(?:era|eront) (?!demandee?s? )"
        r"| [a-z]+ will (?:then |also |now )?(?:call|contact|send|refund|deliver|replace|collect|visit|email"
        r"|ring|phone|repair|write to|meet) (?:you|it|them|us|your|the) "
    )),
    # What was settled, by the one who may: a attribué, vous déclare admise, we've accepted, have denied it.
    ("decision", re.compile(
        r" (?:a|ont|avons|ai|ete|est|sont|voit|voient) (?:donc |finalement |bien |ainsi |pas )?"
        rf"{_SETTLED_FR}e?e?s? (?!(?:notre|votre|toute|l) attention)"
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
        r"| (?:we|i) (?:cannot|can t|won t|will not) (?:accept|offer|support|approve|grant|cover|refund|fund"
        r"|agree|pay) | (?:returned|sent back) to you because "
    )),
    # How things stand: Biscuit is awake, le site sera indisponible, part's come in, holiday pay went in.
    ("news", re.compile(
        r" (?<! let )(?<! what )(?<! where )(?<! who )(?<! how )[a-z]{3,} s (?:now |just |already |finally )?"
        r"(?:come|gone|arrived|back|broken|died|ready|fixed|sorted|late|ill|well|healthy|here|asleep|awake"
        r"|closed|shut|finished|done) "
        r"| (?<! you )(?<! we )(?<! i )(?<! that )(?<! which )(?:is|are) (?:now |still |also |currently )?"
        r"(?:awake|asleep|well|healthy|tiny|better|behind|under|next to|off to) "
        r"| (?:he|she|they|mum|dad|(?:mr|mrs|ms|dr) [a-z]+) (?:is|are|s|re) (?:now |still |also )?"
        r"(?!being |going )[a-z]{2,}ing (?!to )"
        r"| (?:went|came) (?:in|out|off|down|back|through|well|badly|fine|wrong) "
        r"| (?<! you )(?:stays?|remains?) (?:as|the|in|on|at|unchanged|open|closed|shut|free) "
        r"| we (?:ordered|received|returned|noticed|paid|sent|signed) "
        r"| (?:sera|seront|etait|etaient) (?:donc |toujours |encore |plus )?(?:(?:in)?disponible"
        r"|(?:in)?accessible|absent|ferme|coupe|interrompu|suspendu|delivre|gratuit|payant|reduit)"
    )),
    ("relation", re.compile(
        r" (?:a|aura|prend|reprend|assure|assurera|assurent) (?:desormais |maintenant )?(?:la responsabilite"
        r"|la charge|la direction|son remplacement|votre suivi|l interim) "
        r"| (?:acts?|acting|appointed|named|elected|nominated|serves?) (?:[a-z]+ )?as (?:your|our|my|the|her"
        r"|his) "
    )),
    ("contact", re.compile(
        r" (?:reception|accueil|standard|secretariat|switchboard|helpline|front desk|emergenc(?:y|ies)"
        r"|urgences"
        r"|out of hours|permanence) : (?=[\d+(#])"
    )),
    ("objective", re.compile(
        r" (?:the |our |my )?(?:plan|ambition|dream) is to (?:halve|double|triple|cut|grow|reach|open|launch"
        r"|become|build|raise|reduce|run) "
        r"| (?:the |our |my )?(?:aim|goal|target) (?:is|will be) (?:to|under|for|below|above|zero|at least"
        r"|now) "
        r"| (?:told|said) (?:me |us )?(?:that )?(?:you|he|she|they|i) (?:wants?|wanted|d like|would like) to "
        r"| (?:i|we|she|he|they) (?:want|wants) to (?:be|become|run|open|learn|study|build|lead) "
        r"| (?:avais|avait|aviez|as|a|avez) (?:parle|dit) (?:de )?(?:vouloir )?(?:passer|devenir|faire|suivre"
        r"|apprendre|changer|monter|creer) "
    )),
    ("preference", re.compile(
        r" (?:deteste|detestes|detestait|detestent|adorait|aimait|aimiez|aimais|preferait|preferiez"
        r"|preferais|y tient|y tiens|y tenons|revait d|reve d|revent d) "
        r"| ne pas (?:supporter|aimer|digerer|tolerer) "
        r"| (?:ne|n) (?:aim|support|mang|boi|buv|toler)[a-z]* (?:surtout |vraiment )?(?:pas|plus|jamais) "
        r"| (?:would love|d love) (?:a|an|the|some) | (?:won t|will not|wouldn t) (?:have|eat|wear|touch"
        r"|drink|hear of) "
    )),
    ("skill", re.compile(
        r" (?:as|a|avez|ont) (?:un|une|le|la) (?:si |tres |plus )?(?:bonne?|belle|jolie?) (?:plume|oreille"
        r"|voix|main|niveau) | (?:your|his|her|their) (?:french|english|german|spanish|italian|portuguese"
        r"|arabic|mandarin|japanese|russian|polish|dutch|turkish|welsh) (?:is|was) "
    )),
)  # fmt: skip
