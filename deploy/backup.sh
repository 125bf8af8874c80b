#!/bin/sh
# Takes a backup into $BACKUPS and keeps the newest $KEEP. An older one is removed only after the new one is whole.
# The running server writes the file, so its user needs to write there.
set -eu
backups=${BACKUPS:?the folder of the backups}
keep=${KEEP:-14}
cd "$(dirname "$0")/.."
node_modules/.bin/node packages/server/bin/baraza.mjs backup "$backups/baraza-$(date -u +%Y%m%dT%H%M%SZ).backup"
# The names sort by time.
ls -1r "$backups" | grep '^baraza-.*\.backup$' | tail -n "+$((keep + 1))" | while read -r old; do
  rm -f "$backups/$old"
done
