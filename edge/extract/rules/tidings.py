"""News and decisions told by their form: what has happened, how things stand, what was settled.

Both languages tell them in the perfect ("Anne a gagne", "they have moved us"), in a passive ("le vol est annule",
"pitch 3 is flooded") or as a state. Patterns read folded words between blanks, so an apostrophe is a blank here.
"""

from __future__ import annotations

import re

# A French participle, folded; none of the words of the same ending that follow "est" as something else.
_NO_STATE = (
    r"(?:votre|notre|cette|une|toute|entre|contre|comme|encore|possible|necessaire|obligatoire|autre|celle|elle|"
    r"que|quelque|egalement|prevue?s?|fixee?s?|programmee?s?|conviee?s?|invitee?s?|prie|priee?s?|tenue?s?|"
    r"demandee?s?|attendue?s?|requise?s?|ouverte aux|reservee? aux|derriere|dessous|offerte?s?|formidable|magnifique|super|pareille?s?|composee?s?|situee?s?)"
)
_PARTICIPLE = r"[a-z]{2,}(?:ee?s?|ie?s?|ue?s?|is|ise?s?|it|ites?|erte?s?|euse?s?)"
_IRREGULAR = (
    r"(?:been|gone|got|had|made|taken|left|lost|found|given|sent|come|become|broken|sold|bought|done|put|cut|"
    r"hit|heard|met|run|seen|shut|split|spent|told|won|written|fallen|chosen|stolen|paid)"
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
        rf"| (?:s|se|me|nous|m) (?:est|sont|suis|sommes|etait) (?:bien |deja |enfin |encore |fait |tous )?{_PARTICIPLE} "
        rf"|(?<! c) (?:est|sont|etait|etaient|reste|restent) (?:bien |deja |enfin |toujours |encore |tous |tres |plus |pas |trop )?"
        rf"(?!{_NO_STATE} ){_PARTICIPLE} "
        r"| (?:va|vont) (?:beaucoup |bien |un peu )?mieux | plus besoin | il (?:manque|reste) | (?:peut|peuvent|pourra) pas "
        r"| (?:vient|viennent) (?:pas|plus|de) | aucun[e]? [a-z]+ n | pas d (?!hesit)[a-z]+ (?:cette|ce|aujourd) "
        r"| passe(?:nt|ra)? (?:de # )?a \d+ | on est \d+ "
    )),
    ("news", re.compile(
        rf" (?<!while )(?:he|she|it|they|we|i|there|you|[a-z]+s|[a-z]+er|mum|dad) (?:s|ve|has|have|had) "
        rf"(?:now |just |already |not |all |both |also |since |still )?(?:{_IRREGULAR}|[a-z]{{3,}}ed) "
        rf"| (?:ive|weve|hes|shes|theyve) (?:just |already |still )?(?:{_IRREGULAR}|[a-z]{{3,}}ed) "
        r"| (?:he|she|they) (?:now |just |also |still )?(?:got|went|came|left|lost|found|sold|bought|took|gave"
        r"|[a-z]{3,}ed) (?!to )| we (?:got|lost|found|sold|bought|raised|moved|had to) "
        r"| (?:is|are|was|were) (?:now |still |already |all |both |currently |only |not )?"
        r"(?!required |needed |invited |asked |expected |requested |limited |scheduled |attached |pleased |delighted "
        r"|supposed |allowed |interested |entitled |based )[a-z]{3,}ed (?!to |in to |by )"
        r"| (?:isn|aren|wasn|weren|can|couldn|hasn|haven) t (?:be |been )?(?:coming|working|available|[a-z]+ed|make it)"
        r"| has (?:he |she |it )?(?:had|got) | there (?:s|is|are|was|were|have been|has been) (?!any|no |a chance|something) "
        r"| (?:the )?rest (?:is|are|went) | is (?:flooded|fine|unwell|better|worse) "
        r"| up (?:yesterday|today) | my last day | runs out "
    )),
    ("decision", re.compile(
        r" (?:has|have|ve|had) (?:now |just |formally |finally )?(?:refused|rejected|granted|extended|dismissed|approved"
        r"|agreed|allowed|ruled|resolved|voted|authorised|authorized|overturned|waived|settled|chosen|opted|decided) "
        r"| carried (?:unanimously|nem con|\d+) | (?:we|i) can(?: ?t|not) (?:live with|accept|agree to) "
        r"| (?:will|is|are) not (?:be |being )?(?:renewing|renewed|pursued|going ahead|continued|held|replaced) "
        r"| ne (?:sera|seront) (?:finalement |donc |plus )?pas (?:finalement )?(?:reuni|renouvel|reconduit|retenu|maintenu"
        r"|poursuivi|donne)[a-z]* "
        r"| (?:est|sont|a ete|ont ete) (?:donc |finalement )?(?:repouss|report|valid|approuv|decid|suspend|supprim)"
        r"[a-z]* (?=.{0,60}(?:decision|conseil|comite|client|direction|vote|arrete))"
        r"| je (?:te|vous) (?:la|le|les) (?:prends|achete|laisse) (?:a|pour) \d+ | (?:ca marche|marche conclu|deal) "
    )),
)  # fmt: skip
