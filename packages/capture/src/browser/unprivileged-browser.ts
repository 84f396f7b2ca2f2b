import { unprivilegedPrefix } from '@shotclock/runtime';
import type { BrowserCommand } from '../isolation/browser-command.ts';
import { isExecutable } from './bundled-browser.ts';

/**
 * The command for a browser that is not isolated but uses Chromium's sandbox. The sandbox refuses to run as root, so root
 * starts the browser in a user namespace, as a user without capabilities outside that namespace. The command is unchanged
 * for other users, and also if root cannot create user namespaces: Chromium then reports why it does not start.
 */
export async function unprivilegedBrowser(command: BrowserCommand): Promise<BrowserCommand> {
  // `unshare` would hide the error code for an executable that cannot be started.
  if (!(await isExecutable(command.executablePath))) return command;
  return { ...command, prefix: await unprivilegedPrefix() };
}
