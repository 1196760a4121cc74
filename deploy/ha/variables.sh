# What Patroni and pgBackRest read, from the variables of node.env. Sourced by the scripts beside it.
files=$(cd "$(dirname "$0")" && pwd)
export PATRONI_NAME="$NODE_NAME"
# Not ETCD3: by it, Patroni before 3.1 overwrites the lock of a new primary when an isolated one comes back
# (patroni/patroni#2689), and acknowledged writes are lost.
export PATRONI_ETCD_HOSTS="$ETCD_ENDPOINTS"
export PATRONI_POSTGRESQL_BIN_DIR="${POSTGRESQL_BIN-/usr/lib/postgresql/15/bin}"
export PATRONI_POSTGRESQL_DATA_DIR="$DATA/postgresql"
# PostgreSQL inherits them, so they hold for its archive_command and restore_command too.
export PGBACKREST_CONFIG="$files/pgbackrest.conf"
export PGBACKREST_STANZA=account
export PGBACKREST_PG1_PATH="$DATA/postgresql"
export PGBACKREST_LOCK_PATH="$DATA/pgbackrest"
