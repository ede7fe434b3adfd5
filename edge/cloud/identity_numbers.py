"""Numbers that a state gives to a person: by their own check where they have one, else by the word before."""

from __future__ import annotations

import re
from collections.abc import Iterator

from edge.text.spans import Span

_GAP = r"[ \n.\-_|/]{0,3}"
_NIR = re.compile(
    rf"(?<!\d)[1-478]{_GAP}\d{_GAP}\d{_GAP}(?:0{_GAP}[1-9]|1{_GAP}[0-2]|[2-9]{_GAP}\d){_GAP}"
    rf"(?:\d{_GAP}\d|2{_GAP}[ABab])(?:{_GAP}\d){{6}}(?P<key>(?:{_GAP}\d){{2}})?(?!\d)"
)
#: What such a number is called, in French and English.
_NAMED = re.compile(
    r"""(?ix)\b(?:
      (?:num[ée]ro|n[°ºo]|code|identifiant|r[ée]f[ée]rence)?\ ?(?:
          fiscal(?:e)? | spi | d['’]imp[ôo]ts? | de\ contribuable
        | (?:de\ |d['’]|du\ |de\ la\ )?(?:
            s[ée]cu(?:rit[ée]\ sociale)? | carte\ (?:nationale\ )?d['’]identit[ée] | carte\ vitale | cnie?
          | passeport | titre\ de\ s[ée]jour | permis(?:\ de\ conduire)? | siren | siret | nir )
      )
      | tax(?:payer)?\ (?:id(?:entification)?(?:\ number)?|number|no\.?|reference) | tin | utr
      | social\ security(?:\ (?:number|no\.?))? | ssn | national\ insurance(?:\ (?:number|no\.?))? | nino
      | passport(?:\ (?:number|no\.?))? | (?:identity|id)\ card(?:\ (?:number|no\.?))?
      | residence\ permit(?:\ (?:number|no\.?))? | driv(?:ing|er'?s)\ licen[cs]e(?:\ (?:number|no\.?))?
    )
    (?:\ (?:num[ée]ro|number|n[°ºo]\.?|no\.?|est|is|de\ la\ soci[ée]t[ée]|personnel|porte\ le)){0,3}+
    [ \n:=#°ºo.|,\-(]{0,5}(?:est|is)?[ :]{0,2}
    (?P<value>[A-Za-z]{0,5}\d[A-Za-z0-9]{0,20}+(?:[ .\-/](?=[A-Za-z]{0,5}\d)[A-Za-z0-9]{1,20}+){0,7})"""
)
#: Digits of such a number; or so many characters with a few digits among them.
_FEWEST, _LONG = 6, 9
_SSN = re.compile(r"(?<![\d-])(?!000|666|9)\d{3}-(?!00)\d\d-(?!0000)\d{4}(?![\d-])")
_NINO = re.compile(
    r"(?<![A-Za-z0-9])[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d\d ?\d\d ?\d\d ?[A-D](?![A-Za-z0-9])"
)


def identities(plain: str) -> Iterator[Span]:
    """Social security (NIR by its key, SSN, NINO), and what a text calls a tax, identity card, passport,
    permit, SIREN or SIRET number.
    """
    for match in _NIR.finditer(plain):
        if match["key"] and _nir("".join(c for c in match[0] if c.isalnum()).upper()):
            yield match.span()
    for pattern in (_SSN, _NINO):
        yield from (match.span() for match in pattern.finditer(plain))
    for match in _NAMED.finditer(plain):
        digits = sum(c.isdigit() for c in match["value"])
        if digits >= _FEWEST or (digits > 1 and sum(c.isalnum() for c in match["value"]) >= _LONG):
            yield match.span("value")


def _nir(characters: str) -> bool:
    """13 characters and two of key: 97 less the rest of the number; Corsica's letters stand for digits."""
    digits = characters[:13].replace("2A", "19", 1).replace("2B", "18", 1)
    return digits.isdigit() and 97 - int(digits) % 97 == int(characters[13:])
