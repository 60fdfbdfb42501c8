#!/bin/sh
# Installs the offline bundle on this machine: checks it, loads the image and starts it.
# usage: ./install.sh [--load-only]
set -eu
cd "$(dirname "$0")"
sha256sum --check --quiet SHA256SUMS || {
  echo "The bundle is damaged: copy it again." >&2
  exit 1
}
docker load --input image.tar
[ "${1:-}" = "--load-only" ] && exit 0
if docker compose version > /dev/null 2>&1; then
  docker compose up --detach --no-build
else
  docker-compose up --detach --no-build
fi
echo "The appliance is starting. The first sign-in link is in its log: docker compose logs appliance"
