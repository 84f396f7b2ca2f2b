import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import {
  createProfile,
  removeAbandonedProfiles,
  removeProfile,
  temporaryFolderOf,
} from './browser-profile.ts';

test.runIf(process.geteuid?.() === 0)(
  'keeps the folder of another user when it removes abandoned profiles',
  async () => {
    const profile = await createProfile();
    // The same name, but with the ID of a process that does not exist.
    const name = basename(dirname(profile)).replace(/-\w+-\w+-(\w+)$/, '-zzzzzz-1-$1');
    const [own, foreign] = [join(tmpdir(), name), join(tmpdir(), `${name}x`)];
    for (const folder of [own, foreign]) await mkdir(folder);
    await chown(foreign, 65_534, 65_534);
    await removeAbandonedProfiles();
    expect([own, foreign].map((folder) => existsSync(folder))).toEqual([false, true]);
    await rm(foreign, { recursive: true });
    await removeProfile(profile);
  },
);

test('keeps the socket path of full Chrome short enough when TMPDIR is a test folder below /tmp', async () => {
  const profile = await createProfile();
  const socket = join(temporaryFolderOf(profile), 'org.chromium.Chromium.XXXXXX', 'SingletonSocket');
  expect(`/tmp/${relative(dirname(tmpdir()), socket)}`.length).toBeLessThanOrEqual(107);
  await removeProfile(profile);
});

test('does not follow symbolic links when it removes a profile', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'shotclock-test-'));
  await writeFile(join(elsewhere, 'kept'), '');
  const profile = await createProfile();
  await symlink(elsewhere, join(profile, 'link'));
  await removeProfile(profile);
  expect([dirname(profile), join(elsewhere, 'kept')].map((path) => existsSync(path))).toEqual([false, true]);
  await rm(elsewhere, { recursive: true });
});
