import { expect, test } from 'vitest';
import { clientName, compareTurns, createUsedTime, ownerName } from './conversion-turns.ts';

const minute = 60_000;
let now = 0;
const client = (name: string) => ({ name, maxWaiting: 8 });
const turn = (owner: number, clients: string[] = [], { seconds = 1, since = 0 } = {}) => ({
  ...{ owner, seconds, since },
  clients: clients.map(client),
});

test('halves the recorded time every minute', () => {
  const used = createUsedTime(() => now);
  used.add('a', 800);
  now += minute;
  used.add('b', 100);
  used.add('a', 100);
  expect([used.of('a'), used.of('b'), used.of('c')]).toEqual([500, 100, 0]);
  now += 2 * minute;
  expect([used.of('a'), used.of('b')]).toEqual([125, 25]);
});

test('orders conversions by the time used by the account, then by the client, then by estimated duration', () => {
  const used = createUsedTime(() => now);
  const running = new Map([[3, 1]]);
  const runningOf = (owner: number) => running.get(owner) ?? 0;
  used.add(ownerName(1), 5_000);
  used.add(ownerName(2), 4_000);
  used.add(clientName(1, client('link')), 5_000);
  used.add(clientName(1, client('busy address')), 3_000);
  const turns = [
    turn(2),
    turn(1, [], { seconds: 2, since: 0 }),
    turn(1, [], { seconds: 0.5, since: 2_000 }),
    turn(1, ['another link', 'address']),
    turn(1, ['a third link', 'busy address']),
    turn(1, ['link', 'address']),
    turn(3),
  ];
  // Clients without used time are treated like the account itself. Among their conversions, the one with the earliest
  // estimated end goes first.
  const order = turns.toReversed().toSorted((one, other) => compareTurns(one, other, { used, runningOf }));
  expect(order.map((one) => turns.indexOf(one))).toEqual([0, 3, 1, 2, 4, 5, 6]);
});
