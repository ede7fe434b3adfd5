"""Plain statements told by their build: a thing or somebody, then what it does, has or is."""

from __future__ import annotations

from collections.abc import Sequence

from edge.text.regex import regex

_LEAD = (
    r"(?:(?:et|mais|donc|bon|bref|alors|sinon|sachez que|notez que|and|but|so|also|oh|well|now"
    r"|unfortunately|sadly|malheureusement) ){0,4}+"
)
_DETERMINER_FR = (
    r"(?:le|la|les|l|un|une|des|notre|nos|votre|vos|mon|ma|mes|ton|ta|tes|son|sa|ses|leurs?|ce|cette"
    r"|ces|aucune?|plusieurs|chaque)"
)
_VERB_FR = (
    r"(?:(?:ne |n |s |se |y |en )*(?:est|sont|etait|etaient|a|ont|avait|avaient|sera|seront|fait|font|fuit"
    r"|fuient|va|vont|dit|disent|part|partent|vient|viennent|tient|tiennent|contient|comprend|prend|perd|met"
    r"|permet|peut|peuvent|veut|doit|sort|sent|suit|vit|voit|finit|court|dort|sert|plait|manque|reste|date"
    r"|pese|compte|coute|dure|emploie|arrive|passe|fonctionne|marche|commence|ferme|ouvre|trouve|situe"
    r"|applique|appliquent|debute|monte|baisse|augmente|change|prevoit|[a-z]{3,}(?:era|eront|ait|aient"
    r"|ent)))"
)
_DETERMINER_EN = (
    r"(?:the|our|my|his|her|their|your|its|these|those|a|an|no|every|each|some|all|both|mum|dad|gran)"
)
_VERB_EN = (
    r"(?:(?:now|still|only|just|also|already|never) )?(?:is|are|was|were|has|have|had|will|would|isn|aren"
    r"|wasn|weren|hasn|doesn|don|didn|won|got|lost|found|came|went|took|gave|left|made|fell|broke|ran|won"
    r"|sold|bought|said|says|needs?|runs?|opens?|closes?|starts?|ends?|leaves?|lasts?|costs?|loses?|weighs?"
    r"|dates?|lives?|works?|stays?|applies|apply|includes?|contains?|shows?|covers?|means?|hurts?|leaks?"
    r"|stops?|employs?|reaches|goes|comes|takes|[a-z]{3,}ed)"
)
#: States of people. What "it" or "c'" stands for is told elsewhere.
_STATE = (
    r"(?:il|elle|he|she|they) (?:n |ne |y )?(?:a|est|reste|marche|fonctionne|s|is|are|was|were|has|had"
    r"|needs) [a-z]"
    r"|il (?:pleut|neige) |(?:il y a|there (?:is|are|s)) [a-z\d]"
    r"|(?:je|j) (?:suis|ai) (?:en|mal|malade|alite|absent|bloque|coince|rentre|arrive|parti|perdu|rate"
    r"|casse)[a-z]* "
    r"|i (?:m|am) (?:off|back|away|ill|unwell|stuck|down|out|home) |(?:i|we) (?:had an?|lost|won|broke) "
    r"|(?:personne|nobody|tout le monde|everyone|everybody) "
)
_STATEMENT = regex(
    rf"{_LEAD}(?:{_DETERMINER_FR} (?:[a-z\d]+ ){{1,4}}?{_VERB_FR} (?:[a-z\d]+)"
    rf"|{_DETERMINER_EN} (?:[a-z\d]+ ){{1,4}}?{_VERB_EN} (?:[a-z\d]+)|{_STATE})"
)
_LEAST = 4


def is_statement(words: Sequence[str]) -> bool:
    """Of the folded words of one sentence."""
    plain = [word for word in words if word[0].isalnum()]
    return len(plain) >= _LEAST and _STATEMENT.match(" ".join(plain) + " ") is not None
