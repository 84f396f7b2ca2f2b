import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * When the process with this id started, as an opaque text that a later process with the same id cannot have;
 * undefined when there is no such process, or only its corpse.
 */
export async function processStart(pid: number): Promise<string | undefined> {
  if (!isThere(pid)) return undefined;
  if (process.platform === 'win32') return 'unknown';
  if (process.platform !== 'linux') return startFromPs(pid);
  const [boot, stat] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined),
  ]);
  // The name in parentheses may itself hold blanks and parentheses: count from the last one.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined || fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return `${boot.trim()} ${fields[19]}`;
}

async function startFromPs(pid: number): Promise<string | undefined> {
  const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim() || undefined;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process exists, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
