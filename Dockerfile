FROM node:24.21.0-trixie-slim AS base
ENV NODE_ENV=production
WORKDIR /app

FROM base AS source
RUN npm install --global pnpm@12.21.0
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches patches
COPY apps apps
COPY packages packages

# Not `pnpm deploy`: it moves the packages under node_modules, where Node refuses to strip types.
# Optional dependencies are the native binaries of sharp and of embedded Postgres, which no server uses.
FROM source AS server-modules
RUN --mount=type=cache,id=pnpm,target=/pnpm \
    pnpm install --prod --no-optional --frozen-lockfile --store-dir=/pnpm \
    --filter-prod='@shotclock/api...' --filter-prod='@shotclock/scheduler...' --filter-prod='@shotclock/standalone...'

FROM source AS worker-modules
RUN --mount=type=cache,id=pnpm,target=/pnpm \
    pnpm install --prod --frozen-lockfile --store-dir=/pnpm --filter-prod='@shotclock/worker...'

# api, scheduler and migrate.
FROM base AS server
COPY --from=server-modules /app /app
USER node

FROM base AS worker
# chromium-sandbox (setuid) is left out: the sandbox stands on user namespaces, see docker-compose.yml.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
       chromium-headless-shell fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
    && rm -rf /var/lib/apt/lists/*
# Named, so that a missing browser stops the start instead of another one being found.
ENV CHROMIUM_PATH=/usr/bin/chromium-headless-shell
COPY --from=worker-modules /app /app
# Chromium refuses its sandbox to root.
USER node
