import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePort } from '../src/index.ts';

const module = new URL('../src/free-port.ts', import.meta.url).href;

test.runIf(process.platform === 'linux')('no port is returned twice, even to another process', async () => {
  const own = await Promise.all(Array.from({ length: 200 }, () => freePort()));
  const script = `import { freePort } from ${JSON.stringify(module)};
    console.log(JSON.stringify(await Promise.all(Array.from({ length: 200 }, () => freePort()))));`;
  const program = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, program);
  expect(new Set([...own, ...JSON.parse(stdout)]).size).toBe(400);
});
