// A program that sends requests with one key as fast as it can: `node flood.ts URL KEY REQUESTS CONNECTIONS`. Its parent
// process collects the result.
import { constants, setPriority } from 'node:os';
import { argv } from 'node:process';
import autocannon from 'autocannon';

/** The outcome of a flood's requests. */
export type Flood = { seconds: number; statuses: Record<string, number>; errors: number };

const [url, key, amount, connections] = argv.slice(2);
// A real attacker uses a separate machine, so this program must not take CPU time from the other clients.
setPriority(constants.priority.PRIORITY_LOW);
const result = await autocannon({
  url: url!,
  connections: Number(connections),
  amount: Number(amount),
  headers: { 'x-api-key': key! },
});
const statuses = Object.fromEntries(
  Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => [status, count ?? 0]),
);
const flood: Flood = { seconds: result.duration, statuses, errors: result.errors };
process.send?.(flood, () => process.disconnect());
