#!/bin/sh
# Takes a backup into $BACKUPS and keeps the newest $KEEP. An older one is removed only after the new one is whole.
# The running server writes the file, so its user needs to write there.
set -eu
backups=${BACKUPS:?the folder of the backups}
keep=${KEEP:-14}
cd "$(dirname "$0")/.."
[ -d "$backups" ] || { echo "There is no folder $backups." >&2; exit 1; }
exec node_modules/.bin/node packages/server/bin/baraza.mjs backup "$backups" --keep "$keep"
