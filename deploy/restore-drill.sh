#!/bin/sh
# Restores the newest backup of $BACKUPS into a folder of its own, starts a server on it on ports that are free, looks
# whether it is ready and lets `doctor` speak, and removes the folder. The running server and its data are not touched.
set -eu
backups=${BACKUPS:?the folder of the backups}
cd "$(dirname "$0")/.."
newest=$(ls -1r "$backups" | grep '^baraza-.*\.backup$' | head -n 1)
[ -n "$newest" ] || { echo "There is no backup in $backups."; exit 1; }
drill=$(mktemp -d)
server=
trap '[ -z "$server" ] || { kill "$server"; wait "$server" || true; }; rm -rf "$drill"' EXIT
# A drill uses neither the database nor the objects of the installation.
unset DATABASE_URL BLOB_URL
export BARAZA_DATA="$drill/data" BARAZA_PLATFORM_PORT=0 BARAZA_SITE_PORT=0 BARAZA_DEMO=0 BARAZA_SMTP_URL=
baraza() { node_modules/.bin/node packages/server/bin/baraza.mjs "$@"; }
baraza restore "$backups/$newest"
node_modules/.bin/node packages/server/bin/baraza.mjs serve >"$drill/log" 2>&1 &
server=$!
tries=0
until grep -q '^ready$' "$drill/log"; do
  kill -0 "$server" 2>/dev/null && [ "$tries" -lt 600 ] || { cat "$drill/log"; exit 1; }
  tries=$((tries + 1))
  sleep 0.1
done
node_modules/.bin/node deploy/healthy.mjs
baraza sites list
echo "The drill went well: $newest can be restored and serves."
