"""Papers as people have them, written for the tests: a contract, a long reference, a guide, all invented."""

from __future__ import annotations

CONTRACT = """# Lease of the workshop at 14 Quay Lane

Between Harrow Estates ("the Landlord") and Ida Brandt ("the Tenant").

## Article 1 – Premises

The Landlord lets to the Tenant the ground-floor workshop of 86 square metres with its yard.

## Article 2 – Use

The premises serve as a bookbinder's workshop. Any other use needs the Landlord's written consent.

## Article 3 – Term

The lease runs for nine years from 1 February. Either party may end it at the close of each third year.

## Article 4 – Rent

The rent is 1,240 euros a month, payable in advance on the fifth day.
It follows the index of commercial rents once a year.

## Article 5 – Deposit

On signature the Tenant pays a deposit of two months' rent. It is returned within sixty days of the keys.

## Article 6 – Notice

Notice is given by registered letter at least six months ahead. A shorter notice has no effect.

## Article 7 – Repairs

The Tenant sees to the small repairs and the yearly service of the heating.
Roof, walls and drains are the Landlord's.

## Article 8 – Insurance

The Tenant insures the premises against fire and water, and shows the policy each January.

## Article 9 – Subletting

The Tenant may sublet no part of the premises, not even for a time.

## Article 10 – Late payment

A sum paid late bears interest at three points above the legal rate, without any reminder.
"""

BAIL = """# Contrat de location du véhicule utilitaire

Entre la société Marelle, loueur, et l'association Les Quatre Saisons, locataire.

## Article 1 – Objet

Le loueur met à disposition un fourgon de douze mètres cubes, immatriculé en Loire-Atlantique.

## Article 2 – Durée

La location est conclue pour dix-huit mois à compter du 3 avril. Elle ne se renouvelle pas d'elle-même.

## Article 3 – Loyer

Le loyer mensuel est de 415 euros, prélevé le dix de chaque mois.

## Article 4 – Kilométrage

Le forfait comprend 1 500 kilomètres par mois. Chaque kilomètre de plus est facturé 0,18 euro.

## Article 5 – Entretien

Le loueur prend à sa charge les révisions et les pneus. Le locataire tient les niveaux d'huile et d'eau.

## Article 6 – Sinistre

Tout accident est déclaré au loueur dans les deux jours ouvrés. La franchise est de 600 euros.

## Article 7 – Résiliation

Le locataire peut résilier moyennant un préavis de trois mois adressé par lettre recommandée.

## Article 8 – Restitution

Le véhicule est rendu propre, réservoir plein, au dépôt de Rezé avant dix-sept heures.
"""

_THINGS = (
    "mirror", "relay", "cache", "journal", "ledger", "beacon", "courier", "archive", "gateway", "lantern",
)  # fmt: skip
_TRAITS = ("timeout", "retries", "limit", "folder", "mode", "colour")
_SAYS = {
    "timeout": "Seconds the {thing} waits before it gives up. Default: {value}.",
    "retries": "How often the {thing} tries again after a failure. Default: {value}.",
    "limit": "The most entries that the {thing} holds at once. Default: {value}00.",
    "folder": "Where the {thing} keeps its files. Default: /var/lib/{thing}{value}.",
    "mode": "How the {thing} treats what it does not know: strict, lenient or mode-{value}.",
    "colour": "The colour of the {thing} in the status view, a number of the palette. Default: {value}.",
}


def value_of(thing: str, trait: str) -> int:
    """The number that the reference gives for an option."""
    return 3 + 6 * _THINGS.index(thing) + _TRAITS.index(trait)


def reference() -> str:
    """Sixty options, each under a heading of its own."""
    entries = [
        f"### {thing}.{trait}\n\n{_SAYS[trait].format(thing=thing, value=value_of(thing, trait))}\n"
        for thing in _THINGS
        for trait in _TRAITS
    ]
    return "# Waypost: settings\n\nEvery setting is read once, when Waypost starts.\n\n" + "\n".join(entries)


GUIDE = """# Kestrel tea urn: owner's guide

## Before first use

Wash the tank with warm water. For descaling you need:

- 200 ml of white vinegar
- one litre of cold water
- a soft brush

## Descaling

Descale the urn when the lamp blinks amber. Proceed as follows:

1. Empty the tank and let it cool.
2. Pour in the vinegar and the water.
3. Press START for five seconds.
4. Rinse twice with fresh water.

## The lamp

The lamp shows green while the water is warm enough to pour. A steady red lamp means that the tank is empty.

## Keeping it on

After four hours without use the urn switches itself off.
To keep it warm all day, hold the flame button until it beeps twice.

## Reading the counter from a computer

Connect the cable and run the counter tool, which prints the number of litres poured:

```sh
kestrel --port /dev/ttyUSB0 \\
        --read litres
```

## Réservoir et lavage

Ne passez jamais la cuve au lave-vaisselle : le joint n'y résiste pas.

Pour le nettoyage hebdomadaire, il faut :

- une éponge douce
- du savon noir
- un chiffon sec

Le bouton bleu verrouille le robinet, afin que les enfants ne se brûlent pas.
"""
