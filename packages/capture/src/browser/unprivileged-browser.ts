import { unprivilegedPrefix } from '@shotclock/runtime';
import type { BrowserCommand } from '../isolation/browser-command.ts';
import { isExecutable } from './bundled-browser.ts';

/**
 * The command of a browser that is not isolated but uses Chromium's sandbox, which refuses to run as root: root starts it in a
 * user namespace, as a user without capabilities outside of it. Unchanged for other users, and where root cannot create user
 * namespaces: Chromium then reports why it does not start.
 */
export async function unprivilegedBrowser(command: BrowserCommand): Promise<BrowserCommand> {
  // `unshare` would hide the error code of an executable that cannot be started.
  if (!(await isExecutable(command.executablePath))) return command;
  return { ...command, prefix: await unprivilegedPrefix() };
}
