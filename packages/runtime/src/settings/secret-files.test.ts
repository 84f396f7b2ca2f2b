import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError, readConfig } from './read-config.ts';
import { secretFileNames } from './secret-files.ts';

const url = 'postgres://u:p@db/shotclock';
let folder: string;
let file: (text: string) => Promise<string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shotclock-secrets-'));
  let files = 0;
  file = async (text) => {
    files += 1;
    const path = join(folder, `secret-${files}`);
    await writeFile(path, text);
    return path;
  };
});
afterAll(() => rm(folder, { recursive: true }));

const messageOf = (env: Record<string, string>) => {
  try {
    readConfig(env, 'api');
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return null;
};

test('every secret can be read from a file', () => {
  expect(secretFileNames.toSorted()).toEqual([
    'DATABASE_URL_FILE',
    'LINK_SECRETS_FILE',
    'OTEL_EXPORTER_OTLP_HEADERS_FILE',
    'OTEL_EXPORTER_OTLP_TRACES_HEADERS_FILE',
    'REDIS_URL_FILE',
    'S3_ACCESS_KEY_FILE',
    'S3_SECRET_KEY_FILE',
    'SECRETS_KEYS_FILE',
    'SMTP_URL_FILE',
  ]);
});

test.each(['', '\n', '\r\n'])('the last line break of a file is not part of the secret: %j', async (end) => {
  const secret = `${'a'.repeat(32)} `;
  const env = { DATABASE_URL_FILE: await file(url + end), LINK_SECRETS_FILE: await file(secret + end) };
  expect(readConfig(env, 'api')).toMatchObject({ databaseUrl: url });
  const s3 = { S3_ENDPOINT: 'http://s3', S3_BUCKET: 'b', S3_ACCESS_KEY_FILE: await file(`k${end}`) };
  const all = { ...env, ...s3, S3_SECRET_KEY_FILE: await file(`two lines\n${end}`) };
  expect(readConfig(all, 'api').s3).toMatchObject({
    accessKey: 'k',
    secretKey: end === '' ? 'two lines' : 'two lines\n',
  });
});

test('a file that cannot be used stops the start, with its name', async () => {
  const missing = join(folder, 'missing');
  expect(messageOf({ DATABASE_URL_FILE: missing })).toContain(
    `DATABASE_URL_FILE is "${missing}" but must be the path of a readable file (ENOENT)`,
  );
  expect(messageOf({ DATABASE_URL_FILE: folder })).toContain('readable file (EISDIR)');
  expect(messageOf({ DATABASE_URL_FILE: await file('\n') })).toContain('a file that is not empty');
  const path = await file(url);
  expect(messageOf({ DATABASE_URL: url, DATABASE_URL_FILE: path })).toBe(
    `DATABASE_URL_FILE is "${path}" but must be unset, because DATABASE_URL is set`,
  );
});

test('an invalid secret in a file is not shown', async () => {
  expect(messageOf({ DATABASE_URL: url, LINK_SECRETS_FILE: await file('too-short') })).toMatch(
    /^LINK_SECRETS is "\*\*\*" but must be/,
  );
});
