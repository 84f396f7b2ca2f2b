import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Contestant } from '../workload.ts';
import type { Setting } from './serve-orders.ts';

// The first process of a name space of its own, which orphans fall to: a browser that is killed leaves processes, and what
// they used is known of them as long as somebody is responsible for them.
const adopting = ['--user', '--map-current-user', '--pid', '--fork', '--kill-child', process.execPath];

/** Starts `file` in a child process and launches its browser. */
export async function startContestant(name: string, file: URL, setting: Setting): Promise<Contestant> {
  const child = fork(file, {
    stdio: 'inherit',
    execPath: 'unshare',
    execArgv: adopting,
  });
  await ask(child, { setting });
  return {
    name,
    pid: child.pid!,
    prepare: async (order) => () => ask(child, { order }),
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
