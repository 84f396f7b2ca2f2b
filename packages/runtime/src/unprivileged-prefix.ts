import { execFile } from 'node:child_process';

// Postgres and the Chromium sandbox refuse to run as root. In a user namespace, both run as an unprivileged user, and the
// files that they write still belong to the caller.
const unshareOptions = ['--user', '--map-user=1000', '--map-group=1000'] as const;
const probeTimeoutMs = 5_000;

let probe: Promise<boolean> | undefined;

/** Whether this process runs as root on Linux and can create user namespaces. This is tested only once per process. */
export function canDropRoot(): Promise<boolean> {
  probe ??= isLinuxRoot() ? namespaceWorks() : Promise.resolve(false);
  return probe;
}

/**
 * Returns the command-line prefix that runs a program as an unprivileged user in a user namespace, or an empty prefix if
 * `canDropRoot()` is false. `unshare` replaces its own process with the program, so the program has the same PID and
 * receives signals. Never rejects.
 */
export async function unprivilegedPrefix(): Promise<string[]> {
  return (await canDropRoot()) ? ['unshare', ...unshareOptions, '--'] : [];
}

function isLinuxRoot(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

function namespaceWorks(): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('unshare', [...unshareOptions, 'true'], { timeout: probeTimeoutMs }, (error) =>
      resolve(error === null),
    );
  });
}
