#!/bin/sh
# Brings the data of this machine back to a moment: `restore.sh '2035-09-01 08:29:59+03'`, with the variables of node.env, as
# user postgres, while Patroni is stopped on all machines. Further arguments are pgBackRest's.
set -eu
moment=$1
shift
. "$(dirname "$0")/variables.sh"
for endpoint in $(echo "$ETCD_ENDPOINTS" | tr , ' '); do
  if curl --silent --max-time 2 --output /dev/null "http://${endpoint%:*}:8008/"; then
    echo "Patroni still runs on ${endpoint%:*}: stop it first." >&2
    exit 1
  fi
done
pgbackrest restore --delta --type=time --target="$moment" --target-action=promote "$@"
# PostgreSQL alone, without connections, until it has ended its recovery: Patroni would go on to the newest record.
postgresql() { "$PATRONI_POSTGRESQL_BIN_DIR/pg_ctl" -D "$PGBACKREST_PG1_PATH" -w "$@"; }
postgresql start -l "$DATA/restore.log" \
  -o "-c hot_standby=off -c listen_addresses='' -c unix_socket_directories='$DATA' -c synchronous_standby_names=''"
until "$PATRONI_POSTGRESQL_BIN_DIR/pg_controldata" "$PGBACKREST_PG1_PATH" | grep -q 'state: *in production'; do
  if ! postgresql status >/dev/null; then
    tail "$DATA/restore.log" >&2
    exit 1
  fi
  sleep 1
done
postgresql stop
# What etcd knows is of the time after the moment.
printf 'personal-account\nYes I am aware\n' | patronictl -c "$files/patroni.yml" remove personal-account
