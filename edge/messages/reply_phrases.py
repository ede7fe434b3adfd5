"""How mail programs introduce what somebody else wrote, and what they put below a text: French and English,
other languages where it costs a word. Lists to extend when a program is met that words it otherwise.
"""

from __future__ import annotations

import re


def _compiled(*choices: str, before: str = "", after: str = "") -> re.Pattern[str]:
    return re.compile(f"{before}(?:{'|'.join(choices)}){after}", re.IGNORECASE)


_INDENT = r"^[ \t]{0,4}"

QUOTED = re.compile(r"[ \t]{0,4}>")
UNQUOTE = re.compile(r"[ \t]{0,4}> ?")

#: A line that only parts what is above from what is below.
RULE = re.compile(rf"{_INDENT}[-_=*—–]{{5,}}+[ \t]*+$")

#: The end of "On Monday, Anne wrote:", of Zoho's "---- On Monday Anne wrote ----", or of a bare
#: "Anne <anne@acme.example>:".
WROTE = _compiled(
    r"wrote", r"writes", r"[ée]crit", r"schrieb", r"escribi[óo]", r"ha scritto", r"schreef", r"[>\]]",
    after="[ \u00a0\u202f]{0,2}(?::|-{4})[ \t]*$",
)  # fmt: skip
#: Its beginning, where it may go over several lines.
ATTRIBUTION = re.compile(r"[ \t]{0,4}(?:---- )?(?:on|le|am|el|il|op)\s", re.IGNORECASE)
#: A time or an address in it: then it is no sentence of somebody's text.
STAMPED = re.compile(r"\d{1,2}[:h.]\d{2}|\S@\S")

_FROM = r"de|from|von|da|exp[ée]diteur"
_SUBJECT = r"objet|subject|sujet|betreff"
FIRST_LABEL = re.compile(
    rf"[ \t]{{0,4}}\*{{0,2}}(?:{_FROM})[ \u00a0]{{0,2}}:\*{{0,2}}[ \t]*\S", re.IGNORECASE
)
LABEL = _compiled(
    _FROM, _SUBJECT, r"envoy[ée](?: le)?", r"sent", r"gesendet", r"date", r"[àa]", r"to", r"an", r"pour",
    r"destinataires?", r"cc", r"copie(?: à)?", r"bcc", r"cci", r"r[ée]pondre [àa]", r"reply-to",
    r"importance",
    before=r"[ \t]{0,4}\*{0,2}", after="[ \u00a0]{0,2}:",
)  # fmt: skip
SUBJECT = re.compile(
    rf"[ \t]{{0,4}}\*{{0,2}}(?:{_SUBJECT})[ \u00a0]{{0,2}}:\*{{0,2}}[ \t]*(.*)", re.IGNORECASE
)

#: "-----Original Message-----": below it, an earlier message with its headers.
ORIGINAL = _compiled(
    r"original (?:message|appointment)", r"message d['’]origine", r"(?:message|mail|courriel) original",
    r"rendez-vous d['’]origine", r"urspr[üu]ngliche nachricht", r"mensaje original", r"messaggio originale",
    before=_INDENT + r"[-_*]{2,}[ \t]{0,4}", after=r"[ \t]{0,4}[-_*]{2,}[ \t]*$",
)  # fmt: skip
_MOVED = r"(?:transf[ée]r[ée]|r[ée]exp[ée]di[ée])"
FORWARD = _compiled(
    r"[-_*]{2,}[ \t]{0,4}forwarded message[ \t]{0,4}[-_*]*",
    r"[-_*]{2,}[ \t]{0,4}forwarded by\b.{0,80}",
    rf"[-_*]{{2,}}[ \t]{{0,4}}(?:message|mail|courriel) {_MOVED}[ \t]{{0,4}}[-_*]*",
    r"[-_*]{2,}[ \t]{0,4}(?:transf[ée]r[ée] par\b.{0,80}|weitergeleitete nachricht.{0,20})",
    r"begin forwarded message ?:",
    "d[ée]but du (?:message|courriel) " + _MOVED + "[ \u00a0]?:",
    before=_INDENT,
    after=r"[ \t]*$",
)
#: A line that a telephone or a program adds.
DEVICE = _compiled(
    r"envoy[ée] (?:de|depuis|à partir de|avec|via) (?:mon|ma|l['’]|la messagerie)",
    r"envoy[ée] (?:(?:de|depuis|à partir de|avec|via) |(?:à partir )?d['’])"
    r"(?:outlook|yahoo|gmail|proton|orange|free|courrier|samsung|un (?:mobile|smartphone|samsung|appareil))",
    r"sent (?:from|via|with) (?:my|outlook|yahoo|gmail|mail for|proton|samsung|a mobile|the all-new)",
    r"get outlook for", r"(?:t[ée]l[ée]charge[rz]|obten(?:ir|e[rz])) outlook",
    r"von meinem \w+ gesendet", r"provenance ?: courrier", r"yahoo mail ?: (?:recherchez|search)",
    before=_INDENT, after=r".{0,60}$",
)  # fmt: skip

#: How a legal or printing notice begins ...
LEGAL = _compiled(
    r"(?:ce (?:message|courriel|mail|courrier)|cet? e-?mail|les informations|l['’]information|le contenu)"
    r"[^:]{0,120}(?:confiden|destin|exclusi)",
    r"(?:this (?:e-?mail|message|communication)|the information|the contents?)"
    r"[^:]{0,120}(?:confiden|intended|exclusi|privileged)",
    r"(?:avertissement|disclaimer|confidentiality notice|avis de confidentialit[ée]|important notice)\b",
    r"avant d['’]imprimer", r"pensez (?:à l['’]environnement|avant d['’]imprimer)", r"n['’]imprimez ce",
    r"please consider the environment",
    before=r"\A[\W_]{0,80}",
)  # fmt: skip
#: ... and words that they hold. A letter that is about a legal matter holds some, too.
LEGAL_WORD = _compiled(
    "confiden", "destinataire", "recipient", "intended", "exclusi", "erreur", "in error", "privileged",
    "d[ée]trui", "delete", "supprim", "disclos", "divulg", "unauthori[sz]ed", "interdit", "prohibited",
    "responsab", "liab", "virus", "environ", "imprim", "print",
)  # fmt: skip
