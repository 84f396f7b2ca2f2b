import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startStandalone, stopStandalone } from './running-system.fixture.ts';

const readme = new URL('../../../packages/client/README.md', import.meta.url);
const run = promisify(execFile);

test("the program in the client's README prints what the README shows", async () => {
  const text = await readFile(readme, 'utf8');
  const [, program = '', printed] =
    /^```ts\n(.*?)^```\n\nThe output is:\n\n```\n(.*?)^```$/ms.exec(text) ?? [];
  expect(program).toContain('http://127.0.0.1:3000');
  const system = await startStandalone({ DEMO: 'on' });
  try {
    const code = program.replaceAll('http://127.0.0.1:3000', system.origin);
    const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '--eval', code], {
      cwd: new URL('..', import.meta.url),
      timeout: 90_000,
    });
    expect(stdout).toBe(printed);
  } finally {
    await stopStandalone(system);
  }
}, 240_000);
