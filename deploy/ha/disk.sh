#!/bin/sh
# Hands the primary's role to another machine when the disk of this one is full, once until it has room again: PostgreSQL
# without room goes on and refuses what needs another page. `disk.sh` with the variables of node.env, as user postgres.
patroni="http://$NODE_ADDRESS:8008"
while sleep 3; do
  used=$(df --output=pcent "$DATA" | tr -dc 0-9)
  if [ "$used" -lt 97 ]; then
    handed_over=
  elif [ -z "$handed_over" ] && curl -sfo /dev/null "$patroni/primary"; then
    echo "The disk is full ($used %): handing the primary's role over"
    curl -sf "$patroni/switchover" -H 'content-type: application/json' -d "{\"leader\":\"$NODE_NAME\"}" && handed_over=1
  fi
done
