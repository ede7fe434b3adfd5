#!/bin/sh
# Questions to the knowledge base that ships: French, English, a table, one that it may not answer ("Perhaps here:") and
# one that it does not ("Not in your documents").
# Usage: demo.sh EDGE (the command to run)
edge=${1:-edge}
unset EDGE_KNOWLEDGE

ask() {
    # 3 is "perhaps here" and "not in your documents": for the last questions that is the right answer.
    [ "$1" = answer ] && expected=0 || expected=3
    shift
    printf '\n$ edge ask "%s"\n' "$*"
    "$edge" ask "$*"
    status=$?
    [ "$status" -eq "$expected" ] || { echo "demo: expected exit code $expected, got $status" >&2; exit 1; }
}

ask answer "Quand un joueur peut-il cesser de noter ses coups ?"
ask answer "What is the default time if a player arrives late?"
ask answer "What happens when a phone rings?"
ask unsure "Que faire s'il n'y a pas de dame disponible au moment de la promotion ?"
ask absent "How much does insurance for the playing venue cost?"
ask absent "Who won the regatta in 1911?"
