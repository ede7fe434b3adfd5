#!/bin/sh
# Questions across languages: the encoder and the reader that ship find and quote what stands in the other one.
# Two papers are indexed, with vectors, into a folder that goes again.
# Usage: demo_vectors.sh EDGE ASSETS (the command to run, the folder of the assets)
edge=${1:-edge}
documents=${2:-assets}/demo/documents
unset EDGE_KNOWLEDGE
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

printf '\n$ edge index documents --knowledge my.db\n'
"$edge" index "$documents" --knowledge "$folder/my.db" || exit 1

ask() {
    printf '\n$ edge ask --knowledge my.db "%s"\n' "$1"
    "$edge" ask --knowledge "$folder/my.db" "$1" || { echo "demo: expected an answer across languages" >&2; exit 1; }
}

ask "Comment changer le filtre de la pompe ?"
ask "How much is the monthly rent?"
