import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../../scripts/install.js', import.meta.url));

test('`pnpm start` installs only from the lockfile and never changes it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'install-'));
  await mkdir(join(folder, 'scripts'));
  await copyFile(script, join(folder, 'scripts/install.js'));
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ type: 'module', dependencies: { leven: '4.1.0' } }),
  );
  const lockfile = "lockfileVersion: '9.0'\n\nimporters:\n\n  .: {}\n";
  await writeFile(join(folder, 'pnpm-lock.yaml'), lockfile);

  // In CI, pnpm never changes a lockfile.
  const start = promisify(execFile)('env', ['-u', 'CI', process.execPath, 'scripts/install.js'], {
    cwd: folder,
  });
  await expect(start).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('ERR_PNPM_OUTDATED_LOCKFILE'),
  });
  expect(await readFile(join(folder, 'pnpm-lock.yaml'), 'utf8')).toBe(lockfile);
});
