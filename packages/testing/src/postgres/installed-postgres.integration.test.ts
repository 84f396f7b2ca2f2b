import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { isInstalled, postgres15Programs } from './installed-postgres.ts';
import { filesOnPostgres15 } from './postgres-15-setup.ts';

const program = join(postgres15Programs, 'postgres');

test.skipIf(!(await isInstalled(postgres15Programs)))(
  `some database tests also run on PostgreSQL 15 if ${program} is installed`,
  async () => {
    const { stdout } = await promisify(execFile)(program, ['--version']);
    expect(stdout).toMatch(/^postgres \(PostgreSQL\) 15\./);
    expect(await filesOnPostgres15(['a.test.ts'])).toEqual(['a.test.ts']);
  },
);
