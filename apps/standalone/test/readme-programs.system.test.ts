// Runs the commands of the README's tour in order, all other requests in the documents, the README's program, and the recipes in the client's
// README. Compares their output with the output in the READMEs.
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually, startMailServer } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Standalone, startStandalone, stopStandalone } from './running-system.fixture.ts';

const run = promisify(execFile);
const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');

const [, tour = '', output = ''] = /^```sh\n(A=.*?)^```\n.*?^```\n(\{.*?)^```$/ms.exec(readme) ?? [];
const [assignment = '', ...commands] = tour.trimEnd().split('\n');
const outputs = output.trimEnd().split('\n');
const [, refusedCommand = '', refusedOutput = ''] = /^```\n\$ (curl .*?)\n(.*?)\n```$/ms.exec(readme) ?? [];
const readmeOrigin = '127.0.0.1:3000';

let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let system: Standalone;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shotclock-tour-'));
  mailServer = await startMailServer();
  system = await startStandalone({
    ...{ DEMO: 'on', SMTP_URL: mailServer.url, ALERT_FROM: 'shotclock@example.com' },
  });
  // The README shows the IDs that follow the first run of each demo schedule. Their later runs must not use any of these IDs.
  await eventually(async () => (await fetch(`${system.origin}/api/v1/screenshots/3`)).ok, {
    timeoutMs: 60_000,
    what: 'the first runs of the demo',
  });
  for (const id of [1, 2]) await fetch(`${system.origin}/api/v1/schedules/${id}/pause`, { method: 'POST' });
}, 200_000);
afterAll(async () => {
  await stopStandalone(system);
  await mailServer.close();
  await rm(folder, { recursive: true });
});

async function runCommand(command: string): Promise<string> {
  const script = `${assignment}\n${command}`.replaceAll(readmeOrigin, new URL(system.origin).host);
  const { stdout } = await run('bash', ['-c', script], { cwd: folder, timeout: 90_000 });
  return stdout.trimEnd();
}

/**
 * Creates a pattern for the output in the README: `…` stands for omitted text, and times, durations, sizes and ratios may
 * vary.
 */
function outputPattern(shown: string): RegExp {
  const pattern = shown
    .replaceAll(readmeOrigin, new URL(system.origin).host)
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('…', '.*')
    .replaceAll(
      /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\\\.\d{3}Z/g,
      String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`,
    )
    .replaceAll(/("processingTimeMs":|"ratio":)[\d\\.]+/g, String.raw`$1[\d.]+`)
    .replaceAll(/\d+ bytes/g, String.raw`\d+ bytes`);
  return new RegExp(`^${pattern}$`);
}

test('the README shows one line of output for every command', () => {
  expect(commands.length).toBeGreaterThan(5);
  expect(outputs).toHaveLength(commands.length);
});

test('the tour prints what the README shows', async () => {
  for (const [index, command] of commands.entries()) {
    const pattern = outputPattern(outputs[index]!);
    // A reader enters the commands one by one, so the execution has completed by the time it is listed.
    if (command.includes('/executions'))
      await eventually(async () => pattern.test(await runCommand(command)), {
        timeoutMs: 60_000,
        what: 'the execution of the tour',
      });
    else expect(await runCommand(command)).toMatch(pattern);
  }
}, 240_000);

test('the commands for alerts send a test, and an e-mail with the picture of the change', async () => {
  const [, block = ''] = /^```sh\n(curl -s \$A\/destinations.*?)^```$/ms.exec(readme) ?? [];
  const responses = [];
  for (const command of block.trimEnd().split('\n')) responses.push(JSON.parse(await runCommand(command)));
  expect(responses).toMatchObject([
    { id: 2, kind: 'email' },
    { delivered: true, text: true, picture: 'UPLOADED' },
    { destinationIds: [2] },
    { status: 'SUCCESS', changed: true },
  ]);
  const mail = await eventually(() => mailServer.received[1], { timeoutMs: 60_000, what: 'the e-mail' });
  expect(mail.subject).toMatch(/^Changed: http.*\/demo\/clock$/);
  expect(mail.attachments).toMatchObject([{ contentType: 'image/png', related: true }]);
}, 120_000);

test('a capture of a private address prints the error that the README shows', async () => {
  expect(await runCommand(refusedCommand)).toMatch(outputPattern(refusedOutput));
}, 60_000);

test('every other request in the documents succeeds', async () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: root });
  const requests = documents.flatMap((file) => {
    const blocks = readFileSync(join(root, file), 'utf8').matchAll(/^```(?:sh)?\n(.*?)^```$/gms);
    const lines = [...blocks].flatMap(([, block]) => block!.replaceAll(/\\\n\s*/g, '').split('\n'));
    return lines.map((line) => line.replace(/^\$ /, '')).filter((line) => /\bcurl /.test(line));
  });
  const others = requests.filter((line) => !readme.includes(line) || line.includes('$KEY'));
  expect(others).toHaveLength(5);
  for (const request of others) {
    // The page of the example is on the internet. Without API keys, the API ignores the header.
    const command = request.replace('https://example.com/', `http://${readmeOrigin}/demo/clock`);
    expect(JSON.parse(await runCommand(command)), request).not.toHaveProperty('code');
  }
}, 120_000);

test('the commands that verify a webhook compute its signature', async () => {
  const alerts = await readFile(new URL('../../../docs/alerts.md', import.meta.url), 'utf8');
  const [, block = ''] = /^```sh\n(key=.*?)^```$/ms.exec(alerts) ?? [];
  const key = Buffer.from('0123456789abcdef01234567');
  await writeFile(join(folder, 'body.json'), '{"type":"content.changed"}');
  const script = `SECRET=whsec_${key.toString('base64')} WEBHOOK_ID=msg_1 WEBHOOK_TIMESTAMP=1700000000\n${block}`;
  const { stdout } = await run('bash', ['-c', script], { cwd: folder });
  const signed = createHmac('sha256', key).update('msg_1.1700000000.{"type":"content.changed"}');
  expect(stdout.trim()).toBe(signed.digest('base64'));
});

/** Runs a program that imports the client. */
async function runProgram(program: string): Promise<string> {
  expect(program).toContain(`http://${readmeOrigin}`);
  const code = program.replaceAll(`http://${readmeOrigin}`, system.origin);
  const { stdout } = await run(
    process.execPath,
    ['--conditions=@shotclock/source', '--input-type=module-typescript', '--eval', code],
    { cwd: new URL('..', import.meta.url), timeout: 90_000 },
  );
  return stdout;
}

test('the program in the README runs the schedule from the tour', async () => {
  const [, program = ''] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];
  expect(await runProgram(program)).toMatch(/^PROCESSING 1\nCOMPLETED 1\nhttp/);
}, 120_000);

test("the recipes in the client's README print what that README shows", async () => {
  const text = await readFile(new URL('../../../packages/client/README.md', import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)];
  const blocksOf = (language: string) =>
    blocks.filter((block) => block[1] === language).map((block) => block[2]);
  // Together, the recipes form one program.
  expect(await runProgram(blocksOf('ts').join('\n'))).toBe(blocksOf('').join(''));
}, 120_000);
