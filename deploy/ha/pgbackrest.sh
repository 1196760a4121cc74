#!/bin/sh
# pgBackRest of one database machine: `pgbackrest.sh info`, with the variables of node.env, as user postgres.
. "$(dirname "$0")/variables.sh"
export PGHOST="$NODE_ADDRESS" PGUSER=postgres PGPASSWORD="$SUPERUSER_PASSWORD"
exec pgbackrest "$@"
