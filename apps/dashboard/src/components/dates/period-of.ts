type Days = { from?: string | undefined; to?: string | undefined };

/** API filters for a period that includes both days, in the viewer's time zone. The API would interpret dates without a time as UTC. */
export function periodOf({ from, to }: Days): { from?: string; to?: string } {
  return {
    ...(from && { from: new Date(`${from}T00:00`).toISOString() }),
    ...(to && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}
