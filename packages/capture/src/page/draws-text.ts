import type { BrowserProcess } from '../browser/launch-browser.ts';
import { textWidth } from '../in-page/text-width.ts';
import { openPage } from './open-page.ts';

/** Whether the browser draws text. Without fonts, it draws none, reports no error, and the width of each text is 0. */
export async function drawsText(browser: BrowserProcess): Promise<boolean> {
  const page = await openPage(
    browser,
    {},
    { url: 'about:blank', viewport: { width: 100, height: 100 }, userAgent: null, acceptLanguage: null },
  );
  try {
    await page.client.send('Runtime.runIfWaitingForDebugger');
    return (await Promise.race([page.world.run(textWidth), page.lost])) > 0;
  } finally {
    await page.close();
  }
}
