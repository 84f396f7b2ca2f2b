import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const run = promisify(execFile);

test('the generated types match docs/openapi.json', async () => {
  const { scripts } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
  const [program, ...options] = scripts.generate.split(' ');
  expect(program).toBe('openapi-typescript');
  const cli = fileURLToPath(new URL('node_modules/openapi-typescript/bin/cli.js', root));
  const check = run(process.execPath, [cli, ...options, '--check'], { cwd: root });
  await expect(check, 'src/openapi.gen.ts is out of date: run `pnpm openapi`').resolves.toBeDefined();
});
