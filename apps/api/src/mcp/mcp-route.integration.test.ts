import type { Client } from '@modelcontextprotocol/client';
import type { Screenshot } from '@shotclock/contracts';
import { eventually } from '@shotclock/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../test-api.fixture.ts';
import { connectMcp } from './connect-mcp.fixture.ts';

let api: TestApi;
let key: { authorization: string };
let mcp: Client;
beforeAll(async () => {
  api = await createTestApi({ needsKeys: true, requestLimit: { perMinute: 500, redis: null } });
  ({ headers: key } = await api.createKey());
  mcp = await connectMcp(api, key, { pin: '2026-07-28' });
});
afterAll(async () => {
  await mcp?.close();
  await api.close();
});

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const accept = { accept: 'application/json, text/event-stream' };
const send = (headers: Record<string, string>, body: unknown = list) =>
  api.send('POST', '/mcp', body, { ...accept, ...headers });

type Content = { type: string; text?: string; data?: string; mimeType?: string };

/** Calls a tool, and returns the texts and the pictures of its result. */
async function call(name: string, args: Record<string, unknown> = {}, client = mcp) {
  const result = await client.callTool({ name, arguments: args });
  const content = result.content as Content[];
  return {
    failed: result.isError === true,
    text: content.flatMap((block) => block.text ?? []).join('\n'),
    pictures: content
      .filter(({ mimeType }) => mimeType === 'image/jpeg')
      .map(({ data }) => Buffer.from(data!, 'base64')),
  };
}

const solid = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** Creates a capture with an image. */
async function captured(picture: Buffer, url = 'https://example.com/'): Promise<number> {
  const headers = { ...key, prefer: 'respond-async' };
  const { body } = await api.send<Screenshot>('POST', '/api/v1/screenshots', { url }, headers);
  await api.work(undefined, { picture });
  return body.id;
}

test('the tools have descriptions, schemas and annotations', async () => {
  const { tools } = await mcp.listTools();
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ['capture', false],
    ...['look', 'schedules', 'history', 'compare', 'explain'].map((name) => [name, true]),
  ]);
  for (const { description, inputSchema } of tools) {
    expect(description!.length).toBeLessThan(400);
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
  }
});

test('a capture waits for its result, and returns the picture', async () => {
  const result = call('capture', { url: 'https://example.com/new', width: 800 });
  await eventually(async () => (await api.work(undefined, { picture: await solid(800, 600, 'red') })) === 1, {
    what: 'the capture',
  });
  const { failed, text, pictures } = await result;
  expect(failed).toBe(false);
  expect(text).toMatch(/^Capture \d+: SUCCESS\nURL: https:\/\/example\.com\/new\n/);
  expect(await sharp(pictures[0]).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 600 });
});

test('the API stops waiting for a capture when the client disconnects', async () => {
  const limits = { ...api.context.limits };
  Object.assign(api.context.limits, { maxWaitingRequestsPerAccount: 1 });
  onTestFinished(() => void Object.assign(api.context.limits, limits));
  const url = 'https://example.com/slow';
  const controller = new AbortController();
  const result = mcp.callTool({ name: 'capture', arguments: { url } }, { signal: controller.signal });
  const isWaiting = async () => {
    const sent = await api.send('POST', '/api/v1/screenshots', { url }, { ...key, prefer: 'wait=1' });
    return sent.headers['preference-applied'] === undefined;
  };
  const isListed = async () => (await call('history', { urlContains: '/slow' })).text.includes('PENDING');
  await eventually(isListed, { what: 'the capture' });
  expect(await isWaiting()).toBe(true);
  controller.abort();
  await expect(result).rejects.toThrow();
  await eventually(async () => !(await isWaiting()), { what: 'the end of the wait' });
  await api.work();
});

test('a failed capture is an error that names the code and the remedy', async () => {
  const result = call('capture', { url: 'https://unknown.example/' });
  await eventually(async () => (await api.work('There is no such host.')) === 1, { what: 'the capture' });
  const { failed, text } = await result;
  expect(failed).toBe(true);
  expect(text).toContain('Failure code: name_not_resolved. The host name does not exist.');
  expect(text).toContain('What happened: There is no such host.\nRemedy: Check the address.');
  const [, id] = /^Capture (\d+)/.exec(text)!;
  expect((await call('explain', { id: Number(id) })).text).toBe(text);
});

test('a picture is scaled and cropped, and has a limited number of bytes', async () => {
  const noise = { create: { width: 1_100, height: 1_400, channels: 3, background: 'white' } } as const;
  const image = await sharp({
    create: { ...noise.create, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer();
  const { pictures } = await call('look', { id: await captured(image) });
  expect(pictures[0]!.length).toBeLessThanOrEqual(700_000);
  const small = await call('look', {
    id: await captured(await solid(800, 4_000, 'blue')),
    width: 320,
    height: 640,
  });
  expect(await sharp(small.pictures[0]).metadata()).toMatchObject({ width: 320, height: 640 });
});

test('two captures are compared, and the changed area is shown', async () => {
  const white = await solid(1_000, 3_000, 'white');
  const mark = { input: await solid(100, 50, 'black'), left: 300, top: 2_500 };
  const [first, same, other] = [
    await captured(white),
    await captured(white),
    await captured(await sharp(white).composite([mark]).png().toBuffer()),
  ];
  const equal = await call('compare', { first, second: same });
  expect([equal.text, equal.pictures]).toEqual([`Captures ${first} and ${same} look the same.`, []]);
  const { text, pictures } = await call('compare', { first, second: other });
  expect(text).toBe(
    `Captures ${first} and ${other} differ in 0.167% of the pixels:\nchanged: 100x50 at 300,2500`,
  );
  const { data, info } = await sharp(pictures[0]).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([600, 400]);
  const center = data.subarray((200 * info.width + 300) * 3).subarray(0, 3);
  expect([center[0]! > 200, center[1]! < 60]).toEqual([true, true]);
});

test('captures and schedules are listed', async () => {
  const id = await captured(await solid(10, 10, 'white'), 'https://example.com/listed');
  const { text } = await call('history', { urlContains: '/listed' });
  expect(text).toMatch(new RegExp(`^1 captures, .*\n{"id":${id},.*"status":"SUCCESS".*/listed"}$`));
  const schedule = { type: 'CRON', cronExpression: '@daily' };
  await api.send('POST', '/api/v1/schedules', { name: 'Daily', schedule, items: [] }, key);
  const schedules = await call('schedules', { name: 'dai' });
  expect(schedules.text).toContain('"name":"Daily","status":"ACTIVE","timing":{"type":"CRON"');
});

describe('keys and limits', () => {
  test('a key without the scope receives an error with the remedy', async () => {
    const reader = await connectMcp(api, (await api.createKey(['read'])).headers);
    const refused = await call('capture', { url: 'https://example.com/' }, reader);
    expect(refused.failed).toBe(true);
    expect(refused.text).toBe(
      'The API key has no scope "write". Configure this MCP server with a key that has the scopes read and write.',
    );
    expect((await call('history', {}, reader)).failed).toBe(false);
    await reader.close();
  });

  test('a capture of another account does not exist', async () => {
    const id = await captured(await solid(10, 10, 'white'));
    const { accountId } = await api.otherAccount();
    const stranger = await connectMcp(api, (await api.createKey(['read', 'write'], accountId)).headers);
    for (const [name, args] of [
      ['look', { id }],
      ['explain', { id }],
      ['compare', { first: id, second: id }],
    ] as const) {
      const { failed, text, pictures } = await call(name, args, stranger);
      expect([failed, text, pictures]).toEqual([
        true,
        `There is no screenshot ${id}. \`history\` lists all captures, and \`schedules\` all schedules.`,
        [],
      ]);
    }
    await stranger.close();
  });

  test('requests without a key, with a session, and from pages of other origins are refused', async () => {
    expectProblem(await send({}), 'unauthorized');
    expectProblem(await send({ authorization: 'Bearer wrong' }), 'unauthorized');
    expectProblem(await send({ ...key, origin: 'https://evil.example' }), 'forbidden');
    const signedIn = await api.send('POST', '/api/v1/session', { key: key.authorization.slice(7) });
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!;
    const own = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };
    expect((await api.send('GET', '/api/v1/schedules', undefined, { cookie })).status).toBe(200);
    expect(expectProblem(await send({ cookie, ...own }), 'unauthorized').detail).toContain('Send an API key');
  });

  test('the requests of tools count for the limit of the key', async () => {
    const limited = await createTestApi({ needsKeys: true, requestLimit: { perMinute: 9, redis: null } });
    const client = await connectMcp(limited, (await limited.createKey()).headers);
    // Connecting takes two requests, and each call two.
    const texts = [];
    for (let calls = 0; calls < 4; calls += 1)
      texts.push(await call('history', {}, client).then(({ text }) => text, String));
    expect(texts.slice(0, 3)).toEqual(Array(3).fill(expect.stringContaining('0 captures')));
    expect(texts[3]).toMatch(
      /^The API key has sent more than 9 requests in a minute\. Try again in \d+ s\.$/,
    );
    await client.close();
    await limited.close();
  });
});

test('unknown tools, wrong arguments and refused URLs have clear errors', async () => {
  await expect(call('delete')).rejects.toThrow('delete');
  const wrong = await call('look', { id: 'x', size: 1 }).catch((error: Error) => ({ text: error.message }));
  expect(wrong.text).toMatch(/id.*integer/s);
  const refused = await call('capture', { url: 'http://127.0.0.1/' });
  expect(refused).toMatchObject({ failed: true, text: 'url: is refused: 127.0.0.1 is a loopback address' });
  expect((await send(key, 'x')).status).toBe(400);
  expectProblem(await send(key, { ...list, params: { text: 'x'.repeat(200_000) } }), 'payload_too_large');
  expectProblem(await api.send('GET', '/mcp', undefined, key), 'method_not_allowed');
});
