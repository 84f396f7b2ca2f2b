import { withTimeout } from '@shotclock/runtime';
import { browserStartError } from '../browser/browser-start-error.ts';
import type { BrowserProcess } from '../browser/launch-browser.ts';
import { textWidth } from '../in-page/text-width.ts';
import { openPage } from './open-page.ts';

/** Time limit in milliseconds. */
const testMs = 30_000;

/**
 * Tests whether the browser draws text. Without fonts, a browser draws no text and reports no error.
 * @throws BrowserStartError if it draws none or does not respond
 */
export async function requireText(browser: BrowserProcess, executablePath: string): Promise<void> {
  const drawn = await withTimeout(drawsText(browser), testMs).catch((error) => {
    throw browserStartError({ executablePath, error });
  });
  if (!drawn)
    throw browserStartError({
      executablePath,
      error: new Error('it draws no text, because it finds no fonts'),
    });
}

async function drawsText(browser: BrowserProcess): Promise<boolean> {
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
    return (await Promise.race([page.world.run(textWidth), page.lost])) > 0;
  } finally {
    await page.close();
  }
}
