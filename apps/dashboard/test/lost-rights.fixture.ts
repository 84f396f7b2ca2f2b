import { randomUUID } from 'node:crypto';
import { openDatabase } from '@shotclock/db';
import { deleteReport, storeReport } from '@shotclock/db/all-accounts';
import { expect, test } from 'vitest';
import { seriousFindings } from './browser.fixture.ts';
import type { Stage } from './stage.fixture.ts';

const lost = (check: string) =>
  ({ check, status: 'warning', found: `No ${check}.`, remedy: 'Permit it.' }) as const;

export function describeLostRights(stage: () => Stage): void {
  test('operators see which protections workers lack and how to fix it, and can dismiss the notice', async () => {
    const { system, page, open } = stage();
    const db = openDatabase({ url: system.databaseUrl, name: 'test', connections: 1 });
    const id = randomUUID();
    const notice = page.getByText('Browsers run without isolation');
    try {
      await storeReport(db.orm, { id, host: 'restricted', checks: [lost('rights'), lost('isolation')] });
      await open('/');
      await notice.waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('link', { name: 'Show how to fix it' }).click();
      await page.getByRole('heading', { name: 'Worker on restricted' }).waitFor();
      await page.getByText('No isolation.').waitFor();
      // The report of the running worker.
      await page.getByText(/Chrome\/\d+.* starts\./).waitFor();
      await open('/');
      await page.getByRole('button', { name: 'Dismiss' }).click();
      expect(await notice.count()).toBe(0);
      await open('/');
      expect(await notice.count()).toBe(0);
    } finally {
      await deleteReport(db.orm, id);
      await db.close();
    }
  });
}
