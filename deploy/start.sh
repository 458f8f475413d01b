#!/bin/sh
# `deploy/start.sh ID_HOST PAGE_HOST` builds the image, makes settings and secrets if there are none, and starts it all.
# `deploy/start.sh` starts what is there, after an update too; at first it takes id.localhost and vault.localhost.
set -eu
cd "$(dirname "$0")"
umask 077

# An own user for the containers: whoever starts this, so that the secrets are readable by one user alone.
owner=$(id -u):$(id -g)
[ "$(id -u)" != 0 ] || owner=1000:1000

if [ ! -e .env ]; then
  printf 'ID_HOST=%s\nPAGE_HOST=%s\nOWNER=%s\n' "${1:-id.localhost}" "${2:-vault.localhost}" "$owner" > .env
elif [ $# -gt 0 ]; then
  echo 'The host names are in deploy/.env already: edit that, and leave them out here.' >&2
  exit 2
fi

docker compose build

password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }

# Renamed at the end: a start that breaks off leaves no half of the secrets.
if [ ! -e secrets ]; then
  rm -rf secrets.unfinished
  mkdir secrets.unfinished
  [ "$(id -u)" != 0 ] || chown "$owner" secrets.unfinished
  docker run --rm --network none --user "$owner" --volume "$PWD/secrets.unfinished:/secrets" countersign \
    secrets --directory /secrets > secrets.unfinished/settings
  grep -o 'OPAQUE_SERVER_KEYS=.*' secrets.unfinished/settings > page.env
  rm secrets.unfinished/settings
  owning=$(password) serving=$(password)
  cd secrets.unfinished
  echo "$owning" > POSTGRES_PASSWORD
  echo "$serving" > SERVING_PASSWORD
  # PostgreSQL's own user reads it too; this folder lets nobody else in.
  chmod 0644 SERVING_PASSWORD
  echo "postgresql://countersign:$owning@postgres/countersign" > MIGRATING_DATABASE_URL
  echo "postgresql://countersign_serving:$serving@postgres/countersign" > DATABASE_URL
  cd ..
  [ "$(id -u)" != 0 ] || chown "$owner" secrets.unfinished/*
  mv secrets.unfinished secrets
  echo "Made deploy/secrets: keep a copy apart from the backups of the database. Without it nobody's password works."
fi

# An older version made the others, which stay.
if [ ! -e secrets/TOKEN_SECRET ]; then
  password > secrets/unfinished
  [ "$(id -u)" != 0 ] || chown "$(sed -n 's/^OWNER=//p' .env)" secrets/unfinished
  mv secrets/unfinished secrets/TOKEN_SECRET
fi

docker compose up --detach --wait
docker compose exec --no-TTY id countersign doctor
