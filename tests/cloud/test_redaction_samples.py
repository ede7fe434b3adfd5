# ruff: noqa: E501  (a sample is easier to read on one line)
"""What leaves masked: over 300 samples as people write them, and ordinary numbers that have to stay.

All values are made up, or published as examples. The shares are rules: a change that loses a kind shows here.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from edge.cloud import sensitive
from edge.cloud.redact import Redactor
from edge.settings import CloudSettings

RULES = sensitive.rules(CloudSettings().redact)

IBANS = ["FR7630006000011234567890189", "DE89370400440532013000", "GB82WEST12345698765432"]
CARDS = ["4111111111111111", "5500000000000004", "378282246310005"]
NIRS = ["184127645108946", "255081416802538", "185022A00400133"]


def broken(value: str, gap: str, size: int = 4) -> str:
    return gap.join(value[at : at + size] for at in range(0, len(value), size))


GAPS = [
    "", " ", "  ", "\t", "\u00a0", "\u2007", "\u2002", "\u3000", "-", "\u2013", "_", ".", "\n", ", ", " | ", "/",
    "\u200b", "\u2009", "\n> ", "*",
]  # fmt: skip
WIDE = str.maketrans("0123456789", "\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19")


def accounts() -> Iterator[tuple[str, str]]:
    for value in IBANS:
        for gap in GAPS:
            yield f"Merci de virer sur {broken(value, gap)} avant lundi.", value
        yield f"IBAN {broken(value, ' ', 1)} svp", value
        yield f"compte {value.translate(WIDE)} ok", value
        yield f"IBAN : [{value[:7]} {value[7:9]}\n{value[9:]}]", value
    yield "RIB : 30006 00001 12345678901 89", "30006000011234567890189"
    yield "banque 30006 | 00001 | 12345678901 | 89 |", "30006000011234567890189"
    yield "30006\t00001\t12345678901\t89", "30006000011234567890189"


def cards() -> Iterator[tuple[str, str]]:
    for value in CARDS:
        for gap in GAPS:
            yield f"Ma carte : {broken(value, gap)}, merci", value
        yield f"carte {broken(value, ' ', 1)}", value
    yield "carte 4111 1111 1111 1111 cryptogramme 847", "847"
    yield "CVV: 847 pour la 4111111111111111", "847"
    yield "4111 1111 1111 1111 exp 09/29", "09/29"


def identities() -> Iterator[tuple[str, str]]:
    for value in NIRS:
        yield f"NIR {value}", value
        yield (
            f"mon numéro : {value[0]} {value[1:3]} {value[3:5]} {value[5:7]} {value[7:10]} {value[10:13]} {value[13:]}",
            value,
        )
        yield f"{value[:13]} {value[13:]} est le sien", value
    for name, value in [
        ("Numéro fiscal", "3012345678901"), ("n° fiscal", "30 12 345 678 901"), ("SPI", "1234567890123"),
        ("Carte nationale d'identité", "880692310285"), ("CNI n°", "X4RTBPFW4"), ("passeport", "15AA12345"),
        ("Numéro de passeport", "12CD45678"), ("titre de séjour", "9903456789"), ("permis de conduire", "930775201234"),
        ("SIREN", "732829320"), ("SIRET", "73282932000074"), ("passport number", "533380006"),
        ("Passport no.", "L01X00T47"), ("social security number", "078-05-1120"), ("NINO", "QQ123456C"),
        ("driving licence", "MORGA753116SM9IJ"), ("tax reference", "1234567890"), ("residence permit", "ZU1234567"),
        ("identity card number", "T22000129"), ("numéro de sécurité sociale", "1841276451089"),
    ]:  # fmt: skip
        yield f"{name} : {value}", value
        yield f"{name} {value}, à rappeler", value


TOKENS = [
    "dop_v1_" + "a1b2c3d4" * 8, "dapi" + "0123456789abcdef" * 2, "shpat_" + "0f1e2d3c" * 4, "NRAK-" + "7F3K9QX2" * 3,
    "AGE-SECRET-KEY-1" + "QPZRY9X8GF2TVDW0" * 3, "sk-ant-api03-abcdefGHIJKL0123", "AKIAIOSFODNN7EXAMPLE",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "glpat-x1Y2z3A4b5C6d7E8f9G0", "xoxb-123456789012-abcdefABCDEF",
    "hf_abcdefGHIJKLmnopQRST", "npm_abcdefGHIJKLmnopQRSTuvwxyz0123456789", "pypi-AgEIcHlwaS5vcmcCJDAwMDAwMDAw",
    "AIzaSyA1234567890abcdefghijklmnopqrstuv", "SG.abcdefghijklmnopqrstuv.ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefg",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ9.ab-1", "hvs.CAESIJlU9JMY1dHX9x", "PMAK-5f1e2d3c4b5a69788f9e0d1c-0a1b2c3d4e5f",
    "whsec_" + "a1B2c3D4" * 4, "lin_api_" + "aB3dE5gH" * 5, "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
]  # fmt: skip


def keys() -> Iterator[tuple[str, str]]:
    for value in TOKENS:
        yield f"le jeton est {value}.", value
        yield f'KEY="{value}"', value
    uuid = "9f8e7d6c-5b4a-4321-8765-0123456789ab"
    yield f"Heroku API key {uuid}", uuid
    yield f"clé : {uuid}", uuid
    yield "https://anna:Secr3tPw@git.example/x.git", "Secr3tPw"
    yield "postgres://app:hunter2x@db.example:5432/main", "hunter2x"
    yield "Authorization: Bearer abcDEF123456ghi", "abcDEF123456ghi"
    yield "Authorization: Basic YW5uYTpzZWNyZXQ=", "YW5uYTpzZWNyZXQ="
    yield "curl -H 'authorization: token 0a1b2c3d4e'", "0a1b2c3d4e"
    yield "Cookie: session=ab12cd34ef56; theme=dark", "session=ab12cd34ef56"
    yield "Set-Cookie: sid=zz99yy88; HttpOnly", "sid=zz99yy88"
    words = "river candle orbit tunnel maple rocket garden window silver planet anchor velvet"
    yield f"Seed phrase: {words}", words
    yield f"ma phrase de récupération : {words}", words
    yield f"recovery phrase\n{words}", words
    yield "TOTP secret JBSWY3DPEHPK3PXPJBSWY3DP", "JBSWY3DPEHPK3PXPJBSWY3DP"
    yield "clé authenticator : JBSW Y3DP EHPK 3PXP", "JBSW Y3DP EHPK 3PXP"
    for code in ("4821-9930", "ab12-cd34", "9f3k-22la"):
        yield f"Codes de secours :\n{code}\n7731-0042", code
        yield f"Your recovery codes: {code}, 5521-8890", code


def passwords() -> Iterator[tuple[str, str]]:
    value = "Tulipe42!x"
    for phrase in [
        "Le mot de passe du wifi est {}", "Votre mot de passe provisoire est : {}", "Mot de passe :\n{}",
        "mdp c'est {}", "Password for the portal: {}", "Your temporary password is: {}", "the new password will be {}",
        "pw: {}", "pass: {}", "code wifi : {}", "Clé WPA : {}", "mot de passe\t{}".replace("\t", " :\t"),
        "mot de passe → {}", "MDP={}", "Mot de passe = {}", "password: {}", "Password is {}", "passphrase: {}",
        "le mot de passe sera {} dès demain", "le nouveau mot de passe est « {} »", 'password "{}"'.replace(' "', ': "'),
        "voici le mot de passe de la boîte : {}", "The Wi-Fi password is {}", "wifi key: {}", "pwd={}", "passwd: {}",
        "mot de passe administrateur : {}", "mot de passe pour le serveur de fichiers : {}", "access code: {}",
        "login anne, mot de passe {}".replace(" {}", " : {}"), "identifiant : anne / mdp : {}", "code d'accès : {}",
        "code secret : {}", "clé API : {}", "api key = {}", "access token: {}", "client_secret: {}", "jeton d'accès : {}",
        "Password for anna@example.org: {}", "mots de passe : {}", "password -> {}", "password => {}",
        "Son mot de passe devient {}", "The password has been set to {}", "clé wifi : {}", "network key: {}",
    ]:  # fmt: skip
        yield phrase.format(value), value
    for phrase, code in [
        ("digicode : {}", "48B21"), ("code du portail : {}", "7391A"), ("le digicode est {}", "48B21"),
        ("door code: {}", "7391"), ("the gate code is {}", "48215"), ("code PIN : {}", "9137"), ("PIN: {}", "9137"),
        ("code de l'alarme : {}", "83021"), ("code d'entrée : {}", "4821B"), ("alarm code is {}", "83021"),
        ("pin code 9137".replace(" 9137", ": {}"), "9137"), ("code de la boîte à clés : {}", "2468"),
    ]:  # fmt: skip
        yield phrase.format(code), code


SAMPLES = [*accounts(), *cards(), *identities(), *keys(), *passwords()]


def compact(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())


def masked(text: str, value: str) -> bool:
    left = compact(Redactor([text], RULES).redact(text))
    digits = compact(value.translate(WIDE))
    return compact(value) not in left and digits not in left


def test_ninety_five_of_a_hundred_samples_are_masked() -> None:
    """Whole: not one half of a number, not another spelling of it."""
    leaked = [text for text, value in SAMPLES if not masked(text, value)]
    assert len(SAMPLES) >= 300
    assert len(leaked) <= 0.05 * len(SAMPLES), leaked


ORDINARY = [
    text.format(number)
    for text, numbers in {
        "Le total est de {} €.": [
            "1 284,50",
            "12 000",
            "48 000",
            "3,5",
            "250",
            "99,90",
            "1.250.000,00",
            "7 350",
        ],
        "invoice total: {} USD": ["1,284.50", "12,000", "48.00", "250", "99.90", "10,350.75"],
        "rendez-vous le {} à 14 h 30": [
            "03/02/2026",
            "12.11.2025",
            "2026-02-03",
            "3 mars 2026",
            "22-11-2026",
        ],
        "commande n° {}": ["2026-00412", "48 213", "A-1077", "BC-2026-118", "000123", "7731"],
        "order number {}": ["1234 5678 9012 3456", "10023948", "55-01-88", "PO-99231", "4500123456"],
        "article {} du contrat": ["12.3", "R. 4121-1", "L. 1232-6", "7", "1103"],
        "version {} est sortie": ["3.11.7", "2026.1", "10.0.19045", "1.2.3-rc4"],
        "error {} at line 42": ["0x80070005", "E7", "404", "ERR_2031", "-32601"],
        "la pression doit rester sous {} bar": ["2,5", "10", "0,35"],
        "référence {}": ["RC400-12", "ISBN 978-2-07-036822-8", "EN 60335-1", "RFC 9110", "TH-2040-B"],
        "{} participants sont inscrits": ["18", "1 204", "350"],
        "the flight leaves at {} from gate 22": ["14:35", "06:10", "23:59"],
        "dossier {}": ["24/01877", "2025-0931", "C-311/18"],
        "coordonnées {}": ["48.8566, 2.3522", "45° 46' N"],
        "page {} sur 120": ["12", "63", "119"],
        "population: {} in 2021": ["67 750 000", "2,102,650", "8.1"],
        "tracking: {}": ["6A12345678901", "1Z999AA10123456784"],
        "the meeting about the password policy is on {}": ["12 May", "3 June 2026"],
        "numéro de chambre {}": ["204", "1108"],
        "serial {} was delivered": ["SN-2231-88", "00418"],
    }.items()
    for number in numbers
]


def test_ordinary_numbers_stay() -> None:
    """Amounts, dates, order numbers, articles, versions, codes: at most two of a hundred are masked."""
    changed = [text for text in ORDINARY if Redactor([text], RULES).redact(text) != text]
    assert len(changed) <= 0.02 * len(ORDINARY), changed


@pytest.mark.parametrize("word", ["Projet Hélios", "acme"])
def test_words_of_ones_own_are_masked(word: str) -> None:
    """cloud.redact_words: in any case of their letters, wherever they stand."""
    text = f"À propos de {word.upper()} et {word.lower()} :"
    assert Redactor([text], RULES, (), [word]).redact(text) == "À propos de [WORD-1] et [WORD-2] :"
