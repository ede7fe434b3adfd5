#!/bin/sh
# The same search by words alone, and by words and meaning together (all-MiniLM-L6-v2, made by `make minilm`).
# Usage: demo_vectors.sh EDGE FOLDER (the command to run; a folder of the demo's own)
set -e
edge=${1:-edge}
folder=$2
shipped=$(dirname "$0")/handbook/knowledge.db
unset EDGE_KNOWLEDGE
cp "$shipped" "$shipped.manifest.json" "$folder"
question="How long does an arbiter norm stay valid?"

printf '\n$ edge embed --knowledge demo.db\n'
"$edge" embed --knowledge "$folder/knowledge.db"
printf '\n$ edge search "%s" -k 1 --set search.vectors=none\n' "$question"
"$edge" search "$question" -k 1 --knowledge "$folder/knowledge.db" --set search.vectors=none
printf '\n$ edge search "%s" -k 1 --explain\n' "$question"
"$edge" search "$question" -k 1 --knowledge "$folder/knowledge.db" --explain
