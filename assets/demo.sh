#!/bin/sh
# Four questions to the knowledge base that ships: French, English, a table, and one it cannot answer.
# Usage: demo.sh EDGE (the command to run)
edge=${1:-edge}
ask() {
    printf '\n\033[1m$ edge ask "%s"\033[0m\n' "$1"
    "$edge" ask "$1"
    status=$?
    # 3 means "not in your documents": for the last question that is the right answer.
    [ "$status" -eq "$2" ] || { echo "demo: expected exit code $2, got $status" >&2; exit 1; }
}

ask "Un joueur peut-il roquer si sa tour est attaquée ?" 0
ask "How long may a player take before losing by default?" 0
ask "king height" 0
ask "How much does it cost to insure the playing venue?" 3
