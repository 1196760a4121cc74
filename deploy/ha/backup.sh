#!/bin/sh
# Backs the database up: `backup.sh --type=full` (or diff, incr), with the variables of node.env, as user postgres. Every
# machine may start it: only the primary does it.
set -eu
curl --fail --silent --output /dev/null "http://$NODE_ADDRESS:8008/primary" || exit 0
directory=$(dirname "$0")
# Numbers of rows, which the restore test compares.
figures=$(PGPASSWORD="$SUPERUSER_PASSWORD" psql --no-psqlrc --tuples-only --no-align --field-separator== \
  --file="$directory/figures.sql" --host="$NODE_ADDRESS" --username=postgres account)
# shellcheck disable=SC2046 # One argument for each.
exec "$directory/pgbackrest.sh" backup "$@" $(printf -- '--annotation=%s ' $figures)
