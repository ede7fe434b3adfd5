#!/bin/sh
# Questions across languages: the encoder that ships finds French pages for English questions and the other way.
# Usage: demo_vectors.sh EDGE (the command to run)
set -e
edge=${1:-edge}
unset EDGE_KNOWLEDGE

search() {
    printf '\n$ edge search "%s" -k 1 --source "%s"\n' "$1" "$2"
    "$edge" search "$1" -k 1 --source "$2"
}

search "Que se passe-t-il si le téléphone d'un joueur sonne ?" "arbiters-handbook-en.pdf"
search "What happens when a player's phone rings?" "guide-de-l-arbitre-fr.pdf"
