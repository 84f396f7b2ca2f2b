import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserCommand } from './browser-command.ts';
import { findFreeUser } from './find-free-user.ts';
import type { IsolationKind } from './isolation-kind.ts';
import { mountTable } from './mount-view.ts';

/** The search path for util-linux and iproute2. */
export const toolPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** The line that `enter-view.sh` prints when the browser's namespaces are complete. */
export const readyLine = 'shotclock: namespaces are ready';

const script = fileURLToPath(new URL('enter-view.sh', import.meta.url));
const namespaces = ['--mount', '--pid', '--ipc', '--net', '--uts'];

/**
 * Prepares the profile and returns the command that starts the browser isolated, in its own namespaces and mount view.
 * The first process is `unshare`, which stays outside the PID namespace. If it is killed, all processes of the browser
 * end. Its child is PID 1 of the namespace. If that child is killed, `unshare` exits after all processes of the namespace
 * have ended.
 */
export async function isolatedCommand(
  command: BrowserCommand,
  { kind, profile }: { kind: IsolationKind; profile: string },
): Promise<BrowserCommand> {
  const executablePath = resolve(command.executablePath);
  const view = join(profile, 'view');
  await mkdir(view);
  const user = kind === 'dynamic-user' ? await findFreeUser(profile) : null;
  return {
    ...command,
    executablePath,
    // Chromium and fontconfig write to the home directory.
    env: { ...command.env, HOME: profile, TMPDIR: '/tmp' },
    isolation: kind,
    prefix: [
      // The browser also exits when the worker is killed.
      ...['setpriv', '--pdeathsig=KILL', '--', 'unshare'],
      ...(kind === 'user-namespace' ? ['--user', '--map-root-user'] : []),
      ...namespaces,
      ...['--fork', '--kill-child', '--', 'sh', script],
      ...[
        mountTable({ executablePath, profile, view, user, hidden: command.hidden ?? [] }),
        view,
        user === null ? '' : String(user),
      ],
    ],
  };
}
