#!/bin/sh
# Questions to the knowledge base that ships: French, English, a table, one that it may not answer ("Perhaps here:") and
# one that it does not ("Not in your documents").
# Usage: demo.sh EDGE (the command to run)
edge=${1:-edge}
unset EDGE_KNOWLEDGE

ask() {
    expected=$1
    shift
    printf '\n$ edge ask "%s"\n' "$*"
    "$edge" ask "$*"
    status=$?
    # 3 means "perhaps here" or "not in your documents": for the last questions that is the right answer.
    [ "$status" -eq "$expected" ] || { echo "demo: expected exit code $expected, got $status" >&2; exit 1; }
}

ask 0 "Quand un joueur peut-il cesser de noter ses coups ?"
ask 0 "What is the default time if a player arrives late?"
ask 0 "What happens when a phone rings?"
ask 3 "Comment un enfant doit-il appeler l'arbitre pendant sa partie ?"
ask 3 "How much does insurance for the playing venue cost?"
ask 3 "Who won the regatta in 1911?"
