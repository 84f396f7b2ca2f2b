import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { treePssBytes } from '@shotclock/testing';
import { type CalmRequests, type CalmTarget, sendCalmly } from './calm-client.ts';
import type { SlowClients } from './slow-clients.ts';

/** Results of a calm client, measured once the slow clients have connected. */
export type SlowRound = {
  kind: string;
  calm: CalmRequests;
  clients: SlowClients;
  /** The maximum number of files that the API has open. Most of them are connections. */
  openFiles: number;
  /** The API's final memory usage in bytes. */
  memory: number;
};

export const slowKinds = ['silent', 'headers', 'bodies', 'readers'];
const beginMs = 6_000;
const program = fileURLToPath(new URL('slow-clients.ts', import.meta.url));

/** Measures the calm client while `count` slow clients hold connections. `keys` are the keys of the slow clients. */
export async function measureSlowClients(
  target: CalmTarget & { pid: number },
  { kind, count, seconds, keys }: { kind: string; count: number; seconds: number; keys: string[] },
): Promise<SlowRound> {
  const child = fork(program, [new URL(target.url).port, kind, String(count), ...keys]);
  await delay(beginMs);
  let openFiles = 0;
  const timer = setInterval(async () => {
    openFiles = Math.max(openFiles, (await readdir(`/proc/${target.pid}/fd`)).length);
  }, 500);
  const end = performance.now() + seconds * 1_000;
  const calm = await sendCalmly(target, { reconnect: true, finished: () => performance.now() > end });
  clearInterval(timer);
  const memory = await treePssBytes(target.pid);
  child.send('numbers');
  const [clients] = (await once(child, 'message')) as [SlowClients];
  child.kill('SIGKILL');
  await once(child, 'exit');
  return { kind, calm, clients, openFiles, memory };
}
