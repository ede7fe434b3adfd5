#!/bin/sh
# Four messages beside a calendar: what is worth keeping in them, and what clashes. Nothing is kept, nothing leaves.
# Usage: demo_messages.sh EDGE ASSETS (the command to run, the folder of the assets)
edge=${1:-edge}
here=${2:-assets}/demo

printf '\n$ edge extract inbox --calendar calendar.ics\n'
"$edge" extract "$here/inbox" --calendar "$here/calendar.ics" --no-keep
