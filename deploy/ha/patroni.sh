#!/bin/sh
# Starts Patroni, which starts PostgreSQL of this machine: `patroni.sh` with the variables of node.env, as user postgres.
. "$(dirname "$0")/variables.sh"
export PATRONI_RESTAPI_LISTEN="$NODE_ADDRESS:8008"
export PATRONI_RESTAPI_CONNECT_ADDRESS="$NODE_ADDRESS:8008"
export PATRONI_POSTGRESQL_LISTEN="$NODE_ADDRESS:5432"
export PATRONI_POSTGRESQL_CONNECT_ADDRESS="$NODE_ADDRESS:5432"
export PATRONI_POSTGRESQL_PGPASS="$DATA/pgpass"
export PATRONI_SUPERUSER_USERNAME=postgres
export PATRONI_SUPERUSER_PASSWORD="$SUPERUSER_PASSWORD"
export PATRONI_REPLICATION_USERNAME=replicator
export PATRONI_REPLICATION_PASSWORD="$REPLICATION_PASSWORD"
exec patroni "$files/patroni.yml"
