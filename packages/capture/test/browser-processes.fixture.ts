import { readdir, readFile, readlink } from 'node:fs/promises';
import type { CaptureLogger } from '../src/index.ts';

/** A logger that records the process IDs of launched browsers, the details of replaced and crashed browsers, and all messages. */
export function recordLaunches() {
  const pids: number[] = [];
  const recycled: object[] = [];
  const crashed: object[] = [];
  const messages: string[] = [];
  const record = (details: object, message: string) => {
    messages.push(message);
    if (message === 'browser process launched' && 'browserPid' in details)
      pids.push(Number(details.browserPid));
    if (message === 'recycling the browser') recycled.push(details);
    if (message === 'the browser process exited unexpectedly') crashed.push(details);
  };
  const logger: CaptureLogger = { debug: record, info: record, warn: record, error: record };
  return { pids, recycled, crashed, messages, logger };
}

/** Whether the process is running; false for zombies. */
export async function isRunning(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }
  const status = await read(`/proc/${pid}/stat`);
  return status !== '' && !/\) Z /.test(status);
}

/**
 * Returns the processes of the browser whose first process is `group`, as the kernel shows them outside the browser's
 * namespaces.
 */
export async function browserProcesses(group: number) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    pids.map(async (pid) => ({
      pid: Number(pid),
      group: Number((await read(`/proc/${pid}/stat`)).split(') ')[1]?.split(' ')[2]),
      command: await read(`/proc/${pid}/cmdline`),
      status: await read(`/proc/${pid}/status`),
      network: await readlink(`/proc/${pid}/ns/net`).catch(() => ''),
      users: await readlink(`/proc/${pid}/ns/user`).catch(() => ''),
    })),
  );
  return all.filter((one) => one.group === group);
}

/** Whether all processes of the browser have ended. */
export async function browserHasEnded(group: number): Promise<boolean> {
  return (await browserProcesses(group)).every(({ status }) => /^State:\tZ/m.test(status));
}

function read(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
