import { execFile } from 'node:child_process';

// Postgres refuses to run as root and Chromium's sandbox refuses root. In a user namespace both see an ordinary
// user, while every file they write still belongs to the caller.
const NAMESPACE = ['--user', '--map-user=1000', '--map-group=1000'] as const;
const PROBE_TIMEOUT_MS = 5_000;

let probe: Promise<boolean> | undefined;

/** Whether this process is root on Linux and may start commands as another user. Probed once per process. */
export function canDropRoot(): Promise<boolean> {
  probe ??= isLinuxRoot() ? namespaceWorks() : Promise.resolve(false);
  return probe;
}

/**
 * The command that runs `command` without root's identity: inside a user namespace where this process is root on
 * Linux and the kernel allows one, otherwise unchanged. `unshare` replaces itself by the command, so the pid and
 * signals are the command's own. Never rejects.
 */
export async function unprivilegedCommand(
  command: string,
  args: readonly string[],
): Promise<{ command: string; args: string[] }> {
  if (!(await canDropRoot())) return { command, args: [...args] };
  return { command: 'unshare', args: [...NAMESPACE, '--', command, ...args] };
}

function isLinuxRoot(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

function namespaceWorks(): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('unshare', [...NAMESPACE, 'true'], { timeout: PROBE_TIMEOUT_MS }, (error) =>
      resolve(error === null),
    );
  });
}
