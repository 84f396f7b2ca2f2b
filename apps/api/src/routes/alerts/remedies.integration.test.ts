import type {
  AuditEntry,
  ContentCheck,
  ExpandedSchedule,
  ItemComparison,
  Page,
  Schedule,
} from '@shotclock/contracts';
import { type RemedyName, remedyPath } from '@shotclock/core';
import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changedArea, createTestApi, linkSigner, png, type TestApi } from '../../test-api.fixture.ts';

const pageUrl = 'https://example.com/?a=<b>&c="';
const region = '300,560,40,30';

let api: TestApi;
let headers: Record<string, string>;
beforeAll(async () => {
  api = await createTestApi({ needsKeys: true });
  ({ headers } = await api.createKey(['read', 'write', 'admin']));
});
afterAll(() => api.close());

const send = <T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  api.send<T>(method, `/api/v1${path}`, body, headers);
/** A signed link of an account. */
const linkTo = (name: RemedyName, id: number, accountId = 1) => {
  const path = remedyPath(name, id);
  return `${path}?${linkSigner.sign(accountId, path)}`;
};
const open = (link: string) => api.send<string>('GET', link);
/** Sends the form of the page as a browser does. */
const confirm = (link: string, more: Record<string, string> = {}) =>
  api.send<string>('POST', link, '', { 'content-type': 'application/x-www-form-urlencoded', ...more });

/** A schedule whose item changed by 25%. */
async function changedItem() {
  const { body: schedule } = await send<Schedule>('POST', '/schedules', {
    ...{ name: 'Front <page>', items: [{ url: pageUrl }], policy: { detectChanges: true } },
    schedule: { type: 'ONCE', firstRunAt: '2999-01-01T00:00:00Z' },
  });
  for (const picture of [png, Buffer.concat([png, Buffer.from('x')])]) {
    await send('POST', `/schedules/${schedule.id}/run`);
    await api.work(undefined, { picture });
  }
  const query = `?changed=true&scheduleId=${schedule.id}`;
  const checks = await send<Page<ContentCheck>>('GET', `/content-changes${query}`);
  const [check] = checks.body.content;
  const item = `/schedules/${schedule.id}/items/${check!.scheduleItemId}`;
  const own = async () => (await send<ItemComparison>('GET', `${item}/comparison`)).body.own;
  return { scheduleId: schedule.id, checkId: check!.id, item, own };
}

const audited = async (action: string) =>
  (await send<Page<AuditEntry>>('GET', '/audit-log?size=100')).body.content.filter(
    (entry) => entry.action === action && entry.actor === 'REMEDY_LINK',
  );

test('the page says what will happen, and changes nothing before it is confirmed', async () => {
  const { checkId, own, scheduleId } = await changedItem();
  const texts = {
    'accept-look': 'Later checks of this page know this look, and do not report it again.',
    'ignore-region':
      'a rectangle of 40 × 30 pixels, 300 pixels from the left edge and 560 pixels from the top.',
    'raise-threshold': 'This change affected 25%. The threshold of this page changes from 0% to 25.01%.',
    'pause-schedule': 'The schedule has no further runs until it is resumed.',
  };
  for (const name of Object.keys(texts) as RemedyName[]) {
    const link = linkTo(name, name === 'pause-schedule' ? scheduleId : checkId);
    const { status, body, headers: sent } = await open(link);
    expect(status).toBe(200);
    expect(body).toContain(texts[name]);
    expect(body).toContain('<form method="post">');
    expect(body).not.toMatch(/<script|<b>|<page>|https?:\/\/(?!localhost:3000\/api|example\.com)/);
    expect(sent).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
      ),
    });
    const report = await new HtmlValidate({ extends: ['html-validate:standard'] }).validateString(body);
    expect(report.results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
    expect((await api.send('HEAD', link)).status).toBe(200);
  }
  expect(await own()).toMatchObject({ ignoredRegions: null, threshold: null });
  const schedule = await send<ExpandedSchedule>('GET', `/schedules/${scheduleId}?expand=policy`);
  expect(schedule.body.policy!.pausedAt).toBeNull();
});

test('a confirmed region is ignored once, and the audit log names the link', async () => {
  const { checkId, own, item } = await changedItem();
  await send('PATCH', `${item}/comparison`, { ignoredRegions: ['0,0,10,10'] });
  const before = (await audited('updateItemComparison')).length;
  const link = linkTo('ignore-region', checkId);
  const done = await confirm(link);
  expect([done.status, done.body.includes('<h1>Done</h1>')]).toEqual([200, true]);
  const again = await confirm(link);
  expect([again.status, again.body.includes('already ignore the region')]).toEqual([200, true]);
  expect((await own()).ignoredRegions).toEqual(['0,0,10,10', region]);
  const entries = await audited('updateItemComparison');
  expect(entries.length).toBe(before + 1);
  expect(entries[0]).toMatchObject({ fields: ['ignoredRegions'], resourceType: 'ITEM', apiKeyId: null });
  expect(changedArea.current).toEqual({ left: 300, top: 560, width: 40, height: 30 });
});

test('links that are confirmed at the same time keep the changes of each other', async () => {
  const { checkId, own } = await changedItem();
  const links = [linkTo('ignore-region', checkId), linkTo('raise-threshold', checkId)];
  const responses = await Promise.all([...links, ...links].map((link) => confirm(link)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await own()).toMatchObject({ ignoredRegions: [region], threshold: 0.2501 });
});

test('a threshold that is already higher remains, and a region is not ignored twice by a larger one', async () => {
  const { checkId, own, item } = await changedItem();
  await send('PATCH', `${item}/comparison`, { threshold: 0.5, ignoredRegions: ['0,0,1000,1000'] });
  for (const name of ['raise-threshold', 'ignore-region'] as const) {
    const { body } = await confirm(linkTo(name, checkId));
    expect(body).toContain('already');
    expect(body).not.toContain('<form');
  }
  expect(await own()).toMatchObject({ threshold: 0.5, ignoredRegions: ['0,0,1000,1000'] });
});

test('a look is accepted once, and remains accepted', async () => {
  const { checkId } = await changedItem();
  const link = linkTo('accept-look', checkId);
  expect((await confirm(link)).body).toContain('<h1>Done</h1>');
  const read = async () =>
    (await send<ContentCheck>('GET', `/content-changes/${checkId}?expand=changes`)).body.acceptedAt;
  const acceptedAt = await read();
  expect(acceptedAt).toEqual(expect.any(String));
  expect((await confirm(link)).body).toContain('already accepted');
  expect(await read()).toBe(acceptedAt);
  expect((await audited('acceptContentCheck')).length).toBe(1);
});

test('a schedule is paused, and stays paused', async () => {
  const { scheduleId } = await changedItem();
  const link = linkTo('pause-schedule', scheduleId);
  expect((await confirm(link)).body).toContain('<h1>Done</h1>');
  const read = async () =>
    (await send<ExpandedSchedule>('GET', `/schedules/${scheduleId}?expand=policy`)).body.policy;
  const paused = await read();
  expect(paused).toMatchObject({ pausedAt: expect.any(String), pauseReason: 'REQUESTED' });
  expect((await confirm(link)).body).toContain('already paused');
  expect(await read()).toEqual(paused);
  expect((await audited('pauseSchedule')).length).toBe(1);
});

test('a link permits only its own remedy and account, while it is complete and has not expired', async () => {
  const { checkId, scheduleId, own, item } = await changedItem();
  const link = linkTo('raise-threshold', checkId);
  const [path, query] = link.split('?') as [string, string];
  const image = `/api/v1/screenshots/${checkId}/image`;
  const other = (await api.otherAccount()).accountId;
  const refused: [link: string, status: number][] = [
    [path, 403],
    [`${path}?${query.slice(0, -1)}`, 403],
    [`${remedyPath('ignore-region', checkId)}?${query}`, 403],
    [`${remedyPath('pause-schedule', scheduleId)}?${query}`, 403],
    [`${path}?${linkSigner.sign(1, image)}`, 403],
    [linkTo('raise-threshold', checkId, other), 404],
    [`/remedies/delete-account/1?${query}`, 404],
    [`/remedies/raise-threshold/0${checkId}?${query}`, 404],
    [`/remedies/raise-threshold/99999999999999999999?${query}`, 404],
    [linkTo('raise-threshold', 987_654), 404],
  ];
  for (const [one, status] of refused)
    for (const response of [await open(one), await confirm(one, headers)]) {
      expect([one, response.status]).toEqual([one, status]);
      expect(response.body).not.toContain('<form');
    }
  // A remedy link opens nothing else.
  expect((await api.send('GET', `${image}?${query}`)).status).toBe(403);
  const foreign = await confirm(link, { origin: 'https://evil.example' });
  expect(foreign.status).toBe(403);
  expect((await own()).threshold).toBeNull();
  await send('DELETE', item);
  const gone = await confirm(link);
  expect([gone.status, gone.body.includes('removed from its schedule')]).toEqual([200, true]);
});

test('without authentication, links need no signature', async () => {
  const open = await createTestApi();
  const schedule = await open.createSchedule([]);
  const path = remedyPath('pause-schedule', schedule.id);
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:3000' };
  expect((await open.send('POST', path, '', { ...form, origin: 'https://evil.example' })).status).toBe(403);
  expect((await open.send<string>('POST', path, '', form)).body).toContain('<h1>Done</h1>');
  await open.close();
});
