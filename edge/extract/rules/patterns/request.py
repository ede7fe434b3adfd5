"""What is asked of the reader (`request`), what anybody has to do (`duty`), and what only looks like it."""

from __future__ import annotations

import re

from edge.extract.rules.patterns.fragments import INFINITIVE, OPENS, OPENS_OR

_OBJECTS = r"(?:(?:me|m|nous|le|la|l|les|lui|leur|y|en) ){0,2}"
_NICE = (
    r"(?:lovely|great|super|helpful|perfect|ideal|brilliant|wonderful|(?:much |greatly "
    r"|very much )?appreciated)"
)
_SYMPA = r"(?:vraiment |tres )?(?:parfait|super|genial|ideal|sympa|gentil|top|apprecie)e?s?"
_HOUSE = (
    r"(?:you|members|parents|pupils|students|staff|everyone|everybody|guests|tenants|residents|drivers"
    r"|visitors|candidates|applicants|all)"
)
# "Have a lovely weekend" wishes, and asks nothing.
_WISH = (
    r"(?!have (?:a|an|the|your) (?:[a-z]+ ){0,2}(?:day|days|week|weekend|evening|afternoon|morning|time"
    r"|trip|holidays?|christmas|easter|year|one|rest|birthday|flight|journey|break|summer)\b)"
)

REQUEST: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("request", re.compile(
        r" you (?:are|re|were) (?:kindly |hereby |also )?(?:required|asked|requested|invited|expected"
        r"|obliged)(?: (?:by|under) [a-z\d]+(?: [a-z\d]+){0,2})? to "
        r"| should be grateful | would be grateful | look forward to (?:receiving|hearing|your) "
        r"| (?:we|i) need (?:it |them |this |that )?back | any chance "
        r"| (?:could|can) (?:we|someone|somebody|anyone|anybody) "
        r"| (?:does|do) (?:anyone|anybody|any of you) | have a (?:think|look|read) | would suit you "
        r"| which (?:one )?would (?:you|suit) | assigned you | review was requested "
        r"| give (?:us|me|her|him) a | it is for you to | up to you to "
        r"| (?:let|give) (?:me|us) (?:have )?(?:your|an|the) "
        rf"|{OPENS_OR}(?:and|but|so) )(?:do not|don t) (?!hesitate |reply |forget |worry |know |want |have "
        r"|miss |let |think )[a-z]{3,} "
    )),
    ("request", re.compile(
        r" [a-z]{2,}(?:riez vous|rais tu) | (?:il )?reste a (?:nous |me |m )?[a-z]+(?:er|ir|re) "
        r"| vous etes (?:tenu|prie|invite)[es]{0,2} (?:de|d|a) "
        r"| il (?:me |nous |vous )?manque (?:encore |toujours )?[a-z]+ | compt(?:e|ons) sur (?:vous|toi) "
        r"| faut qu (?:on|ils?|elles?) | (?:faut|faudra|faudrait) que (?:tu|vous|nous|je) "
        r"| quelqu un (?:peut|pourrait|aurait|a|sait|connait) | sauf erreur de (?:ma|notre) part "
        r"| (?:nous|me|m) faire parvenir | a (?:me|m|nous) [a-z]+(?:er|ir|re) "
        r"| (?:tu|vous) (?:me|m|nous) (?:re)?(?:dis|dites|confirme[sz]|envoie[sz]|envoyez|rappelle[sz]"
        r"|tiens|tenez) "
        r"| cherch(?:e|ons) a | tu (?:geres|prends|apportes|amenes|ramenes|t occupes|t en occupes) "
    )),
    # What people ask of each other without asking nicely, and offices of those it concerns.
    ("request", re.compile(
        r" (?:saura[a-z]+|serais|serions|serons) (?:tres )?(?:gre|reconnaissante?s?|obligee?s?) "
        r"| (?:met|mets|mettons) en demeure | (?:vous|tu) (?:devez|dois|devrez|devras|etes tenu[es]{0,2}) "
        r"| (?:doit|doivent|devra|devront) (?:imperativement |obligatoirement |donc |ensuite )?(?:nous |me "
        r"|m |lui |leur |vous )?(?:etre |(?!avoir )[a-z]{2,}(?:er|ir|re) )"
        r"| (?:dans ce cas|sinon|alors) (?!vous |nous |assez |chez )[a-z]{3,}ez (?!vous |nous )"
        r"| (?:svp|stp|s il te plait|s il vous plait|pls|plz) | vous (?:est|sont|sera) demandee?s? "
        r"| (?:tu sais|vous savez|sais tu|savez vous) (?:si|ou|quand|comment|qui) "
        r"| (?:parties|participants|parents|eleves|students|applicants|members) (?:must|should|have to"
        r"|are asked) "
        r"| (?:must|has to|have to|need to|needs to) be [a-z]+(?:ed|en|t) (?!in )"
        r"| you (?:must|will need to|ll need to) "
        r"| (?:would|d) (?:like|love|need) to (?:know|hear|see|have) (?!that )"
        r"| (?:we|i) need to (?:hear|know|have) "
        r"| (?:are|r) (?:u|you) (?:still |both |all )?(?:on|up|around|about|free|coming|in|ok|able) "
        r"| shall i | (?:can|could) (?:u|we all) | reply to (?:me|us) if "
    )),
    ("request", re.compile(
        r" (?:votre|ta|ton|vos|une) (?:signature|reponse|presence|accord|avis|retour|confirmation"
        r"|participation) (?:est|sont|serait) (?:donc |encore |toujours )?(?:attendue?|requise?|necessaire"
        r"|souhaitee?|demandee?|obligatoire|indispensable|bienvenue?)s? "
        r"| (?:signature|reply|answer|confirmation|approval|payment|decision|volunteers?|help|lifts?) "
        r"(?:is |are |still )?(?:needed|required|wanted|awaited) "
        r"| (?:we|i) (?:re|are|m|am) (?:still )?missing "
        r"| (?:we|i) still (?:don t|do not|haven t|have not) (?:have|had|got|received) (?:your|the) "
        r"| you ll (?:want|need) to | grateful (?:for|if) "
        r"| (?:give|drop) (?:me|us) a (?:shout|ring|line|call|bell) | (?:mind|fancy) [a-z]+ing "
    )),
    # An imperative in the middle of a sentence: a verb in -ez that no "vous" stands before, nor behind as
    # in a question; "ne les plantez pas"; "oublie pas".
    ("request", re.compile(
        r" (?=[a-z]{2,}ez )(?<! vous )(?<! vous ne )(?<! vous n )(?<! vous y )(?<! vous en )(?<! vous l )"
        r"(?<! vous le )(?<! vous la )(?<! vous les )(?<! vous nous )(?<! vous me )(?<! vous m )(?!assez "
        r"|chez |nez |rez |rendez vous |profitez |decouvrez |cliquez |retrouvez |suivez |telechargez "
        r"|partagez |craquez |foncez |economisez |gagnez |notez |evaluez |parrainez |rejoignez |consultez "
        r"|recevez |hesitez |savez |avez |soyez |sachez |ignorez |imaginez |tenez compte |trouvez |ayez "
        r"|connectez |gerez |accedez |visitez |inscrivez vous a la |[a-z]*(?:re|ri)ez )[a-z]{2,}ez "
        r"(?!vous (?:le|la|les|pu|ete|recu|bien|deja|encore)|compte |pas a )"
        # "Rendez-vous au guichet 4" sends somebody there; "le rendez-vous", "prendre rendez-vous" do not.
        rf"|{OPENS}rendez vous (?:directement |vite )?(?:au|aux|a l|a la|chez|dans|sur) "
        rf"|{OPENS}prendre rendez vous | (?:n )?oublie[zs]? (?:pas|surtout pas) "
        r"| il (?:faut|faudra|faudrait|suffit de) (?:me |nous |le |la |les |lui |y |en )?(?!etre |avoir "
        r"|dire que |retenir |comprendre |noter que )[a-z]{2,}(?:er|ir|re|oir) "
        r"| a (?:rendre|prevoir|donner|apporter|remplir|rapporter|retourner|renvoyer|signer|regler|verifier"
        r"|confirmer) (?:avec|avant|pour|au|a|en|des|d ici|svp|aupres|par) "
        r"| (?:qui|quelqu un|qq un) (?:peut|pourrait|veut|vient|aurait|a) [^.?!]{0,80}[?]"
    )),
    ("request", re.compile(
        r" (?:we|i) (?:require|request|ask (?:that|you|for|everyone)|(?:d|would) (?:ask|appreciate"
        r"|like (?:you|everyone|all)))"
        r"| (?:should|must|is to|are to) be (?:returned|sent|submitted|completed|made|paid|signed|reported"
        r"|labelled|collected|kept|brought|handed|emailed|uploaded|confirmed|received|with us|in) "
        r"| (?:must|to) (?:reach|get to|be with) (?:us|me|the) "
        r"| (?:still )?needs? (?:a |your |the )?(?:signature|answer|reply|yes|no|decision|volunteers?|hand"
        r"|lift) "
        r"| (?:who|anyone|anybody|someone) (?:can|could|has|s got|is able|wants|fancies|would|d|ll|will"
        r"|free) [^.?!]{0,80}[?]"
        r"| bring (?:a|an|the|your|some|warm|cash|along) "
        r"| (?:and|so|then|please|pls|or|but|otherwise) (?:do )?(?:send|bring|return|reply|tell|call|ring"
        r"|text|email|let me know|confirm|check|chase|drop|collect|sign|pay|ask|keep|make sure|book|print) "
        r"(?:me|us|it|them|the|your|a|him|her|if|whether|by|back|to|as|on|with|any|all) "
    )),
    ("request", re.compile(
        r" il (?:me |nous |vous )?manque (?:encore |toujours )?: "
        r"| (?:vous|te|t) (?:en )?remerci(?:e|ons|ais|erions) (?:par avance |d avance |tres )?(?:de|d) "
        rf"(?:bien vouloir |ne )?{_OBJECTS}(?!avoir |etre ){INFINITIVE}"
        # What one is asked to bring to an appointment belongs to the event.
        rf"| merci (?:par avance |d avance |donc )?d (?!avoir |etre |apporter |amener |arriver ){INFINITIVE}"
        r"| (?:j|nous|on) (?:attends|attendons|attend) (?:de (?:votre|ta) part|votre|ton|ta|vos|tes) "
        r"| il (?:vous|te|nous|lui|leur) (?:appartient|incombe|revient) d[e]? | il convient d[e]? "
        r"| (?:faut|faudra|faudrait) (?:juste |bien |encore |vraiment |aussi |donc "
        rf"|absolument ){{0,2}}{_OBJECTS}(?!(?:etre|avoir|dire|croire|savoir|retenir|comprendre"
        rf"|noter) ){INFINITIVE}"
    )),
    ("request", re.compile(
        r" (?<! i )(?<! we )must(?:n t| not)? (?:also |now |first |then |always )?(?!be |have |say |admit "
        r"|confess |confirm |apologise |stress |ask |feel |look |seem )[a-z]{2,} "
        r"| (?:you|she|he|anybody|anyone|everybody|everyone|all of you) (?:all |also |then |still |first "
        r"|will |ll |both ){0,2}(?:need|needs|have|has) to (?!(?:be|have|do|say|admit|worry|pay|go"
        r"|wait) )[a-z]{2,} "
        r"| (?:need|want) (?:it|them|this|that|those|these) (?:all )?(?:back|by|before|asap|from you) "
        r"| (?:someone|somebody|an adult|a parent) (?:will|ll) (?:have|need) to (?!be )[a-z]+ "
        r"| should (?!be |have )(?:reach|contact|send|stop|return|bring|call|reply|complete|report|submit"
        r"|apply|check|leave|use|wear|attend|register|sign|pay|not) "
        r"| (?:simply|just) (?:reply|send|call|ring|text|sign|return|email|write|answer|bring|ask) "
    )),
    # The imperative of "tu": passe prendre ta carte, ramene ton ballon.
    ("request", re.compile(
        rf"{OPENS_OR}(?:et|mais|puis|donc|alors) )(?!(?:avec|pour|dans|chez|sans|vers|entre|apres|avant"
        r"|pendant|depuis|selon|comme|quand|mais|donc|merci|bravo|desole|voici|voila|toute|tout|tous|sauf"
        r"|contre|malgre|derriere|devant|salut|bises?|bisous|vive) )[a-z]{3,}[es] (?:pas |bien |aussi )?"
        r"(?:ton|ta|tes|moi) "
    )),
    # "That would be lovely" is an answer; "a reply would be lovely", or "it would be lovely if ...", asks.
    ("request", re.compile(
        rf" (?<! that )(?<! this )(?<! it )(?<! which )(?:would|d) be {_NICE} "
        rf"| (?:would|d) be {_NICE} (?:if|to) "
        rf"| (?<! ce )(?<! c )(?<! ca )(?<! cela )(?<! qui )(?:serait|seraient) {_SYMPA} "
        rf"| serait {_SYMPA} (?:si|que|de) | (?:to|with) (?:me|us) (?:by|before|no later) "
        r"| (?:shout|holler|yell) if | (?:saurais|saurions|serais|serions) (?:[a-z]+ )?gre "
    )),
    ("request", re.compile(
        r" (?:vous|tu) (?:voudrez|voudriez|voudras|voudrais) (?:donc )?bien "
        r"| je (?:te|vous) (?:laisse|charge de|confie le soin de) (?!(?:un|une|le|la|les|mon|ma|mes|a"
        r"|tranquille|libre|dormir|reflechir|lire|imaginer|deviner|decouvrir|savourer|profiter)\b)"
        rf"(?:me |la |le |les )?{INFINITIVE}"
        r"| (?:imperatif|indispensable|necessaire|essentiel|obligatoire|souhaitable|preferable|conseille) "
        r"(?:de (?!savoir|noter|rappeler|souligner|toilette)|que (?:tu|vous|chaque|chacun|l on|tous"
        r"|tout le monde|nous))"
        # "Un bon de commande" and "c'est important de rire" ask nothing.
        rf"|{OPENS_OR}(?:il est|il sera|serait) )(?:important|utile) (?:de (?!savoir|noter|rappeler"
        r"|souligner|comprendre|retenir)|que (?:tu|vous|chaque|chacun|l on|tous|tout le monde|nous))"
        r"| serait bon (?:de |que (?:tu|vous|chaque|chacun|l on|tous|tout le monde|nous) )"
        rf"| a (?:vous|toi) de {INFINITIVE}| ne pas oublier |{OPENS}(?:penser|prevoir|veiller) a "
        r"| besoin (?:de bras|d aide|d un coup de main|de volontaires|de benevoles|de monde) "
        r"| va (?:te |vous |nous |me )?falloir (?:que (?:tu|vous) |(?:(?:me|m|nous|le|la|l|les|lui|y"
        rf"|en) ){{0,2}}(?!etre |avoir |attendre ){INFINITIVE})"
        r"| (?:sois|soyez) (?:gentil|gentille|sympa|mignon|la|present|presente|presents|prets?|a l heure"
        r"|ponctuels?|prudents?) "
        r"| a (?:me|m|nous) (?:[a-z]+ )?(?:retourner|renvoyer|rendre|remettre|faire parvenir|transmettre) "
        r"| (?:est|sont|reste) (?:obligatoire|requis|exige|indispensable)e?s? (?:[.;:!?]|$|pour|a l|au|dans"
        r"|sur)"
        r"| (?:est|sont) demandee?s? (?:[.;:!?]|$|pour)| (?:serais|serions) (?:tres )?obligee?s? (?:de|si) "
        r"| (?:m|nous) arrangerait (?:bien |beaucoup |si |que )?"
    )),
    ("request", re.compile(
        rf"{OPENS_OR}(?:and|so|but|please|or) )do (?:call|let|say|come|bring|tell|write|ring|send|ask|check"
        r"|keep|give|take|drop|pop|remember|make|have|get|stop|use|join|reply|mention|book) "
        r"| (?:i|we) (?:wonder|wondered|was wondering|were wondering|am wondering) (?:if |whether |that )?"
        r"(?:you|someone|anyone|anybody|your) "
        # "I was hoping you had a nice trip" hopes.
        r"| (?:i|we) (?:was hoping|were hoping|am hoping|hoped) (?:if |that )?(?:you|someone|anyone"
        r"|anybody) (?:could|can|would|might|may|d|ll|will) "
        r"| (?:leave|ll leave) (?:it|that|this|them) (?:to|with) you "
        r"| (?:is|are|be) (?:kindly |hereby |also )?(?:asked|requested|required|invited|urged|reminded"
        r"|advised) to "
        rf"| {_HOUSE} (?:is|are) (?:kindly |hereby |also |all )?expected to "
        r"| (?:presence|attendance|reply|response|signature|input|help|feedback|patience|prompt attention) "
        r"(?:is|are|would be) (?:kindly |much )?(?:requested|required|needed|appreciated|expected) "
        r"| (?:essential|important|vital|imperative|necessary|crucial) (?:that|to|for) (?:you|all|everyone"
        r"|every|each|parents|members|[a-z]+ (?:the|your|this|it)) "
        r"| (?:nobody|no one|noone) (?:is|are) to | (?:could|can|would) do with (?:a|some|your|an) "
        r"| (?:needs?|wants?) (?!(?:(?:no|any|some|every)thing|string|spring) )[a-z]{3,}ing "
        # Behind "and" it goes on from what somebody does: "I'll come over and see the cat".
        rf"|{OPENS_OR}please ){_WISH}(?:be|have|see|try|mind|make|get|keep|pop|nip|go|use|watch|lock|wear"
        r"|hang|turn|switch|set|chase|remind|ignore|expect|order|pack) (?:there|here|at|on|off|the|a|an"
        r"|your|it|them|him|her|if|to|and|something|some|ready|sure|up|out|home|in|over|round|down) "
        r"(?!soon )"
    )),
    ("request", re.compile(
        r" (?:ayez|aie) l? ?(?:obligeance|amabilite|gentillesse|extreme obligeance) de "
        rf"|{OPENS}(?:please )?(?:remind|ping|buzz|message|whatsapp) (?:me|us|him|her|them|mum|dad|[a-z]+ "
        r"(?:about|to|that)) "
        r"| (?:we|i) (?:re|m|are|am) after (?:an?|some|two|three|four|five|\d+|more|another|volunteers) "
    )),
    # "Need 2 more for Sunday"; "Need more room?" sells.
    ("request", re.compile(
        rf"{OPENS}(?:still )?need (?:\d+|one|two|three|four|five|six|another|someone|somebody|volunteers) "
        r"(?=[^?]{0,80}(?:[.!;:]|$))"
    )),
    # What is to be done, whoever it is said of: est à effectuer, nous vous remercions de les rapporter.
    ("duty", re.compile(
        r" (?:est|sont|sera|seront|restent?) (?:donc |toujours |encore |egalement )?a "
        rf"(?!(?:venir|voir|noter|dire|craindre|louer|vendre|croire|souligner|payer|regler) ){INFINITIVE}"
    )),
    ("granted", re.compile(r" (?:vous|tu) (?:pouvez|peux|disposez|avez)| you (?:may|can|have) ")),
    # How long something takes asks nothing.
    ("estimate", re.compile(
        r" (?:faut|faudra) (?:donc |bien )?compter (?:environ |entre |au moins |pres de )?[a-z\d]+ "
    )),
    # "Say the word and I'll start": an offer.
    ("smalltalk", re.compile(r" (?:say|give (?:me|us)) the word ")),
    # "Want to learn more?" sells; "if you do not want to renew, tell us" asks.
    ("boilerplate", re.compile(rf"{OPENS_OR}(?<= do )you )want to ")),
    # A price that is put up is no offer of "up to".
    ("money", re.compile(r" (?:put|puts|putting|gone|goes|going|went|go) (?:[a-z]+ ){0,4}up to [\d£$€]")),
)  # fmt: skip
