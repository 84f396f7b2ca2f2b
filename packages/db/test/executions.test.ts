import { type CaptureSettingName, captureSettingNames, captureSettingTable } from '@shotclock/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, insertExecutions, startExecutions } from '../src/index.ts';
import { openFilledDatabase } from './filled-database.fixture.ts';

/**
 * An SQL literal for a setting, which differs from the setting's default and, unless it is boolean, from other settings.
 */
const literalFor = (name: CaptureSettingName, index: number) =>
  ({
    text: `'${name}'`,
    integer: `${index + 1}`,
    'double precision': `${index}.5`,
    boolean: 'true',
    jsonb: `'{"colorScheme": "dark"}'`,
  })[captureSettingTable[name].column];
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columns = captureSettingNames.map(snakeCase).join();

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ db, close } = await openFilledDatabase(async (run) => {
    await run(`insert into schedules (account_id, name, status, type, timezone, missed_runs, overlap, jitter_seconds)
      values (1, 'hourly', 'ACTIVE', 'INTERVAL', 'UTC', 'skip', 'skip', 0)`);
    await run(`insert into schedule_items (account_id, schedule_id, position, ${columns})
      values (1, 1, 0, ${captureSettingNames.map(literalFor).join()})`);
  }));
});
afterAll(() => close());

test('an execution copies every capture setting from an item to its screenshot', async () => {
  const [execution] = await insertExecutions(db.orm, [
    { accountId: 1, scheduleId: 1, trigger: 'MANUAL', status: 'PROCESSING' },
  ]);
  await startExecutions(db.orm, { accountId: 1, executionIds: [execution!.id] }, { attempts: 3 });
  const [item] = await db.orm.execute(`select ${columns} from schedule_items`);
  const screenshots = await db.orm.execute(`select ${columns} from screenshots`);
  expect(Object.values(item!)).not.toContain(null);
  expect(screenshots).toEqual([item]);
});

const dark = { colorScheme: 'dark', scaleFactor: 2 };
const cases: [title: string, policy: object | null, item: object | null, merged: object | null][] = [
  ['no options', null, null, null],
  ['those of the schedule', dark, null, dark],
  ['those of the item', null, dark, dark],
  [
    'those of both, with the item overriding the schedule name by name',
    { ...dark, geolocation: { latitude: 1, longitude: 2, accuracy: 3 } },
    { colorScheme: 'light', geolocation: { latitude: 4, longitude: 5 } },
    { colorScheme: 'light', scaleFactor: 2, geolocation: { latitude: 4, longitude: 5 } },
  ],
];
test.each(cases)('a capture gets %s', async (_title, policy, item, merged) => {
  const json = (options: object | null) => (options ? `'${JSON.stringify(options)}'` : 'null');
  await db.orm.execute(`update schedules set options = ${json(policy)}`);
  await db.orm.execute(`update schedule_items set options = ${json(item)}`);
  const [execution] = await insertExecutions(db.orm, [
    { accountId: 1, scheduleId: 1, trigger: 'MANUAL', status: 'PROCESSING' },
  ]);
  await startExecutions(db.orm, { accountId: 1, executionIds: [execution!.id] }, { attempts: 3 });
  const captured = await db.orm.execute(
    `select options from screenshots where execution_id = ${execution!.id}`,
  );
  expect(captured).toEqual([{ options: merged }]);
});
