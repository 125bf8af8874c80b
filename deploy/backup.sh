#!/bin/sh
# Writes a backup to $BACKUPS and keeps the newest $KEEP. Older ones are removed only after the new one is complete.
# The running server writes the file, so its user needs write permission there.
set -eu
backups=${BACKUPS:?the folder of the backups}
keep=${KEEP:-14}
cd "$(dirname "$0")/.."
[ -d "$backups" ] || { echo "The folder $backups does not exist." >&2; exit 1; }
exec node_modules/.bin/node packages/server/bin/baraza.mjs backup "$backups" --keep "$keep"
