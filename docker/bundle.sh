#!/bin/sh
# Writes the offline bundle: the image with its models, compose.yaml and the installer.
# usage: docker/bundle.sh [--build-arg NAME=VALUE …]
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
out=${BUNDLE:-$top/meeting-appliance-bundle.tar.gz}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "Building the image …"
docker build --tag meeting-appliance:latest "$@" "$top"
folder=$work/meeting-appliance
mkdir "$folder"
echo "Saving the image …"
docker save --output "$folder/image.tar" meeting-appliance:latest
# The other machine has no source to build from.
sed '/^    build:/,/^      target:/d' "$top/compose.yaml" > "$folder/compose.yaml"
cp "$top/docker/install.sh" "$top/docker/README.md" "$top/LICENSE" "$folder/"
chmod 0755 "$folder/install.sh"
(cd "$folder" && sha256sum image.tar compose.yaml install.sh > SHA256SUMS)
echo "Packing …"
tar -C "$work" -czf "$out.part" meeting-appliance
mv "$out.part" "$out"
echo "The bundle is $out"
