#!/bin/sh
# shotclock …: the command line in the images, with the DATABASE_URL of the container.
exec node /app/apps/cli/src/main.ts "$@"
