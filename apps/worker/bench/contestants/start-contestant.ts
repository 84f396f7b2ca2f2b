import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Contestant } from '../workload.ts';
import type { Setting } from './serve-orders.ts';

/** Starts `<file>.ts` of this folder as a process of its own, and warms it up with its browser. */
export async function startContestant(name: string, file: string, setting: Setting): Promise<Contestant> {
  const child = fork(fileURLToPath(new URL(`${file}.ts`, import.meta.url)), { stdio: 'inherit' });
  await ask(child, { setting });
  return {
    name,
    pid: child.pid!,
    async run(order) {
      await ask(child, { order });
    },
    async close() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

async function ask(child: ChildProcess, message: object): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<{ error?: string }>();
  const ended = () => resolve({ error: 'the process ended' });
  child.once('message', resolve);
  child.once('exit', ended);
  child.send(message);
  const { error } = await promise;
  child.off('message', resolve);
  child.off('exit', ended);
  if (error !== undefined) throw new Error(error);
}
