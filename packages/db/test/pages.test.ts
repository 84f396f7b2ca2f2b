import type { ScreenshotSource } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, defaultAccountId, listFinishedScreenshots } from '../src/index.ts';
import { countFinished } from './count-records.fixture.ts';
import { openFilledDatabase, otherSettings, settingColumns } from './filled-database.fixture.ts';

const account = { accountId: defaultAccountId };
let db: Database;
let close: () => Promise<void>;
const day = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  ({ db, close } = await openFilledDatabase(async (run) => {
    // 100 captures, four in each millisecond, alternately manual and scheduled, and one capture of another account.
    await run(`insert into accounts (name) values ('other')`);
    await run(`
      insert into screenshots (account_id, source, status, captured_at, ${settingColumns})
      select 1, case n % 2 when 0 then 'MANUAL_SCREENSHOT' else 'SCHEDULED_SCREENSHOT' end, 'SUCCESS',
        timestamptz '2026-01-01Z' + (n / 4) * interval '1 millisecond', 'https://example.com/' || n, ${otherSettings}
      from generate_series(0, 99) n`);
    await run(`
      insert into screenshots (account_id, source, status, captured_at, ${settingColumns})
      select id, 'MANUAL_SCREENSHOT', 'SUCCESS', timestamptz '2026-01-01Z', 'https://example.com/other', ${otherSettings}
      from accounts where name = 'other'`);
  }));
  const inserted = await db.orm.execute<{ account_id: string; source: ScreenshotSource; at: string }>(
    'select account_id, source, to_json(captured_at) as at from screenshots',
  );
  const records = inserted.map((row) => ({
    accountId: Number(row.account_id),
    source: row.source,
    capturedAt: new Date(row.at),
  }));
  await countFinished(db.orm, records);
});
afterAll(() => close());

const list = (more: Partial<Parameters<typeof listFinishedScreenshots>[2]>) =>
  db.snapshot((tx) =>
    listFinishedScreenshots(tx, account, {
      page: 0,
      size: 7,
      sort: { field: 'createdAt', direction: 'desc' },
      from: null,
      to: null,
      source: null,
      ...more,
    }),
  );

describe('a page of the activity feed', () => {
  test.each(['asc', 'desc'] as const)(
    'neither repeats nor skips records among ties, %s',
    async (direction) => {
      const seen: number[] = [];
      for (let page = 0; page < 15; page += 1) {
        const { rows, total } = await list({ page, sort: { field: 'createdAt', direction } });
        expect(total).toBe(100);
        seen.push(...rows.map((row) => row.id));
      }
      const ascending = seen.toSorted((a, b) => a - b);
      expect(seen).toEqual(direction === 'asc' ? ascending : ascending.reverse());
      expect(new Set(seen).size).toBe(100);
    },
  );

  test('includes both bounds of the period to the millisecond', async () => {
    const { total } = await list({ from: new Date(day + 3), to: new Date(day + 5) });
    expect(total).toBe(12);
    expect((await list({ from: new Date(day + 25) })).total).toBe(0);
    expect((await list({ to: new Date(day) })).total).toBe(4);
  });

  test('contains only records of the source and the account', async () => {
    const { rows, total } = await list({ source: 'MANUAL_SCREENSHOT', size: 200 });
    expect(total).toBe(50);
    expect(
      rows.every((row) => row.source === 'MANUAL_SCREENSHOT' && row.accountId === defaultAccountId),
    ).toBe(true);
  });
});
