import { withTimeout } from '@shotclock/runtime';
import { browserStartError } from '../browser/browser-start-error.ts';
import type { BrowserProcess } from '../browser/launch-browser.ts';
import { missingScripts } from '../in-page/missing-scripts.ts';
import type { Script } from '../model/browser-facts.ts';
import { openPage } from './open-page.ts';

/** Time limit in milliseconds. */
const testMs = 30_000;

/**
 * Tests which text the browser draws, and returns the scripts without a font. Without any fonts, a browser draws no text and
 * reports no error.
 * @throws BrowserStartError if it draws no text or does not respond
 */
export async function readMissingScripts(browser: BrowserProcess, executablePath: string): Promise<Script[]> {
  const missing = await withTimeout(drawSamples(browser), testMs).catch((error) => {
    throw browserStartError({ executablePath, error });
  });
  if (missing.includes('latin'))
    throw browserStartError({
      executablePath,
      error: new Error('it draws no text, because it finds no fonts'),
    });
  return missing;
}

async function drawSamples(browser: BrowserProcess): Promise<Script[]> {
  const page = await openPage(
    browser,
    {},
    {
      url: 'about:blank',
      viewport: { width: 100, height: 100 },
      userAgent: null,
      acceptLanguage: null,
      options: null,
      blocker: null,
    },
  );
  try {
    await page.client.send('Runtime.runIfWaitingForDebugger');
    return await Promise.race([page.world.run(missingScripts), page.lost]);
  } finally {
    await page.close();
  }
}
