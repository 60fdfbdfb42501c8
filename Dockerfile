# One image with everything: the built server and pages, the speech engine, ffmpeg, Ollama and the command line.
# Build it with `docker build -t meeting-appliance .`; docker/README.md has the arguments and the GPU target.
ARG NODE_IMAGE=node:24-bookworm-slim
ARG OLLAMA_IMAGE=ollama/ollama:0.17.4

FROM ${OLLAMA_IMAGE} AS ollama

FROM ${NODE_IMAGE} AS base
ENV DEBIAN_FRONTEND=noninteractive

# What Ollama needs without a graphics card.
FROM base AS ollama-cpu
COPY --from=ollama /usr/lib/ollama /ollama
RUN rm -rf /ollama/cuda* /ollama/mlx* /ollama/rocm* /ollama/vulkan*

FROM base AS build
RUN apt-get update -q && apt-get install -y -q --no-install-recommends \
    ca-certificates cmake ffmpeg g++ git make python3 \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/appliance
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
# Before the rest of the source, so that a change of ours does not compile the engine and the database driver again.
ENV APPLIANCE_PORTABLE_BUILD=1 XDG_CACHE_HOME=/opt/cache
RUN --mount=type=bind,source=scripts/lib,target=scripts/lib \
    --mount=type=bind,source=scripts/image,target=scripts/image \
    --mount=type=bind,source=scripts/whisper,target=scripts/whisper \
    --mount=type=bind,source=models/speech,target=models/speech \
    --mount=type=bind,source=models/sample,target=models/sample \
    node scripts/image/engine.mjs /opt/engine && rm -rf /opt/cache
COPY . .
RUN node scripts/build.mjs && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf web server cli node_modules/nodejs-whisper/cpp node_modules/sqlite3/deps \
    node_modules/sqlite3/build/Release/obj* node_modules/sqlite3/build/Release/*.a \
  && chmod -R a+rX /opt/engine /opt/appliance

FROM base AS tools
RUN apt-get update -q && apt-get install -y -q --no-install-recommends \
    ca-certificates ffmpeg libgomp1 restic tini util-linux \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 10001 appliance \
  && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin appliance \
  && install -d -o appliance -g appliance -m 0700 /data \
  && printf '#!/bin/sh\nexec node --enable-source-maps /opt/appliance/dist/cli/main.js "$@"\n' > /usr/local/bin/appliance \
  && chmod 0755 /usr/local/bin/appliance
COPY --from=ollama /usr/bin/ollama /usr/local/bin/ollama
COPY --from=ollama-cpu /ollama /usr/local/lib/ollama
COPY --from=build /opt/engine /opt/engine
COPY --from=build /opt/appliance /opt/appliance

# Models to have in the image besides those of the repository, for machines without network:
# --build-arg SPEECH_MODEL=small.en --build-arg LANGUAGE_MODEL=llama3.2:3b
FROM tools AS models
ARG SPEECH_MODEL=
ARG LANGUAGE_MODEL=
RUN APPLIANCE_ENGINE_DIR=/opt/engine node /opt/appliance/scripts/image/models.mjs \
    /opt/models "${SPEECH_MODEL}" "${LANGUAGE_MODEL}"

FROM tools AS runtime
COPY --from=models /opt/models /opt/models
ENV NODE_ENV=production \
    HOME=/data \
    TMPDIR=/tmp \
    APPLIANCE_DATA_DIR=/data \
    APPLIANCE_HOST=0.0.0.0 \
    APPLIANCE_ENGINE_DIR=/opt/engine \
    APPLIANCE_IMAGE_MODELS_DIR=/opt/models \
    APPLIANCE_OLLAMA_BIN=/usr/local/bin/ollama
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8080 8443
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.APPLIANCE_HTTP_PORT || 8080}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "--enable-source-maps", "/opt/appliance/dist/server/main.js"]

# With Ollama's CUDA libraries, some gigabytes larger: `docker build --target gpu`.
FROM runtime AS gpu
COPY --from=ollama /usr/lib/ollama /usr/local/lib/ollama
ENV NVIDIA_VISIBLE_DEVICES=all NVIDIA_DRIVER_CAPABILITIES=compute,utility

# The target that is built when none is named.
FROM runtime AS appliance
