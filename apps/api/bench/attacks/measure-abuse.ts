import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { treePssBytes } from '@shotclock/testing';
import type { AbusiveClients } from './abusive-clients.ts';
import { type CalmRequests, type CalmTarget, sendCalmly } from './calm-client.ts';

/**
 * Results of a calm client during the abuse, the responses that the abusive clients received, and the API's final memory
 * usage in bytes.
 */
export type AbuseRound = { kind: string; calm: CalmRequests; clients: AbusiveClients; memory: number };

export const abuseKinds = [
  'a body with Content-Length',
  'a body without a key',
  'a chunked body',
  'a body that grows when it is decompressed',
  'unknown fields without a key',
  'unknown fields with a key',
  'a header without an end',
  'headers without an end',
  'pipelined requests with a key',
  'pipelined requests without a key',
];
const program = fileURLToPath(new URL('abusive-clients.ts', import.meta.url));

export async function measureAbuse(
  target: CalmTarget & { pid: number },
  { kind, connections, seconds, key }: { kind: string; connections: number; seconds: number; key: string },
): Promise<AbuseRound> {
  const child = fork(program, [new URL(target.url).port, kind, String(connections), key]);
  const end = performance.now() + seconds * 1_000;
  const calm = await sendCalmly(target, { reconnect: true, finished: () => performance.now() > end });
  const memory = await treePssBytes(target.pid);
  child.send('numbers');
  const [clients] = (await once(child, 'message')) as [AbusiveClients];
  child.kill('SIGKILL');
  await once(child, 'exit');
  return { kind, calm, clients, memory };
}
