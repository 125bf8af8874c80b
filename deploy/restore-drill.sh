#!/bin/sh
# Restores the newest backup in $BACKUPS to a separate folder next to it, starts a server there on free ports, checks
# that it is ready, lists the sites, and removes the folder. The running server and its data are not touched, and
# pending deliveries in the backup are not sent.
set -eu
backups=${BACKUPS:?the folder of the backups}
cd "$(dirname "$0")/.."
# The file names of `baraza backup FOLDER` sort by time.
newest=$(LC_ALL=C ls -1r "$backups" |
  grep -E '^baraza-[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}-[0-9]{2}-[0-9]{2}-[0-9]{3}Z\.backup$' | head -n 1)
[ -n "$newest" ] || { echo "$backups has no file that was named by baraza backup."; exit 1; }
# Not in /tmp, which is memory on many machines and smaller than a backup.
drill=$(mktemp -d "$backups/drill-XXXXXX")
server=
trap '[ -z "$server" ] || { kill "$server"; wait "$server" || true; }; rm -rf "$drill"' EXIT
# A drill uses neither the database nor the objects of the installation, and is not a node.
unset DATABASE_URL BLOB_URL BARAZA_ROLE BARAZA_OPERATOR_URL BARAZA_GRANT_FILE BARAZA_SMTP_URL BARAZA_HOST
export BARAZA_DATA="$drill/data" BARAZA_PLATFORM_PORT=0 BARAZA_SITE_PORT=0 BARAZA_DEMO=0 BARAZA_DELIVERIES=0 BARAZA_RESTART=0
baraza() { node_modules/.bin/node packages/server/bin/baraza.mjs "$@"; }
baraza restore "$backups/$newest"
# The log must exist, because the loop below may read it before the server opens it.
: >"$drill/log"
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
