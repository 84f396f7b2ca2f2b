type Days = { from?: string | undefined; to?: string | undefined };

/** The filters of the API for days of the viewer, both inclusive. The API takes a day without a time as one of UTC. */
export function periodOf({ from, to }: Days): { from?: string; to?: string } {
  return {
    ...(from && { from: new Date(`${from}T00:00`).toISOString() }),
    ...(to && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}
