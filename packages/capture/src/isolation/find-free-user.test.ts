import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reserveUser } from './find-free-user.ts';

test("reserves a user until its browser's profile is removed", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-users-'));
  try {
    const profiles = ['one', 'other'].map((name) => join(folder, name));
    for (const profile of profiles) await mkdir(profile);
    const used = new Set(Array.from({ length: 70_000 }, (_, user) => user));
    for (const user of [62_000, 62_001]) used.delete(user);
    const users = profiles.map((profile) => reserveUser(used, profile));
    expect(users.toSorted()).toEqual([62_000, 62_001]);
    expect(() => reserveUser(used, folder)).toThrow('no user ID from 61184 to 65519 is free');
    await rm(profiles[0]!, { recursive: true });
    expect(reserveUser(used, folder)).toBe(users[0]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
