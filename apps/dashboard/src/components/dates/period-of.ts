type Days = { from?: string | undefined; to?: string | undefined };

/** The API filters for a period of days in the viewer's zone, both inclusive. The API interprets a date without a time in UTC. */
export function periodOf({ from, to }: Days): { from?: string; to?: string } {
  return {
    ...(from && { from: new Date(`${from}T00:00`).toISOString() }),
    ...(to && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}
