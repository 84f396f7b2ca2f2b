# The image of Shotclock: the npm package `shotclock`, a browser and fonts. Without an argument, it runs the whole system. `api`, `scheduler`,
# `worker`, `migrate` and the commands of the command line are arguments.
# Debian with Node.js, npm and the user `node` (1000).
ARG BASE=node:24.21.0-trixie-slim
# The image of the same Debian that docker-compose.yml runs. Debian's own client is older than this server, and pg_dump refuses newer servers.
ARG POSTGRES=postgres:18.6-trixie

FROM ${POSTGRES} AS postgres-client
RUN mkdir --parents /client/bin /client/lib /client/share/doc/postgresql-client \
    && cp /usr/lib/postgresql/*/bin/pg_dump /usr/lib/postgresql/*/bin/pg_restore /client/bin/ \
    && cp --dereference /usr/lib/*-linux-gnu/libpq.so.5 /client/lib/ \
    && cp /usr/share/doc/postgresql-client-[0-9]*/copyright /client/share/doc/postgresql-client/

FROM ${BASE} AS manifests
WORKDIR /app
COPY apps apps
COPY packages packages
RUN find . -type f ! -name package.json -delete && find . -type d -empty -delete

# Dependencies are installed before the sources are copied, so that a change of sources does not install them again.
FROM ${BASE} AS installer
RUN npm install --global pnpm@12.21.0
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches patches
COPY --from=manifests /app ./

FROM installer AS build
RUN --mount=type=cache,id=pnpm,target=/pnpm \
    pnpm install --frozen-lockfile --store-dir=/pnpm --filter='@shotclock/npm' --filter-prod='@shotclock/standalone...' \
    --filter-prod='@shotclock/api...' --filter-prod='@shotclock/scheduler...' --filter-prod='@shotclock/worker...' \
    --filter-prod='@shotclock/cli...' --filter-prod='@shotclock/dashboard...' --filter-prod='@shotclock/handbook'
COPY packages packages
# The bundled browser is for amd64.
RUN if [ "$(uname -m)" != x86_64 ]; then exec mkdir /opt/chromium; fi; \
    node packages/capture/src/browser/unpack-browser.ts /opt/chromium
COPY apps apps
COPY docs docs
COPY deploy deploy
COPY scripts/bundled-licenses.ts scripts/
COPY CHANGELOG.md CONTRIBUTING.md README.md SECURITY.md ./
COPY tsconfig.base.json LICENSE ./
RUN pnpm --filter @shotclock/dashboard build && pnpm --filter @shotclock/handbook build && node apps/npm/scripts/build.ts

# The packages that the bundle does not contain. The base contains Node.js, and the browser is already unpacked.
FROM installer AS modules
RUN --mount=type=cache,id=pnpm,target=/pnpm \
    pnpm install --prod --frozen-lockfile --store-dir=/pnpm --filter='@shotclock/npm' \
    && rm -rf node_modules/node node_modules/.pnpm/node@* \
       node_modules/.pnpm/@sparticuz+chromium@*/node_modules/@sparticuz/chromium/bin

FROM ${BASE} AS shotclock
# `--build-arg CJK_FONTS=` leaves out Chinese, Japanese and Korean.
ARG CJK_FONTS=fonts-noto-cjk
# fontconfig-config lists the folder of the fonts. iproute2 and mount set up the namespaces of browsers. tini forwards signals, and reaps orphaned browser processes.
# pg_dump needs the libraries in the second line.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
       iproute2 mount tini fontconfig-config fonts-noto-core fonts-noto-color-emoji ${CJK_FONTS} \
       libgssapi-krb5-2 libldap2 liblz4-1 libssl3t64 libzstd1 zlib1g \
       $([ "$(uname -m)" = x86_64 ] || echo chromium-headless-shell) \
    && apt-get clean && rm -rf /var/lib/apt/lists/* \
    && install --directory --owner=node --group=node --mode=0700 /data
COPY --from=postgres-client /client /usr/local
RUN ldconfig && pg_dump --version && pg_restore --version
COPY --from=build /opt/chromium /opt/chromium
RUN [ -e /opt/chromium/chromium ] || ln -s /usr/bin/chromium-headless-shell /opt/chromium/chromium
COPY --from=modules /app/node_modules /app/node_modules
COPY --from=modules /app/apps/npm/node_modules /app/apps/npm/node_modules
COPY --from=build /app/apps/npm/dist /app/apps/npm/dist
COPY --chmod=755 scripts/check-health.sh /usr/local/bin/check-health
COPY --chmod=755 scripts/shotclock.sh /usr/local/bin/shotclock
# A worker does not start if this browser is missing, instead of using another one.
ENV NODE_ENV=production HOST=0.0.0.0 AUTH_MODE=api-key DATA_DIR=/data CHROMIUM_PATH=/opt/chromium/chromium
# Makes the allocator return the memory of images to the system (packages/runtime/src/malloc-settings.ts).
ENV MALLOC_MMAP_THRESHOLD_=131072
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title=shotclock \
      org.opencontainers.image.description="Screenshots of web pages on a schedule, and the record of what was done." \
      org.opencontainers.image.licenses=Apache-2.0 \
      org.opencontainers.image.version=${VERSION} \
      org.opencontainers.image.revision=${REVISION}
EXPOSE 3000
VOLUME /data
WORKDIR /data
# The Chromium sandbox and Postgres do not work as root.
USER node
HEALTHCHECK --interval=30s --timeout=6s --start-period=120s --retries=3 CMD ["check-health"]
ENTRYPOINT ["tini", "--", "shotclock"]
CMD ["start"]
