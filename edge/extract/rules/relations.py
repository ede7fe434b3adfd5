"""Who somebody is to somebody, told by a role and a name."""

from __future__ import annotations

from edge.text.regex import regex

_KIN_NOUN = (
    r"(?:beau|belle|demi|ex)?-?(?:fr[èe]re|s[oœ]e?ur|mari|femme|fils|fille|m[èe]re|p[èe]re|cousine?|neveu|"
    r"ni[èe]ce|tante|oncle|coll[èe]gue|assistante?|associ[ée]e?|voisine?|compagn[eo]n?e?|marraine|parrain)"
)
_KIN = regex(
    rf"\b(?:le|la|l['’]){_KIN_NOUN}\s(?:de|d['’])\s?[A-ZÀ-Þ]"
    rf"|\b(?:le|la)\s{_KIN_NOUN}\s(?:de\s|d['’])[A-ZÀ-Þ]"
    r"|\b[A-Z][a-z]+['’]s\s(?:brother|sister|husband|wife|son|daughter|mother|father|mum|mom|dad|cousin"
    r"|uncle|aunt|partner|colleague|assistant|neighbour|neighbor)(?:-in-law)?\b"
)

# Who somebody is to somebody, beside the name: "M. Hocquet, son professeur", "her son Giles".
_ROLE = (
    r"(?:prof(?:esseure?)?|ma[iî]tresse|m[ée]decin|notaire|avocate?|conseill[eè]re?|entra[iî]neu(?:r|se)"
    r"|coach|tuteur|tutrice|coll[èe]gue|assistante?|associ[ée]e?|patron(?:ne)?|chef(?:fe)?|directeur"
    r"|directrice|adjointe?|comptable|stagiaire|nounou|oncle|tante|cousine?|neveu|ni[eè]ce|marraine|parrain"
    r"|beau-fr[eè]re|belle-s[oœ]e?ur|grand-(?:m[eè]re|p[eè]re)|voisine?|fils|fille|fr[èe]re|s[oœ]ur|m[èe]re"
    r"|p[èe]re|mari|femme|compagne|compagnon|cop(?:ain|ine)|teacher|tutor|solicitor|lawyer|doctor|gp|dentist"
    r"|coach|manager|boss|assistant|colleague|partner|accountant|accompanist|agent|landlord|landlady|nanny"
    r"|son|daughter|brother|sister|mother|father|mum|mom|dad|husband|wife|cousin|niece|nephew|aunt|uncle"
    r"|friend|flatmate|neighbour|deputy|foreman|super|supervisor|intern)"
)
_OWNED = r"(?:mon|ma|son|sa|notre|leur|my|his|her|our|their)"  # "your son": the reader knows that
_CALLED = r"(?:(?:is|called|named|est|appelée?|nommée?|maître|young|little|old|petite?) )?"
_DAY = (
    r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|September|October|November|December)\b"
)
# "Bonjour, mon fils, ..." calls nobody "Bonjour".
_CALL = (
    r"(?:Sorry|Yes|No|Hello|Hi|Hey|Dear|Thanks|Well|Oh|Ok|OK|Okay|Also|Today|Tomorrow|Yesterday|Bonjour|Bonsoir"
    r"|Salut|Coucou|Merci|Oui|Non|Désolée?|Pardon|Bon|Alors|Donc|Hier|Demain|Enfin)\b"
)
# They end as roles do.
_THING = (
    r"(?:restaurant|appartement|apartment|department|event|dinner|paper|newsletter|river|tower|number|server|router"
    r"|printer|cent(?:er|re)|chapter|quartier|atelier|calendrier|dossier|panier|horaire|itin[ée]raire|adresse?|order"
    r"|offer|letter|quarter|december|november|october|september|soir[ée]e|journ[ée]e|arriv[ée]e|entr[ée]e|color|floor"
    r"|door|moment|document|projet)s?\b"
)
_WHO = regex(
    rf"\b(?i:{_OWNED}) (?:[a-zà-ÿ-]+ )?{_ROLE},? {_CALLED}(?!I\b|{_DAY})(?:(?:M\.|Mme|Mlle|Dr|Mrs?"
    r"|Ms) )?[A-ZÀ-Þ][\w'’-]+"
    rf"|\b[A-ZÀ-Þ][\w'’-]+, who (?:was|is) {_OWNED} (?:[a-zà-ÿ-]+ ){{0,2}}?{_ROLE}\b"
    rf"|\b(?!{_CALL}|{_DAY})[A-ZÀ-Þ][\w'’-]+, {_OWNED} (?:[a-zà-ÿ-]+ ){{0,2}}?{_ROLE}(?: [a-zà-ÿ-]+)?[,.;:)]"
    r"|\b[A-ZÀ-Þ][\w'’-]+ (?:est|sera|is|was) (?:desormais |maintenant |now )?(?:l['’]|la |le |the )"
    rf"(?:nouve(?:au|lle) |new )?(?:{_ROLE}|head|director|chair|principal|présidente?) (?:de|du|des|d['’]|of"
    r"|for|at)\b"
    r"|^(?:(?:M\.|Mme|Mlle|Dr|Mrs?\.?|Ms) )?[A-ZÀ-Þ][\w'’-]+(?: (?:et|and|&) [A-ZÀ-Þ][\w'’-]+)? "
    r"(?:(?:a |nous )?rejoint|rejoindra|a quitté (?=[A-Z])|se (?:marient|séparent)|se sont (?:mariés|séparés"
    r"|fiancés)|travaille (?:chez|pour|avec)|succède|suit (?:mon|ma|mes)|(?:has )?join(?:ed|s) (?:us|the"
    r"|our)|has left (?=[A-Z])|got (?:married|engaged)|works (?:at|for|with)|looks after (?:my|our)"
    r"|reports to)\b"
    r"|\b(?:case ?worker|advis[eo]r|interlocut(?:eur|rice)|conseill(?:er|ère)|référente?|account manager) "
    r"(?:est|sera|is|will be) (?:M\.|Mme|Mlle|Dr|Mrs?|Ms|[A-ZÀ-Þ][a-zà-ÿ]+)"
    # "Our welfare officer is Dawn Kettle": whatever the role, a name in two words says whose it is.
    rf"|\b(?i:{_OWNED}|the new|la nouvelle|le nouveau|votre nouve(?:au|lle)"
    rf"|your new) (?:[a-zà-ÿ-]+ ){{0,2}}(?!{_THING})"
    r"(?:[a-zà-ÿ-]+(?:[eo]rs?|ist|ian|ant|ent|ary|eure?|euse|rice|iste|i[eè]re?|aire|ienne?|[ae]nte|ée?)|chair|head"
    r"|lead|rep|coach|captain|host|contact) "
    rf"(?:is|est|sera|will be) (?:now |désormais )?(?!{_DAY})(?:(?:M\.|Mme|Mlle|Dr|Mrs?|Ms) )?"
    r"[A-ZÀ-Þ][a-zà-ÿ'’-]+ (?:(?:de|van|von|le|la) )?[A-ZÀ-Þ][a-zà-ÿ'’-]+"
    # "Mick takes over as groundsman": one who comes in another's place, at the head of a sentence too.
    rf"|^(?!{_CALL}|{_DAY}|(?:He|She|They|It|This|That|Il|Elle|Cela)\b)[A-ZÀ-Þ][a-zà-ÿ'’-]+"
    rf"(?: [A-ZÀ-Þ][a-zà-ÿ'’-]+)? (?:will |has )?(?:takes? over|taken over|took over|steps? (?:down"
    rf"|up) as|stepped (?:down|up) as"
    rf"|replaces (?=[A-Z])|prend la (?:suite|relève)|prend le relais|reprend le poste|part à la retraite"
    rf"|s['’]occupe désormais)\b"
    # "He's my foreman", "c'est le neveu de Mickael", "(maman de Lilou)".
    rf"|\b(?:[Hh]e|[Ss]he)(?:['’]?s| is) (?:my|our|his|her|their|the [a-z]+['’]s|[A-Z][a-z]+['’]s"
    rf"|ma) (?:[a-z]+(?:['’]s)? )?"
    rf"(?:{_ROLE}|boy|lad|girl|mate)\b"
    rf"|\b[Cc]['’]est (?:mon|ma|notre|(?:le|la) (?=[a-zà-ÿ-]+ d(?:e |['’])[A-ZÀ-Þ])) ?{_ROLE}\b"
    r"|\((?:la |le )?(?:maman|papa|m[èe]re|p[èe]re|mamie|papi|tante|tonton) d(?:e |['’])[A-ZÀ-Þ]"
    # "Colin Babbage, our churchwarden, has the keys": behind a name in two words, whatever the role.
    rf"|(?<![AaIiTtOo][tno] )(?<!\bof )\b(?!{_CALL}|{_DAY}"
    rf"|[AIO][tn] )[A-ZÀ-Þ][a-zà-ÿ'’-]+ [A-ZÀ-Þ][a-zà-ÿ'’-]+, (?:my|our|his|her|their|mon|ma|notre|leur|sa)"
    r" (?:[a-zà-ÿ-]+ )?[a-zà-ÿ-]{4,}, "
    rf"|\b(?:élue?|nommée?|désignée?|elected|appointed|named) (?:[a-zà-ÿ]+ )?(?:pr[ée]sidente?"
    rf"|tr[ée]sori[eè]re?|"
    rf"secr[ée]taire|capitaine|chair|treasurer|secretary|captain|president|head|directeur|directrice)\b"
)


def tells_who(text: str) -> bool:
    """The text puts a role beside a name."""
    return _KIN.search(text) is not None or _WHO.search(text) is not None
