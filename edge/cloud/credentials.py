"""What opens something: keys by their beginnings, what a text calls a password or a code, sessions, seeds."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from math import log2

from edge import paths
from edge.errors import EdgeError
from edge.text.spans import Span

#: A shorter password is a word like others.
SHORTEST = 4

_PRIVATE = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|\Z)",
    re.DOTALL,
)
_URL = re.compile(r"(?i)\b[a-z][a-z0-9+.\-]{1,20}://(?P<value>[^\s/:@<>\"']{0,200}:[^\s/@<>\"']{1,200})@")
_HEADER = re.compile(
    r"(?i)\b(?:(?:proxy-)?authorization\s{0,2}[:=]\s{0,2}(?:bearer|basic|token|digest|apikey)?|bearer)\s{1,3}"
    r"[\"']?(?P<value>[A-Za-z0-9+/_.=~:\-]{8,})"
)
_COOKIE = re.compile(r"(?i)\b(?:set-)?cookie\s{0,2}:\s{0,2}(?P<value>[^\n]{4,4000})")
_SEED = re.compile(
    r"(?i)(?:(?:seed|recovery|secret|backup|mnemonic|wallet)[ -]?(?:phrase|words)|mnemonic|seed"
    r"|phrase (?:de r[ée]cup[ée]ration|secr[èe]te|mn[ée]monique)|mots (?:secrets|de r[ée]cup[ée]ration))"
    r"[^\n:=]{0,40}[:=]?\s{0,3}"
    r"(?P<value>(?:\d{1,2}[.)]? ?)?[a-zé]{3,9}(?:[\s,;]{1,3}(?:\d{1,2}[.)]? ?)?[a-zé]{3,9}){11,23})(?![a-zé])"
)
_RECOVERY = re.compile(
    r"(?i)\b(?:codes? de (?:secours|r[ée]cup[ée]ration|sauvegarde)|(?:recovery|backup|emergency) codes?)"
    r"[^\n:]{0,40}[:\n]"
)
_RECOVERY_CODE = re.compile(
    r"(?<![A-Za-z0-9])(?=[A-Za-z0-9\- ]{0,9}\d)[A-Za-z0-9]{4,8}(?:[- ][A-Za-z0-9]{4,8}){0,3}(?![A-Za-z0-9])"
)
_RECOVERY_REACH = 400
_TOTP = re.compile(
    r"(?i)\b(?:totp|otp|2fa|mfa|authenticator|authentificat\w{0,8}|secret)\b[^\n]{0,40}?"
    r"(?P<value>[A-Z2-7]{4}(?: ?[A-Z2-7]{4}){3,15})(?![A-Z2-7a-z])"
)
_UUID = r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
_DENSE = re.compile(r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{20,}={0,2}")

#: What a text calls it.
_NOUN = r"""
    pass[ ]?words? | passphrase | passwd | passcode | pwd | pw | pass(?=[ ]{0,2}[:=])
  | mots?[ ]de[ ]passe | mdp | mp(?=[ ]{0,2}[:=]) | digicode
  | code[ ](?:(?:du[ ]|de[ ]la[ ]|de[ ]l['’]|d['’]|de[ ])?
        (?:wi-?fi|pin|secret|confidentiel|acc[èe]s|porte|portail|alarme|entr[ée]e|immeuble
          |garage|coffre|parking|bo[îi]te[ ][àa][ ]cl[ée]s))
  | (?:wi-?fi|door|gate|access|entry|alarm|safe|garage|building|lock[ ]?box|pin)[ ](?:code|key|pin|password)
  | pin(?:[ ]code)? | (?:wpa2?|network)[ ]key
  | cl[ée]s?[ ](?:wpa2?|wi-?fi|wep|api|secr[èe]te|de[ ]s[ée]curit[ée]|priv[ée]e)
  | (?:api|access|auth|bearer|private|refresh|session|licen[cs]e)[ _-]?(?:key|token|id(?=[ ]{0,2}[:=]))
  | secret(?:[ ]key)? | token | jeton(?:[ ]d['’]acc[èe]s)? | client[ _-]secret
"""
#: How it says what it is: a sign, an arrow, a verb, a line of its own.
_SAYS = r"""
    (?:[ ]{0,3}(?::|=|=>|->|→|⇒)\s{0,3}
      | [ ]{0,2}\n[ ]{0,3}(?=\S{4,})
      | [ ](?:is|est|sera|will[ ]be|devient|becomes|has[ ]been[ ]set[ ]to|a[ ][ée]t[ée][ ]chang[ée][ ]en)
        (?:[ ]?:)?\s{1,2}
      | [ ]c['’]est[ ])
"""
#: What may stand between: whose it is, and for what.
_WHOSE = r"""
    (?:[ ][\w.\-@/'’]{1,20}){0,5}?
"""
_NAMED = re.compile(
    rf"(?ix)(?<!\w)(?:{_NOUN})[\"'»]?{_WHOSE}(?P<says>{_SAYS})[\"'«“]?[ ]?(?P<value>[^\s\"'«»“”<>]+)"
)
#: What stands there when nothing is told.
_NOTHING = frozenset(
    """
    obligatoire requis requise incorrect incorrecte erroné erronée expiré expirée perdu oublié invalide
    valide nécessaire trop très bien pas plus déjà dans sur pour avec celui celle votre notre required
    wrong expired invalid valid correct needed missing lost forgotten not too very the your our that
    case never always also changed reset stored hashed discussed used demandé demandée indiqué envoyé
    envoyée sensible confidentiel confidentielle strictement personnel secret unique written sent kept
    below above under
    """.split()  # noqa: SIM905  a list of words
)


def credentials(plain: str) -> Iterator[Span]:
    """Private keys, keys by their beginnings, users and passwords of addresses, headers, cookies, what a text
    calls a password, code, key or token, seed phrases, recovery codes, one-time secrets, dense tokens.
    """
    yield from (match.span() for match in _PRIVATE.finditer(plain))
    yield from (match.span() for match in _tokens().finditer(plain))
    for pattern in (_URL, _HEADER, _COOKIE, _SEED, _TOTP):
        yield from (
            match.span("value") for match in pattern.finditer(plain) if _told(match["value"], pattern)
        )
    for match in _NAMED.finditer(plain):
        start, end = match.span("value")
        end = start + len(plain[start:end].rstrip(".,;:!?)]")) or end
        if end - start >= SHORTEST and plain[start:end].lower() not in _NOTHING:
            yield start, end
    for match in _RECOVERY.finditer(plain):
        codes = _RECOVERY_CODE.finditer(plain, match.end(), match.end() + _RECOVERY_REACH)
        yield from (code.span() for code in codes)
    yield from (match.span() for match in _DENSE.finditer(plain) if _dense(match[0]))


def _told(value: str, pattern: re.Pattern[str]) -> bool:
    """A word after "bearer" is a word."""
    return pattern is not _HEADER or any(c.isdigit() or c in "=+/_." for c in value) or not value.islower()


@lru_cache(maxsize=1)
def _tokens() -> re.Pattern[str]:
    path = paths.asset("redaction", "tokens.toml")
    try:
        patterns = tomllib.loads(path.read_text(encoding="utf-8"))["patterns"]
    except (OSError, ValueError, KeyError) as error:
        raise EdgeError(
            f"The patterns of keys {path} cannot be read: {error}.", "Install edge again."
        ) from error
    uuid = rf"(?i:\b(?:key|token|secret|heroku|api|cl[ée]|jeton)\b[^\n]{{0,30}}?){_UUID}"
    return re.compile(rf"(?<![A-Za-z0-9_])(?:{'|'.join(patterns)})(?![A-Za-z0-9])|{uuid}")


def _dense(token: str) -> bool:
    """Upper, lower and digits mixed at 3.5 bits a character or more: neither a word nor a file name."""
    mixed = (
        any(c.isupper() for c in token)
        and any(c.islower() for c in token)
        and any(c.isdigit() for c in token)
    )
    share = [token.count(c) / len(token) for c in set(token)]
    return mixed and -sum(p * log2(p) for p in share) >= 3.5
