#!/bin/sh
# Starts etcd of one machine: `etcd.sh` with the variables of node.env.
exec etcd --name "$NODE_NAME" --data-dir "$DATA/etcd" \
  --listen-client-urls "http://$NODE_ADDRESS:2379" --advertise-client-urls "http://$NODE_ADDRESS:2379" \
  --listen-peer-urls "http://$NODE_ADDRESS:2380" --initial-advertise-peer-urls "http://$NODE_ADDRESS:2380" \
  --initial-cluster "$CLUSTER" --initial-cluster-state new --enable-v2 --heartbeat-interval 250 --election-timeout 2500
