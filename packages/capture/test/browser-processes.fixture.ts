import { readdir, readFile, readlink } from 'node:fs/promises';

/** The processes of the browser whose first process is `group`, as the kernel shows them outside of its namespaces. */
export async function browserProcesses(group: number) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = (path: string) => readFile(path, 'utf8').catch(() => '');
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
