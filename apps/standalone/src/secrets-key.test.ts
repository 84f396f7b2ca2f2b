import { chmod, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settings } from '@shotclock/runtime';
import { expect, test } from 'vitest';
import { ensureSecretsKey } from './secrets-key.ts';

const newFile = async () => join(await mkdtemp(join(tmpdir(), 'shotclock-key-')), 'secrets.key');
const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

test('the first call creates a private key and reports it, and later calls return the same key', async () => {
  const file = await newFile();
  let created = 0;
  const ensure = () => ensureSecretsKey(file, () => created++);
  const umask = process.umask(0);
  const key = await ensure().finally(() => process.umask(umask));
  expect(settings.SECRETS_KEYS.type.parse(key)).toHaveLength(1);
  expect(await modeOf(file)).toBe('600');
  await chmod(file, 0o644);
  expect(await ensure()).toBe(key);
  expect(await modeOf(file)).toBe('600');
  expect(created).toBe(1);
  expect(await readdir(join(file, '..'))).toEqual(['secrets.key']);
  expect(await ensureSecretsKey(await newFile(), () => undefined)).not.toBe(key);
});

test('the file can contain a new and an old key', async () => {
  const file = await newFile();
  const keys = ['a'.repeat(64), 'b'.repeat(64)].join(',');
  await writeFile(file, `${keys}\n`);
  expect(await ensureSecretsKey(file, () => undefined)).toBe(keys);
});

test('a file without a valid key is reported without its content, and is kept', async () => {
  const file = await newFile();
  await writeFile(file, 'half a k');
  const failure = await ensureSecretsKey(file, () => undefined).catch((error: Error) => error.message);
  expect(failure).toContain(`${file} must contain keys of 32 bytes each`);
  expect(failure).not.toContain('half a k');
  expect(await readFile(file, 'utf8')).toBe('half a k');
});
