import type { ContentCheck, CreatedFeed, Feed, Page } from '@shotclock/contracts';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, expectProblem, origin, type TestApi } from '../../test-api.fixture.ts';

/** It contains markup, the end of a CDATA section, and a character that XML does not permit. */
const hostileTitle = '<script>alert("1")</script> & ]]> \u0001\u001b';
const hostileUrl = `https://example.com/?a=1&b=<b>"'&c=]]>`;

let api: TestApi;
let headers: Record<string, string>;
let scheduleId: number;
/** A change of the schedule's page, a manual change with a hostile title, and a text change, newest last. */
let changes: ContentCheck[];
beforeAll(async () => {
  api = await createTestApi({ needsKeys: true });
  ({ headers } = await api.createKey());
  const size = { width: 900, height: 1_600, channels: 3, background: '#fff' } as const;
  const picture = await sharp({ create: size }).png().toBuffer();
  const page = { url: 'https://example.com/front' };
  const schedule = await send<{ id: number }>('POST', '/api/v1/schedules', {
    ...{ name: 'Front', items: [page], policy: { detectChanges: true } },
    schedule: { type: 'ONCE', firstRunAt: '2999-01-01T00:00:00Z' },
  });
  scheduleId = schedule.body.id;
  const run = () => send('POST', `/api/v1/schedules/${scheduleId}/run`);
  const check = (body: object) => send('POST', '/api/v1/content-changes', body, { prefer: 'respond-async' });
  const manual = () => check({ url: hostileUrl });
  const text = () => check({ url: 'https://example.com/text', comparison: { mode: 'html' } });
  for (const request of [run, manual, text])
    for (const end of ['', 'x']) {
      expect((await request()).status).toBeLessThan(300);
      await api.work(undefined, { picture: Buffer.concat([picture, Buffer.from(end)]) });
    }
  const listed = await send<Page<ContentCheck>>('GET', '/api/v1/content-changes?changed=true&sort=id,asc');
  changes = listed.body.content;
  expect(changes.length).toBe(3);
  await api.context.db.orm.execute(
    `insert into page_records (screenshot_id, account_id, page)
     select ${changes[1]!.screenshotId}, 1, jsonb_build_object('title', '${hostileTitle}'::text)
     on conflict (screenshot_id) do update set page = excluded.page`,
  );
});
afterAll(() => api.close());

const send = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, more = {}) =>
  api.send<T>(method, path, body, { ...headers, ...more });
const create = async (body: object) => {
  const { status, body: feed } = await send<CreatedFeed>('POST', '/api/v1/feeds', body);
  expect(status).toBe(201);
  return { ...feed, atomUrl: feed.atomUrl!, jsonUrl: feed.jsonUrl! };
};
/** Requests an address without a key. */
const open = (url: string, more: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  api.send<string>(method, url.replace(origin, ''), undefined, more);
const atomOf = async (url: string) => parseAtomFeed((await open(url)).bytes.toString());

test('a feed is listed and read without its addresses, which a repeated request does not receive either', async () => {
  const named = { ...headers, 'idempotency-key': 'feed' };
  const post = () => api.send<CreatedFeed>('POST', '/api/v1/feeds', { name: 'Once', scheduleId }, named);
  const first = await post();
  const { atomUrl, jsonUrl, ...feed } = first.body;
  expect(first.headers.location).toContain(`/api/v1/feeds/${feed.id}`);
  expect(first.headers.etag).toBeUndefined();
  expect(feed).toMatchObject({ name: 'Once', scheduleId });
  expect((await post()).body).toEqual({ ...feed, atomUrl: null, jsonUrl: null });
  expect((await send('GET', `/api/v1/feeds/${feed.id}`)).body).toEqual(feed);
  expect((await send<Page<Feed>>('GET', '/api/v1/feeds')).body.content).toContainEqual(feed);
  const [stored] = await api.context.db.orm.execute(
    `select f, k from feeds f, idempotency_keys k where f.id = ${feed.id} and k.key = 'feed'`,
  );
  for (const url of [atomUrl, jsonUrl]) expect(JSON.stringify(stored)).not.toContain(url!.split('/').at(-2));
});

test('only a key that can read and write creates a feed, of a schedule of its account, up to the limit', async () => {
  const { headers: writing } = await api.createKey(['write']);
  expectProblem(await send('POST', '/api/v1/feeds', { name: 'x' }, writing), 'forbidden');
  const { accountId } = await api.otherAccount();
  const { headers: others } = await api.createKey(undefined, accountId);
  const foreign = await send('POST', '/api/v1/feeds', { name: 'x', scheduleId }, others);
  expectProblem(foreign, 'validation_failed', ['/scheduleId not_found']);
  await api.context.db.orm.execute(
    `insert into feeds (account_id, name, token_hash) select ${accountId}, 'x', 'of ' || n from generate_series(1, 100) n`,
  );
  const problem = expectProblem(await send('POST', '/api/v1/feeds', { name: 'x' }, others), 'conflict');
  expect(problem.detail).toContain('100 feeds');
});

test('an Atom feed has all required elements, and lists changes with their pages, sizes and pictures', async () => {
  const { atomUrl } = await create({ name: 'All <changes> & more' });
  const response = await open(atomUrl);
  expect(response.headers).toMatchObject({
    'content-type': 'application/atom+xml; charset=utf-8',
    'cache-control': 'private, no-cache',
    'referrer-policy': 'no-referrer',
  });
  const feed = parseAtomFeed(response.bytes.toString());
  const { completedAt } = changes[2]!;
  expect(feed).toMatchObject({
    id: expect.stringMatching(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
    title: { value: 'All <changes> & more' },
    authors: [{ name: 'Shotclock' }],
    links: expect.arrayContaining([expect.objectContaining({ rel: 'self', href: atomUrl })]),
  });
  expect(Date.parse(feed.updated!)).toBeGreaterThanOrEqual(Date.parse(completedAt!));
  const entries = feed.entries!;
  expect(entries.map(({ title }) => title?.value)).toEqual([
    'Changed by 25%: https://example.com/text',
    `Changed by 25%: ${changes[1]!.url}`,
    'Changed by 25%: https://example.com/front',
  ]);
  expect(new Set([feed.id, ...entries.map(({ id }) => id)]).size).toBe(4);
  expect(entries.map(({ updated }) => updated)).toEqual(changes.map((one) => one.completedAt).reverse());
  for (const [index, entry] of entries.entries()) {
    const { id, screenshotId, url } = changes.at(-1 - index)!;
    const at = (rel: string) => entry.links!.find((link) => link.rel === rel)!;
    expect(at('alternate').href).toBe(`${origin}/screenshots/${screenshotId}`);
    expect(at('related').href).toBe(url);
    expect(at('enclosure')).toMatchObject({ type: 'image/jpeg' });
    expect(at('enclosure').href).toBe(atomUrl.replace('atom.xml', `changes/${id}/picture.jpg`));
  }
});

test('a hostile title or URL stays text in both formats', async () => {
  const { atomUrl, jsonUrl } = await create({ name: 'Hostile' });
  const xml = (await open(atomUrl)).bytes.toString();
  for (const part of ['<script', '<b>', '\u0001', '\u001b', ']]>']) expect(xml).not.toContain(part);
  const entry = parseAtomFeed(xml).entries![1]!;
  const summary = '“<script>alert("1")</script> & ]]> ” changed: 25% of the pixels differ.';
  expect(entry.summary!.value).toBe(summary);
  expect(entry.title!.value).toContain(changes[1]!.url);
  const [item] = parseJsonFeed((await open(jsonUrl)).bytes.toString()).items!.slice(1);
  expect(item!.title).toBe(entry.title!.value);
  expect(item!.external_url).toBe(changes[1]!.url);
  for (const html of [entry.content!.value, item!.content_html]) {
    expect(html).toContain('<p>“&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; ]]&gt; ” changed:');
    expect(String(html).match(/<\/?\w+/g)).toEqual([
      '<p',
      '</p',
      '<p',
      '<a',
      '<img',
      '</a',
      '</p',
      '<p',
      '<a',
      '</a',
      '</p',
    ]);
  }
});

test('a JSON feed has the fields of version 1.1 and the same entries as Atom', async () => {
  const { atomUrl, jsonUrl } = await create({ name: 'JSON', scheduleId });
  const response = await open(jsonUrl);
  expect(response.headers['content-type']).toBe('application/feed+json; charset=utf-8');
  const raw = JSON.parse(response.bytes.toString());
  expect(raw).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'JSON',
    feed_url: jsonUrl,
    home_page_url: `${origin}/schedules/${scheduleId}`,
  });
  const [entry] = (await atomOf(atomUrl)).entries!;
  const picture = jsonUrl.replace('feed.json', `changes/${changes[0]!.id}/picture.jpg`);
  expect(raw.items).toEqual([
    expect.objectContaining({
      ...{ id: entry!.id, title: entry!.title!.value },
      ...{ summary: entry!.summary!.value, content_html: entry!.content!.value },
      ...{ image: picture, attachments: [{ url: picture, mime_type: 'image/jpeg' }] },
      ...{ date_published: entry!.published, date_modified: entry!.updated },
    }),
  ]);
});

test('the picture is a JPEG image of the changed area, or of the top of the page', async () => {
  const { atomUrl, id } = await create({ name: 'Pictures' });
  const pictures = (await atomOf(atomUrl)).entries!.map(
    ({ links }) => links!.find(({ rel }) => rel === 'enclosure')!.href!,
  );
  const sizes = await Promise.all(
    pictures.map(async (url) => {
      const { headers: sent, bytes } = await open(url);
      expect(sent['content-type']).toBe('image/jpeg');
      const { width, height } = await sharp(bytes).metadata();
      return [width, height];
    }),
  );
  expect(sizes).toEqual([
    [640, 960],
    [600, 400],
    [600, 400],
  ]);
  const [ofSchedule] = [(await create({ name: 'One', scheduleId })).atomUrl];
  const other = ofSchedule.replace('atom.xml', `changes/${changes[1]!.id}/picture.jpg`);
  expectProblem(await open(other), 'not_found');
  expect((await send('DELETE', `/api/v1/feeds/${id}`)).status).toBe(204);
  expectProblem(await open(pictures[0]!), 'not_found');
});

test('a reader that has the feed receives 304, and HEAD has the headers of GET', async () => {
  const { atomUrl, jsonUrl } = await create({ name: 'Conditional' });
  for (const url of [atomUrl, jsonUrl]) {
    const { headers: sent, bytes } = await open(url);
    const etag = String(sent.etag);
    const modified = String(sent['last-modified']);
    const known = await open(url, { 'if-none-match': etag });
    expect([known.status, known.bytes.length, known.headers.etag]).toEqual([304, 0, etag]);
    const weak = await open(url, { 'if-none-match': `"x", W/${etag}` });
    expect(weak.status).toBe(304);
    expect((await open(url, { 'if-modified-since': modified })).status).toBe(304);
    const earlier = new Date(Date.parse(modified) - 1_000).toUTCString();
    expect((await open(url, { 'if-modified-since': earlier })).status).toBe(200);
    expect((await open(url, { 'if-modified-since': 'yesterday' })).status).toBe(200);
    expect((await open(url, { 'if-none-match': '"x"', 'if-modified-since': modified })).status).toBe(200);
    const head = await open(url, {}, 'HEAD');
    expect(head.bytes.length).toBe(0);
    expect(head.headers).toMatchObject({ etag, 'content-length': String(bytes.length) });
  }
});

test('an entry keeps its ID when the address of the server and the name of a page change', async () => {
  const { atomUrl } = await create({ name: 'Stable' });
  const before = await atomOf(atomUrl);
  const { links } = api.context;
  api.context.links = { ...links, plain: (path) => `https://moved.example${path}` };
  const after = await atomOf(atomUrl);
  api.context.links = links;
  expect(after.links).not.toEqual(before.links);
  const idsOf = (feed: typeof before) => [feed.id, ...feed.entries!.map(({ id }) => id)];
  expect(idsOf(after)).toEqual(idsOf(before));
});

test('a feed keeps its entries without pictures after the deletion of captures, and works until its own deletion', async () => {
  const feed = await create({ name: 'Kept', scheduleId });
  const { screenshotId } = changes[0]!;
  expect((await send('DELETE', `/api/v1/screenshots/${screenshotId}`)).status).toBe(204);
  const parsed = await atomOf(feed.atomUrl);
  const [entry] = parsed.entries!;
  expect(entry!.links!.map(({ rel }) => rel)).toEqual(['alternate']);
  expect(entry!.links![0]!.href).toBe('https://example.com/front');
  expectProblem(
    await open(feed.atomUrl.replace('atom.xml', `changes/${changes[0]!.id}/picture.jpg`)),
    'not_found',
  );
  expect((await send('DELETE', `/api/v1/feeds/${feed.id}`)).status).toBe(204);
  for (const url of [feed.atomUrl, feed.jsonUrl, feed.atomUrl.replace(/feeds\/.*\//, 'feeds/short/')])
    expectProblem(await open(url), 'not_found');
  expectProblem(await send('DELETE', `/api/v1/feeds/${feed.id}`), 'not_found');
});
