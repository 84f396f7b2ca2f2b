#!/bin/sh
# shotclock …: the command line in the images. It uses the container's DATABASE_URL.
exec node /app/apps/cli/src/main.ts "$@"
