import { allowNothing } from '@shotclock/egress';
import { failureOf, skipped } from '@shotclock/runtime';
import { findBrowser } from '../browser/find-browser.ts';
import { IsolationTestError } from '../browser/probe-isolation.ts';
import { createBrowserSupervisor } from '../browser-supervisor.ts';
import type { CaptureLogger } from '../model/capture-types.ts';
import {
  type BrowserFindings,
  browserFindings,
  type ProtectionSettings,
  rightsFinding,
} from './browser-findings.ts';
import { readProcessRights } from './process-rights.ts';

const noLogger: CaptureLogger = { debug: noLog, info: noLog, warn: noLog, error: noLog };
function noLog(): void {}

/**
 * Finds and starts a browser as a worker does, and closes it. A protection that the settings require and the system does not
 * permit is a failed check, so that the others still have a result. Never rejects.
 * @param settings.hidden folders that an isolated browser must not see
 */
export async function inspectBrowser(
  settings: ProtectionSettings & { chromiumPath: string | null; hidden: readonly string[] },
): Promise<BrowserFindings> {
  const notStarted = skipped('No browser was started.');
  const rights = rightsFinding(await readProcessRights(), []);
  const others = { sandbox: notStarted, isolation: notStarted, fonts: notStarted, rights };
  const { chromiumPath, hidden, sandbox, isolation } = settings;
  try {
    const executablePath = await findBrowser({ chromiumPath });
    const browsers = createBrowserSupervisor({
      ...{ executablePath, hidden, processes: 1, allow: allowNothing, logger: noLogger },
      sandbox: sandbox && 'auto',
      isolation: isolation === 'off' ? 'off' : 'auto',
    });
    try {
      await browsers.start();
      return await browserFindings(browsers.facts()!, settings);
    } finally {
      await browsers.close();
    }
  } catch (error) {
    const failure = failureOf(error, 'Check the memory, the disk space and the limits of processes.');
    return error instanceof IsolationTestError
      ? { ...others, browser: notStarted, isolation: failure }
      : { ...others, browser: failure };
  }
}
