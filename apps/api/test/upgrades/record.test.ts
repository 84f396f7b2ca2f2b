// Records this version's database. `pnpm upgrades:record` keeps the file.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { migrate } from '@shotclock/db';
import { createDatabase } from '@shotclock/testing';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createTestApi, type TestApi } from '../../src/test-api.fixture.ts';
import { createResources, type Ids, pathWith } from '../created-resources.fixture.ts';
import { documentedRoutes } from '../documented-routes.fixture.ts';
import {
  dumpDatabase,
  type RecordedResponse,
  recordedResponses,
  restoreDatabase,
} from './release-database.fixture.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where to keep the file. */
    recordTo?: string;
  }
}

/** These responses depend on the time or on the process. */
const unstable = /^\/api\/v1\/(events|overview|system|me|accounts)\b|history$/;

async function readResponses(api: TestApi, ids: Ids): Promise<RecordedResponse[]> {
  const responses: RecordedResponse[] = [];
  for (const { method, path } of documentedRoutes(api.app)) {
    const isKnown = [...path.matchAll(/([\w-]+)\/\{/g)].every(([, segment]) => ids[segment!] !== undefined);
    if (method !== 'GET' || unstable.test(path) || !isKnown) continue;
    const { status, body, headers } = await api.send<object>('GET', pathWith(path, ids));
    const isJson = /^application\/json\b/.test(String(headers['content-type']));
    if (status === 200 && isJson) responses.push({ path: pathWith(path, ids), body });
  }
  return responses;
}

test("this version's database can be recorded and restored", async () => {
  let url = '';
  const api = await createTestApi({
    async prepare(emptyUrl) {
      url = emptyUrl;
      await migrate(url);
    },
  });
  onTestFinished(() => api.close());
  const ids = await createResources(api, { text: 'upgrade' });
  await api.createScreenshot();
  await api.work('the host name does not exist');
  const responses = await readResponses(api, ids);
  expect(responses.length).toBeGreaterThan(25);
  const { version } = JSON.parse(
    await readFile(fileURLToPath(new URL('../../../../package.json', import.meta.url)), 'utf8'),
  ) as { version: string };
  const file = await dumpDatabase(url, { version, responses });

  const copy = await createDatabase();
  onTestFinished(() => copy.drop());
  const counts = await restoreDatabase(copy.url, file);
  expect(counts.screenshots).toBeGreaterThan(1);
  expect(await dumpDatabase(copy.url, { version, responses })).toBe(file);
  expect(recordedResponses(file)).toEqual(responses);
  const recordTo = inject('recordTo');
  if (recordTo !== undefined) await writeFile(recordTo, file);
});
