// Migrates the database of each release. `pnpm upgrades:record` records the database of a new release.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { migrate } from '@shotclock/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../../src/test-api.fixture.ts';
import { readRowCounts, recordedResponses, restoreDatabase } from './release-database.fixture.ts';

const releases = globSync('*.sql', { cwd: import.meta.dirname }).map((name) => basename(name, '.sql'));
/** Tables of older releases that a migration has replaced. */
const replaced = ['activity_counts', 'wallet_entry_counts'];

describe.each(releases)('the database of %s', (release) => {
  const file = readFileSync(join(import.meta.dirname, `${release}.sql`), 'utf8');
  let url: string;
  let before: Record<string, number>;
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi({
      async prepare(emptyUrl) {
        url = emptyUrl;
        before = await restoreDatabase(url, file);
        await migrate(url);
      },
    });
  });
  afterAll(() => api.close());

  test('keeps all rows', async () => {
    expect(before.screenshots).toBeGreaterThan(0);
    const kept = Object.entries(before).filter(([name]) => !replaced.includes(name));
    expect(await readRowCounts(url)).toMatchObject(Object.fromEntries(kept));
  });

  test('gives the responses of the release', async () => {
    const responses = recordedResponses(file);
    expect(responses.length).toBeGreaterThan(10);
    for (const { path, body } of responses) {
      const response = await api.send('GET', path);
      expect(response.status, path).toBe(200);
      expect(response.body, path).toMatchObject(body);
    }
  });

  test('is used for further runs and captures', async () => {
    const [schedule] = (await api.send<{ content: { id: number }[] }>('GET', '/api/v1/schedules')).body
      .content;
    const started = await api.send<{ id: number }>('POST', `/api/v1/schedules/${schedule!.id}/run`);
    expect(started.status).toBe(202);
    expect(await api.work()).toBeGreaterThan(0);
    const run = await api.send('GET', `/api/v1/executions/${started.body.id}`);
    expect(run.body).toMatchObject({ status: 'COMPLETED', failedItems: 0 });
  });
});
