import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Screenshot } from '@shotclock/client';
import { freePort } from '@shotclock/embedded';
import { readImageHeader } from '@shotclock/images';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type CommandEnv, runCommand } from './run-command.fixture.ts';
import { startServer, type TestServer } from './server.fixture.ts';

let server: TestServer;
let folder: string;
let env: CommandEnv;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shotclock-cli-files-'));
  server = await startServer();
  env = { SHOTCLOCK_URL: server.origin };
}, 300_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
}, 60_000);

const shotclock = (...args: string[]) => runCommand(args, env);

describe('capture', () => {
  const viewport = ['--viewport', '400x300'];
  const failing = ['--fail-when', '{"noSelector": "#none"}'];

  test('writes the image, and prints what was captured', async () => {
    const url = server.site.url('/blocks');
    const file = join(folder, 'page.png');
    const { code, stdout, stderr } = await shotclock('capture', url, '-o', file, ...viewport);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Capture \d+: \S+page\.png\nStatus: 200\n$/);
    const image = await readFile(file);
    expect(image.subarray(1, 4).toString()).toBe('PNG');
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([400, 300]);
  });

  test('passes settings and options on, and prints the capture as JSON', async () => {
    const options = ['--color-scheme', 'dark', '--hide', '.a', '--hide', '.b', '--extract-text', '--json'];
    const { stdout } = await shotclock('capture', ...options, ...viewport, server.site.url('/blocks'));
    const shot: Screenshot = JSON.parse(stdout);
    expect(shot).toMatchObject({ status: 'SUCCESS', width: 400, page: { httpStatus: 200 } });
    expect(shot.extractedTextUrl).not.toBeNull();
    const { options: used } = await server.client.screenshots.get(shot.id, { expand: 'options' });
    expect(used).toEqual({ colorScheme: 'dark', hide: ['.a', '.b'] });
  });

  test('converts the image to the format of the file, and writes it to standard output', async () => {
    const url = server.site.url('/blocks');
    const file = join(folder, 'page.webp');
    await shotclock('capture', url, '-o', file, ...viewport);
    expect((await readFile(file)).subarray(8, 12).toString()).toBe('WEBP');
    const { bytes, stderr } = await shotclock('capture', url, '-o', '-', ...viewport);
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(stderr).toMatch(/^Capture \d+: to standard output\n/);
  });

  test('a failed capture exits with 1, the reason, and what to do', async () => {
    const { code, stdout, stderr } = await shotclock('capture', 'http://127.0.0.1:8080/');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      'shotclock: url: is refused: 127.0.0.1 is a loopback address. EGRESS_ALLOW on the server permits other addresses.\n',
    );
    const failed = await shotclock('capture', server.site.url('/blocks'), ...failing);
    expect(failed.stderr).toMatch(/^shotclock: Capture \d+ failed: .*#none/);
    expect(failed.code).toBe(1);
    const [, id = ''] = /Capture (\d+) failed/.exec(failed.stderr)!;
    expect((await shotclock('image', id, '-o', join(folder, 'none.png'))).stderr).toMatch(
      /^shotclock: The capture failed: .*#none.* `shotclock history` lists all captures and their results\.\n$/,
    );
  });

  test.each([
    [['x.gif'], '--output: x.gif must end with .png, .jpg, .jpeg, .webp, .avif', 2],
    [['/nowhere/x.png'], '/nowhere/x.png cannot be written: there is no folder /nowhere.', 1],
    [['x.jpg', '--format', 'png'], '--format: must be jpeg for --output x.jpg, or can be omitted', 2],
    [['x.png', '--viewport', 'big'], 'It must be a size such as 1280x720.', 2],
    [['x.png', '--color-scheme', 'blue'], 'It must be one of light, dark.', 2],
    [['x.png', '--full-page', '--crop', '0,0,1,1'], '--crop: cannot be combined with', 2],
    [['x.png', '--crop', 'x'], '--crop: ', 2],
    [['x.png', '--fullpage'], '(Did you mean --full-page?)', 2],
    [['x.png', '--device', 'iphone 51'], 'Similar names are iPhone 5, iPhone 11, ', 2],
    [['x.png', '--fail-when', '{'], `It must be JSON, such as '{"status":"4xx,5xx"`, 2],
    [
      ['x.png', '--geolocation', '{"latitude":100,"longitude":0}'],
      '--geolocation: latitude: must be between',
      2,
    ],
  ])('refuses -o %s', async (options, message, code) => {
    const result = await shotclock('capture', server.site.url('/blocks'), '-o', ...options);
    expect(result.stderr).toContain(message);
    expect(result.code).toBe(code);
  });
});

/** Captures a page of the site, and returns the ID of the capture. */
async function captured(path: string): Promise<string> {
  const { stdout } = await shotclock('capture', server.site.url(path), '--viewport', '400x300', '--json');
  return String((JSON.parse(stdout) as Screenshot).id);
}

describe('history, image and compare', () => {
  test('captures are listed, newest first, and their images downloaded', async () => {
    const id = await captured('/blocks?listed');
    const { stdout } = await shotclock('history', '--page', 'LISTED');
    expect(stdout).toMatch(new RegExp(`^ID +TIME +RESULT +URL\n${id} +\\S+Z +ok +\\S+/blocks\\?listed\n$`));
    const newest = await shotclock('history', '-n', '1', '--json');
    expect(JSON.parse(newest.stdout)).toMatchObject([{ id: Number(id) }]);
    expect((await shotclock('history', '--page', 'nothing')).stdout).toBe('There are no such captures.\n');

    const file = join(folder, 'image.jpg');
    expect((await shotclock('image', id, '-o', file)).stdout).toBe(`Capture ${id}: ${file}\n`);
    expect((await readFile(file)).subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(await shotclock('history', '--page', '')).toMatchObject({
      code: 2,
      stderr: 'shotclock: --page: must not be empty\n',
    });
    const missing = await shotclock('image', '999999', '-o', file);
    expect(missing.stderr).toBe(
      'shotclock: There is no screenshot 999999. `shotclock history` lists all captures and their results.\n',
    );
  });

  test('two captures are compared, and the differences written', async () => {
    const [first, same, other] = [
      await captured('/blocks'),
      await captured('/blocks'),
      await captured('/tall'),
    ];
    const equal = await shotclock('compare', first, same, '--exit-code');
    expect(equal).toMatchObject({ code: 0, stdout: `Captures ${first} and ${same} look the same.\n` });
    const file = join(folder, 'diff.png');
    const differ = await shotclock('compare', first, other, '-o', file, '--exit-code');
    expect(differ.stdout).toMatch(
      / differ: [\d.]+% of the pixels changed\.\n {2}changed: \d+x\d+ at \d+,\d+\n/,
    );
    expect(differ.code).toBe(1);
    expect((await readFile(file)).subarray(1, 4).toString()).toBe('PNG');
    const json = JSON.parse((await shotclock('compare', first, other, '--json')).stdout);
    expect(json).toMatchObject({ changed: true, ratio: expect.any(Number) });
  });
});

describe('schedules and run', () => {
  test('schedules are created, listed, shown, paused, resumed and deleted', async () => {
    const url = server.site.url('/blocks');
    const none = await shotclock('schedules', 'create', 'Blocks', url);
    expect(none.stderr).toBe(
      'shotclock: Exactly one of --every, --cron and --at is required, such as --every 1h.\n',
    );
    expect(none.code).toBe(2);
    for (const timing of [
      ['--cron', '61 * * * *'],
      ['--at', 'yesterday'],
      ['--timezone', 'Mars/Foo', '--cron', '0 9 * * *'],
    ]) {
      const wrong = await shotclock('schedules', 'create', 'Blocks', url, ...timing);
      expect(wrong.stderr).toMatch(`shotclock: ${timing[0]}: `);
      expect(wrong.code).toBe(2);
    }
    const created = await shotclock('schedules', 'create', 'Blocks', url, '--every', '2h', '--json');
    const { id } = JSON.parse(created.stdout);
    expect((await shotclock('schedules')).stdout).toMatch(
      new RegExp(`ID +STATUS +PAGES +NEXT RUN +NAME\\n(.*\\n)*${id} +active +1 +\\S+Z +Blocks\\n`),
    );
    expect((await shotclock('schedules', 'show', String(id))).stdout).toContain('every 2 hours since ');
    expect((await shotclock('schedules', 'pause', String(id))).stdout).toBe(
      `Schedule ${id} (Blocks) was paused.\n`,
    );
    expect((await shotclock('schedules', 'list')).stdout).toMatch(/ paused +1 +none +Blocks\n/);
    expect((await shotclock('schedules', 'resume', String(id))).stdout).toContain('Its next run is at ');
    expect((await shotclock('schedules', 'delete', String(id))).stdout).toBe(`Schedule ${id} was deleted.\n`);
    expect((await shotclock('schedules', 'show', String(id))).stderr).toBe(
      `shotclock: There is no schedule ${id}. \`shotclock schedules\` lists all schedules.\n`,
    );
  });

  test('a run is watched until its end, with a bar on terminals and lines elsewhere', async () => {
    const urls = ['/blocks', '/tall'].map((path) => server.site.url(path));
    const at = ['--at', '2050-01-01T00:00:00Z', '--json'];
    const { id } = JSON.parse((await shotclock('schedules', 'create', 'Two', ...urls, ...at)).stdout);
    const { code, stdout, stderr } = await shotclock('run', String(id), '--watch');
    expect(stdout).toMatch(/^Run \d+ finished after [\d.]+ s: 2 of 2 pages captured\.\n$/);
    expect([code, stderr.startsWith('0 of 2\n'), stderr.endsWith('2 of 2\n')]).toEqual([0, true, true]);

    const bar = await runCommand(['run', String(id), '--watch'], env, true);
    expect(bar.stderr).toContain(`\r\u001b[K[${'.'.repeat(30)}] 0 of 2`);
    expect(bar.stderr.endsWith(`\r\u001b[K[${'#'.repeat(30)}] 2 of 2\n`)).toBe(true);

    await server.client.items.add(id, [{ url: urls[0]!, options: { failWhen: { noSelector: '#none' } } }]);
    const failing = await shotclock('run', String(id), '--watch');
    expect(failing.code).toBe(1);
    expect(failing.stdout).toMatch(/Failed: \S+\/blocks \(capture \d+\): [^\n]+#none[^\n]+\.\n/);
    expect(failing.stderr).toContain('3 of 3, 1 failed\nshotclock: 1 page could not be captured.\n');
    expect((await shotclock('run', String(id))).stdout).toMatch(
      /^Run \d+ of schedule \d+ was started: 3 pages\.\n$/,
    );
  });
});

describe('mcp', () => {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const overStdio = (env: Record<string, string>) =>
    new StdioClientTransport({ command: process.execPath, args: [main, 'mcp'], env });

  async function connect(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' });
    onTestFinished(() => client.close());
    await client.connect(transport);
    return client;
  }

  test('clients capture and look over standard input and output, and over HTTP', async () => {
    const local = await connect(overStdio({ SHOTCLOCK_URL: server.origin }));
    const page = { url: server.site.url('/blocks'), width: 400, height: 300 };
    const result = await local.callTool({ name: 'capture', arguments: page });
    const [text, picture] = result.content as unknown as { text: string; data: string }[];
    expect(text!.text).toMatch(/^Capture \d+: SUCCESS\n.*\nHTTP status: 200$/s);
    expect(readImageHeader(Buffer.from(picture!.data, 'base64'))).toEqual({
      format: 'jpeg',
      width: 400,
      height: 300,
    });
    const first = Number(/\d+/.exec(text!.text)![0]);
    const second = Number(await captured('/tall'));
    const remote = await connect(new StreamableHTTPClientTransport(new URL('/mcp', server.origin)));
    expect((await remote.listTools()).tools).toEqual((await local.listTools()).tools);
    const { stdout: version } = await shotclock('--version');
    for (const client of [local, remote])
      expect(client.getServerVersion()).toMatchObject({ name: 'shotclock', version: version.trim() });
    for (const request of [
      { name: 'look', arguments: { id: first } },
      { name: 'compare', arguments: { first, second } },
    ]) {
      const { content } = await remote.callTool(request);
      expect(content).toContainEqual(expect.objectContaining({ type: 'image', mimeType: 'image/jpeg' }));
      expect((await local.callTool(request)).content).toEqual(content);
    }
  });

  test('without a server, the error says what to do', async () => {
    const SHOTCLOCK_URL = `http://127.0.0.1:${await freePort()}`;
    const client = await connect(overStdio({ SHOTCLOCK_URL }));
    const { content, isError } = await client.callTool({ name: 'schedules' });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain('cannot be reached: connection refused. Start it with ');
  });
});

describe('the first run', () => {
  const list = ['capture', 'https://example.com'];

  test('without a server, the error says how to start it and how to set its address', async () => {
    const SHOTCLOCK_URL = `http://127.0.0.1:${await freePort()}`;
    const remedy = 'or set its address with --url or SHOTCLOCK_URL.\n';
    for (const [CLI_COMMAND, start] of [
      ['', '`npx pnpm@12 start`'],
      ['npx shotclock', '`npx shotclock`'],
    ]) {
      const { code, stderr } = await runCommand(list, { SHOTCLOCK_URL, CLI_COMMAND });
      expect(stderr).toBe(
        `shotclock: The server at ${SHOTCLOCK_URL} cannot be reached: connection refused. Start it with ${start}, ${remedy}`,
      );
      expect(code).toBe(1);
    }
  });

  test('another server is recognized', async () => {
    const other = createServer((_, response) => void response.writeHead(200).end('<h1>Welcome</h1>'));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const { stderr } = await shotclock(...list, '--url', url);
    other.close();
    expect(stderr).toBe(
      `shotclock: ${url} does not respond as Shotclock does. Check --url or SHOTCLOCK_URL.\n`,
    );
  });

  test('a path in the address is named', async () => {
    const { stderr } = await shotclock(...list, '--url', `${server.origin}/foo`);
    expect(stderr).toBe(
      'shotclock: No resource was found at /foo/api/v1/screenshots. Check the path in --url or SHOTCLOCK_URL.\n',
    );
  });

  test('with https for a server without TLS, the error says so', async () => {
    const { stderr } = await shotclock(...list, '--url', server.origin.replace('http:', 'https:'));
    expect(stderr).toMatch(/cannot be reached: it does not use TLS; try http:\/\/\. [^\n]+\n$/);
  });

  test('a variable that contains more than a key is refused without printing it', async () => {
    for (const SHOTCLOCK_API_KEY of ['sc_one\nsc_two', 'sc_€']) {
      const { code, stderr } = await runCommand(list, { ...env, SHOTCLOCK_API_KEY });
      expect([code, stderr]).toEqual([
        1,
        'shotclock: SHOTCLOCK_API_KEY must contain only a key, which starts with sc_.\n',
      ]);
    }
  });

  test.each([
    [['--url', 'localhost:3000'], '--url: must be an address such as http://127.0.0.1:3000', 2],
    [['--key-file', '/nowhere/key'], 'The key file /nowhere/key cannot be read (ENOENT).', 1],
  ])('refuses %s', async (options, message, code) => {
    const result = await shotclock(...list, ...options);
    expect(result).toMatchObject({ code, stdout: '', stderr: `shotclock: ${message}\n` });
  });

  test('without arguments, prints all commands, and nothing is an error', async () => {
    const { code, stdout } = await shotclock();
    expect(code).toBe(0);
    expect(stdout).toMatch(/\nFirst steps:\n {2}npx pnpm@12 start +starts a server on this machine\n/);
    const installed = await runCommand([], { CLI_COMMAND: 'npx shotclock' });
    expect(installed.stdout).toMatch(/\nFirst steps:\n {2}npx shotclock +starts a server on this machine\n/);
    const inImage = await runCommand([], { CLI_COMMAND: 'docker compose run --rm cli' });
    expect(inImage.stdout).toMatch(/\nFirst steps:\n {2}shotclock capture /);
  });
});

describe('with AUTH_MODE=api-key', () => {
  let guarded: TestServer;
  beforeAll(async () => {
    guarded = await startServer({ AUTH_MODE: 'api-key' });
  }, 300_000);
  afterAll(() => guarded.stop(), 60_000);

  test('errors about keys say how to get one, and keys come from the environment or a file', async () => {
    const url = guarded.site.url('/blocks');
    const { origin: SHOTCLOCK_URL, databaseUrl: DATABASE_URL } = guarded;
    const create = async (...options: string[]) =>
      (await runCommand(['key', 'create', '--name', 'n', ...options], { DATABASE_URL })).stdout.trim();
    const capture = (more: CommandEnv, ...options: string[]) =>
      runCommand(['capture', url, '--viewport', '200x100', ...options], { SHOTCLOCK_URL, ...more });

    const none = await capture({});
    expect(none.stderr).toContain('The server requires an API key.');
    expect(none.stderr).toContain(
      'Create a key with `npx pnpm@12 shotclock key create --name cli --scopes read,write` on the server, and set SHOTCLOCK_API_KEY',
    );
    const wrong = await capture({ SHOTCLOCK_API_KEY: 'sc_wrong' });
    expect(wrong.stderr).toContain('Check SHOTCLOCK_API_KEY or --key-file, or create another key');
    const reader = await capture({ SHOTCLOCK_API_KEY: await create('--scopes', 'read') });
    expect(reader.stderr).toContain('Use a key with more scopes');

    const key = await create('--scopes', 'read,write');
    expect(await capture({ SHOTCLOCK_API_KEY: key })).toMatchObject({ code: 0, stderr: '' });
    const file = join(folder, 'key');
    await writeFile(file, `${key}\n`);
    expect(await capture({}, '--key-file', file)).toMatchObject({ code: 0, stderr: '' });
    expect(await capture({ SHOTCLOCK_API_KEY_FILE: file })).toMatchObject({ code: 0, stderr: '' });

    const soon = new Date(Date.now() + 5_000).toISOString();
    const expiring = await create('--scopes', 'read,write', '--expires-at', soon);
    await expect
      .poll(async () => (await capture({ SHOTCLOCK_API_KEY: expiring })).stderr)
      .toContain('Check SHOTCLOCK_API_KEY');
    for (const { stdout, stderr } of [none, wrong, reader]) expect(stdout + stderr).not.toContain(key);
  });
});
