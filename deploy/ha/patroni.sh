#!/bin/sh
# Starts Patroni, which starts PostgreSQL of this machine: `patroni.sh` with the variables of node.env, as user postgres.
export PATRONI_NAME="$NODE_NAME"
# Not ETCD3: by it, Patroni before 3.1 overwrites the lock of a new primary when an isolated one comes back
# (patroni/patroni#2689), and acknowledged writes are lost.
export PATRONI_ETCD_HOSTS="$ETCD_ENDPOINTS"
export PATRONI_RESTAPI_LISTEN="$NODE_ADDRESS:8008"
export PATRONI_RESTAPI_CONNECT_ADDRESS="$NODE_ADDRESS:8008"
export PATRONI_POSTGRESQL_LISTEN="$NODE_ADDRESS:5432"
export PATRONI_POSTGRESQL_CONNECT_ADDRESS="$NODE_ADDRESS:5432"
export PATRONI_POSTGRESQL_DATA_DIR="$DATA/postgresql"
export PATRONI_POSTGRESQL_BIN_DIR="${POSTGRESQL_BIN-/usr/lib/postgresql/15/bin}"
export PATRONI_POSTGRESQL_PGPASS="$DATA/pgpass"
export PATRONI_SUPERUSER_USERNAME=postgres
export PATRONI_SUPERUSER_PASSWORD="$SUPERUSER_PASSWORD"
export PATRONI_REPLICATION_USERNAME=replicator
export PATRONI_REPLICATION_PASSWORD="$REPLICATION_PASSWORD"
exec patroni "$(dirname "$0")/patroni.yml"
