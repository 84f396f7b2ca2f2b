#!/bin/sh
# shotclock …: the entry of the image, and the command line in its containers.
# In Docker, the host name of a container is its ID.
export CLI_COMMAND="${CLI_COMMAND:-docker exec $(uname -n) shotclock}"
# Without other services, the system starts with the rights that the container has.
[ "${1:-start}" != start ] || export CHROMIUM_SANDBOX="${CHROMIUM_SANDBOX:-auto}"
exec node /app/apps/npm/dist/bin/shotclock.js "$@"
