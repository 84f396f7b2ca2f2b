import type {
  ContentCheck,
  CreatedShare,
  ExpandedScreenshot,
  Page,
  ScreenshotActivity,
  ScreenshotCapture,
  Share,
  TilePyramid,
} from '@shotclock/contracts';
import { createLinkSigner, createLinks, findSharedImage, loadLinkSecrets } from '@shotclock/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, linkSecret, linkSigner, origin, png } from '../../test-api.fixture.ts';

const api = await createTestApi({ needsKeys: true });
afterAll(() => api.close());

const dayMs = 86_400_000;
/** Signs links as the API would have done that many days ago. */
const signerOf = (daysAgo: number) => createLinkSigner([linkSecret], () => Date.now() - daysAgo * dayMs);
const everything = { url: 'https://example.com/', thumbnailWidth: 1, extractHtml: true, extractText: true };
const missing = 'The request has no API key. Send it as Authorization: Bearer or as X-API-Key.';

let headers: { authorization: string };
let others: { authorization: string };
beforeAll(async () => {
  ({ headers } = await api.createKey());
  ({ headers: others } = await api.createKey(undefined, (await api.otherAccount()).accountId));
});

const get = <T = unknown>(url: string, more: Record<string, string> = {}) =>
  api.send<T>('GET', url.replace(origin, ''), undefined, more);

/** Requests a capture, which `work` then executes. */
async function requested(request: object = everything): Promise<ExpandedScreenshot> {
  const async = { ...headers, prefer: 'respond-async' };
  const response = await api.send<ExpandedScreenshot>('POST', '/api/v1/screenshots', request, async);
  expect(response.status).toBe(202);
  return response.body;
}

type Captured = ExpandedScreenshot & { capture: ScreenshotCapture };

async function captured(): Promise<Captured> {
  const { id } = await requested();
  await api.work();
  return (await get<Captured>(`/api/v1/screenshots/${id}?expand=capture`, headers)).body;
}

describe('a signed link', () => {
  test('grants access to its artifact without a key, and is the same in every response', async () => {
    const { id, imageUrl, extractedHtmlUrl, extractedTextUrl, capture } = await captured();
    const feed = await get<Page<ScreenshotActivity>>('/api/v1/activity/screenshots?size=1', headers);
    expect(feed.body.content[0]).toMatchObject({ imageUrl, extractedHtmlUrl, extractedTextUrl });
    const again = await get<ExpandedScreenshot>(`/api/v1/screenshots/${id}`, headers);
    expect(again.body).toMatchObject({ imageUrl, extractedHtmlUrl, extractedTextUrl });
    for (const url of [imageUrl, capture.thumbnail!.url]) {
      const response = await get(url);
      expect(response, url).toMatchObject({ status: 200, bytes: png });
      expect(response.headers['cache-control']).toBe('private, max-age=86400, immutable');
    }
    expect((await get(extractedHtmlUrl!)).body).toContain('<p>Hello</p>');
    expect(await get(extractedTextUrl!)).toMatchObject({ status: 200, body: 'Hello' });
    expect((await get(imageUrl, { range: 'bytes=0-3' })).bytes).toEqual(png.subarray(0, 4));
    expect((await api.send('HEAD', imageUrl.replace(origin, ''))).status).toBe(200);
  });

  test('grants access to the image of a failed capture', async () => {
    const { id } = await requested();
    await api.work('No element matches #price.', { failed: png });
    const { body } = await get<Captured>(`/api/v1/screenshots/${id}?expand=capture`, headers);
    const { url } = body.capture.failureImage!;
    expect(await get(url)).toMatchObject({ status: 200, bytes: png });
    expectProblem(await get(url.replace('/failure-image', '/image')), 'forbidden');
    expectProblem(await get(url.split('?')[0]!), 'unauthorized');
    expectProblem(await get(url.split('?')[0]!, others), 'not_found');
    const { headers: writing } = await api.createKey(['write']);
    expectProblem(await get(url.split('?')[0]!, writing), 'forbidden');
  });

  test("waits for a conversion until its account's requests have been served", async () => {
    const { id, imageUrl } = await captured();
    const gate = Promise.withResolvers<never>();
    const use = async () => undefined;
    const running = api.context.conversions.convert('tiles', { owner: 99, prepare: () => gate.promise, use });
    const widths = [160, 320, 640, 960, 1_280];
    const linked = widths.map((width) => get(`${imageUrl}&format=jpeg&width=${width}`));
    let refused = 0;
    for (const one of linked) void one.then(({ status }) => (refused += status === 429 ? 1 : 0));
    // Four of these requests may wait, and the request with the key displaces one of them.
    await expect.poll(() => refused).toBe(1);
    const own = get(`/api/v1/screenshots/${id}/image?format=jpeg&width=1920`, headers);
    await expect.poll(() => refused).toBe(2);
    gate.reject(new Error('released'));
    await running.catch(() => undefined);
    expect((await own).status).toBe(200);
    const statuses = (await Promise.all(linked)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 429, 429]);
  });

  test('opens its image in any format; the link to the tiles opens every tile and nothing else', async () => {
    const [{ id, imageUrl }, other] = [await captured(), await captured()];
    expect((await get(`${imageUrl}&format=webp&width=160`)).headers['content-type']).toBe('image/webp');
    const { body } = await get<TilePyramid>(`/api/v1/screenshots/${id}/tiles`, headers);
    const tile = body.tileUrl.replace('{level}', '0').replace('{column}_{row}', '0_0');
    expect(await get(tile)).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } });
    for (const refused of [
      tile.replace(`/${id}/`, `/${other.id}/`),
      tile.replace('tiles/0/0_0.webp', 'image'),
      imageUrl.replace('/image', '/tiles'),
    ])
      expectProblem(await get(refused), 'forbidden');
  });

  test('opens the diff of a check', async () => {
    const ids = [];
    for (const picture of [png, Buffer.concat([png, Buffer.from('x')])]) {
      const async = { ...headers, prefer: 'respond-async' };
      const request = { url: everything.url };
      const { body } = await api.send<ContentCheck>('POST', '/api/v1/content-changes', request, async);
      await api.work(undefined, { picture });
      ids.push(body.id);
    }
    const check = await get<ContentCheck>(`/api/v1/content-changes/${ids[1]}`, headers);
    expect(await get(check.body.diffUrl!)).toMatchObject({ status: 200, bytes: png });
    expectProblem(await get(check.body.diffUrl!.replace(`/${ids[1]}/`, `/${ids[0]}/`)), 'forbidden');
  });

  test('is rejected if it was changed or moved or has expired, but a key still opens the artifact', async () => {
    const [one, other] = [await captured(), await captured()];
    const path = `/api/v1/screenshots/${one.id}/image`;
    const { search } = new URL(one.imageUrl);
    const altered = 'The link is incomplete or was changed.';
    const expired = `?${signerOf(9).sign(1, path)}`;
    const refused: [url: string, reason: string | RegExp][] = [
      [`${path}${search.slice(0, -1)}${search.endsWith('A') ? 'B' : 'A'}`, altered],
      [`${path}${search.replace('account=1', 'account=2')}`, altered],
      [`${path}${search.replace('expires=1', 'expires=2')}`, altered],
      [`${path}${search.replace(/signature=.*/, '')}`, altered],
      [`${path}${search}&signature=x`, altered],
      [`${path}?${search.slice(1).split('&').reverse().join('&')}`, altered],
      [`${path}${search.replace('account=1', 'account=%31')}`, altered],
      [`/api/v1/screenshots/${other.id}/image${search}`, altered],
      [`/api/v1/screenshots/${one.id}/text${search}`, altered],
      [`/api/v1/screenshots/%3${one.id}/image${search}`, altered],
      [path + expired, /^The link expired at .*T00:00:00.000Z\./],
    ];
    for (const [url, reason] of refused) {
      const problem = expectProblem(await get(url), 'forbidden');
      expect(problem.detail, url).toEqual(
        typeof reason === 'string' ? expect.stringContaining(reason) : expect.stringMatching(reason),
      );
    }
    expect((await get(path + expired, headers)).status).toBe(200);
    expectProblem(await get(path + expired, others), 'not_found');
    expect((await get(path, headers)).status).toBe(200);
    expectProblem(await get(path, others), 'not_found');
    expect(expectProblem(await get(path), 'unauthorized').detail).toBe(missing);
  });

  test('grants access only to its artifact, regardless of the key that is sent with it', async () => {
    const { id, imageUrl } = await captured();
    const { pathname, search } = new URL(imageUrl);
    expect((await get(imageUrl, others)).status).toBe(200);
    expect((await get(imageUrl, { authorization: 'Bearer wrong' })).status).toBe(200);
    for (const path of [`/api/v1/screenshots/${id}`, '/api/v1/me', `/api/v1/screenshots/${id}/shares`])
      expect(expectProblem(await get(path + search), 'unauthorized').detail, path).toBe(missing);
    expectProblem(await api.send('DELETE', `/api/v1/screenshots/${id}${search}`), 'unauthorized');
    // Even with a valid signature, an account cannot open an artifact of another account.
    const stranger = (await api.otherAccount()).accountId;
    expectProblem(await get(`${pathname}?${linkSigner.sign(stranger, pathname)}`), 'not_found');
  });

  test('does not change the version of its resource from one day to the next', async () => {
    const path = `/api/v1/screenshots/${(await captured()).id}`;
    const { links } = api.context;
    const etagOf = async (daysAgo: number) => {
      api.context.links = createLinks({ publicUrl: () => origin, signer: signerOf(daysAgo) });
      const { headers: sent } = await get(path, headers);
      api.context.links = links;
      return String(sent.etag);
    };
    const [today, yesterday, before] = [await etagOf(0), await etagOf(1), await etagOf(2)];
    expect(new Set([today, yesterday, before]).size).toBe(3);
    expect((await get(path, { ...headers, 'if-none-match': today })).status).toBe(304);
    expect((await get(path, { ...headers, 'if-none-match': yesterday })).status).toBe(200);
    const remove = (etag: string) => api.send('DELETE', path, undefined, { ...headers, 'if-match': etag });
    expectProblem(await remove(before), 'precondition_failed');
    expect((await remove(yesterday)).status).toBe(204);
  });

  test('is signed with a secret that all processes share through the database, unless a secret is configured', async () => {
    const { context } = api;
    const loaded = await Promise.all([loadLinkSecrets(context, null), loadLinkSecrets(context, null)]);
    expect(loaded[0]).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
    expect(loaded[1]).toEqual(loaded[0]);
    expect(await loadLinkSecrets(context, [linkSecret])).toEqual([linkSecret]);
  });
});

describe('a public link', () => {
  const sharesOf = (id: number) => `/api/v1/screenshots/${id}/shares`;
  const create = (id: number, body: object = {}, more: Record<string, string> = headers) =>
    api.send<CreatedShare>('POST', `/api/v1/screenshots/${id}/share`, body, more);

  async function shared(body: object = {}) {
    const { id } = await captured();
    const response = await create(id, body);
    expect(response.status).toBe(201);
    return { screenshotId: id, url: response.body.url!, path: `${sharesOf(id)}/${response.body.id}` };
  }

  test('opens the image for anyone until it is revoked', async () => {
    const { url, path, screenshotId } = await shared();
    const response = await get(url);
    expect(response).toMatchObject({ status: 200, bytes: png });
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
    });
    expect((await get(url, { 'if-none-match': String(response.headers.etag) })).status).toBe(304);
    expect((await get(url, { range: 'bytes=0-3' })).status).toBe(206);
    expect((await get<Share>(path, headers)).body).toMatchObject({ screenshotId, expiresAt: null });
    const revoke = () => api.send('DELETE', path, undefined, headers);
    expect((await revoke()).status).toBe(204);
    expectProblem(await get(url), 'not_found');
    expectProblem(await revoke(), 'not_found');
  });

  test('is sent only once and stored as a hash', async () => {
    const { id } = await captured();
    const named = { ...headers, 'idempotency-key': 'share' };
    const first = await create(id, {}, named);
    expect(first.headers.etag).toBeUndefined();
    expect((await create(id, {}, named)).body).toEqual({ ...first.body, url: null });
    const { url, ...rest } = first.body;
    const listed = await get<Page<Share>>(sharesOf(id), headers);
    expect(listed.body).toMatchObject({ content: [rest], totalElements: 1 });
    const [stored] = await api.context.db.orm.execute(
      `select s, k from shares s, idempotency_keys k where s.id = ${rest.id} and k.key = 'share'`,
    );
    expect(JSON.stringify(stored)).not.toContain(url!.split('/').at(-1));
  });

  test('stops working when it expires and when the screenshot is deleted', async () => {
    const { url, path, screenshotId } = await shared({
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    });
    expect(Number(/max-age=(\d+)/.exec(String((await get(url)).headers['cache-control']))![1])).toBeLessThan(
      61,
    );
    await api.context.db.orm.execute(
      `update shares set expires_at = now() where screenshot_id = ${screenshotId}`,
    );
    expectProblem(await get(url), 'not_found');
    expect((await get(path, headers)).status).toBe(200);
    const other = await shared();
    const screenshot = `/api/v1/screenshots/${other.screenshotId}`;
    expect((await api.send('DELETE', screenshot, undefined, headers)).status).toBe(204);
    expectProblem(await get(other.url), 'not_found');
  });

  test('can be created only for an image, by its own account, and with an expiry in the future', async () => {
    const waiting = await requested();
    expectProblem(await create(waiting.id), 'conflict');
    await api.work('the name does not exist');
    expectProblem(await create(waiting.id), 'conflict');
    const { screenshotId: id, path } = await shared();
    expectProblem(await create(id, { expiresAt: '2020-01-01T00:00:00Z' }), 'validation_failed', [
      '/expiresAt in_the_past',
    ]);
    for (const other of [sharesOf(id), path]) expectProblem(await get(other, others), 'not_found');
    expectProblem(await create(id, {}, others), 'not_found');
    expectProblem(await api.send('DELETE', path, undefined, others), 'not_found');
    expectProblem(await api.send('DELETE', `${path}9`, undefined, headers), 'not_found');
    await api.context.db.orm.execute(
      `insert into shares (account_id, screenshot_id, token_hash) select 1, ${id}, n from generate_series(2, 100) n`,
    );
    expect(expectProblem(await create(id), 'conflict').detail).toContain('has 100 links');
    await api.context.db.orm.execute(
      `update shares set expires_at = now() where screenshot_id = ${id} and token_hash in ('2', '3')`,
    );
    expect((await create(id)).status).toBe(201);
    const { totalElements } = (await get<Page<Share>>(sharesOf(id), headers)).body;
    expect(totalElements, 'the expired links are gone').toBe(99);
  });

  test('returns 404 if it does not exist, regardless of its token', async () => {
    for (const token of ['x', 'A'.repeat(43), '%F0%9F%98%80', 'a'.repeat(4_000)])
      expectProblem(await get(`/api/v1/shared/${token}`), 'not_found');
  });

  test('is not looked up if its token is malformed', async () => {
    const noDatabase = { db: {} as never };
    for (const token of ['x', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}.`])
      await expect(findSharedImage(noDatabase, { token })).rejects.toMatchObject({ code: 'not_found' });
  });
});
