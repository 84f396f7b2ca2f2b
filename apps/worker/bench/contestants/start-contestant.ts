import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Contestant } from '../workload.ts';
import type { Setting } from './serve-orders.ts';

// The child is the first process in a PID namespace, so orphaned processes of a killed browser become its children, and
// their CPU time is still included.
const unshareArguments = [
  '--user',
  '--map-current-user',
  '--pid',
  '--fork',
  '--kill-child',
  process.execPath,
];

/** Starts `file` in a child process and launches its browser. */
export async function startContestant(name: string, file: URL, setting: Setting): Promise<Contestant> {
  const child = fork(file, {
    stdio: 'inherit',
    execPath: 'unshare',
    execArgv: unshareArguments,
  });
  await sendAndWait(child, { setting });
  return {
    name,
    pid: child.pid!,
    prepare: async (order) => () => sendAndWait(child, { order }),
    async close() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

async function sendAndWait(child: ChildProcess, message: object): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<{ error?: string }>();
  const onExit = () => resolve({ error: 'the process exited' });
  child.once('message', resolve);
  child.once('exit', onExit);
  child.send(message);
  const { error } = await promise;
  child.off('message', resolve);
  child.off('exit', onExit);
  if (error !== undefined) throw new Error(error);
}
