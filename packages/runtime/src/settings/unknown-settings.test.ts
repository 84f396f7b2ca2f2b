import { expect, test } from 'vitest';
import { settings } from './settings.ts';
import { unknownSettings } from './unknown-settings.ts';

test.each([
  ['RETENTION_DAY', '; did you mean RETENTION_DAYS?'],
  ['RETENTION_DAY_S', '; did you mean RETENTION_DAYS?'],
  ['DATABASE_URI', '; did you mean DATABASE_URL?'],
  ['CHROME_PATH', undefined],
  ['database_url', '; did you mean DATABASE_URL?'],
  ['WORKER_CONCURENCY', '; did you mean WORKER_CONCURRENCY?'],
  ['AUTH_MODES', '; did you mean AUTH_MODE?'],
  ['DATABASE_URI_FILE', '; did you mean DATABASE_URL_FILE?'],
])('%s: %s', (name, hint) => {
  expect(unknownSettings({ [name]: 'x' })).toEqual(hint === undefined ? [] : [{ name, hint }]);
});

test("does not report settings, empty variables or other programs' variables", () => {
  expect(unknownSettings(Object.fromEntries(Object.keys(settings).map((name) => [name, 'x'])))).toEqual([]);
  expect(unknownSettings({ RETENTION_DAY: '', PATH: '/bin', HOSTS: 'x', SPORT: 'x', HOME: '/root' })).toEqual(
    [],
  );
});
