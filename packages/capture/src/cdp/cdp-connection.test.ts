import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { connectCdp } from './cdp-connection.ts';
import { CdpError } from './cdp-error.ts';

/** A connection, and the browser's ends of its two pipes. */
function open() {
  const [fromBrowser, toBrowser] = [new PassThrough(), new PassThrough()];
  const sent = () =>
    String(toBrowser.read() ?? '')
      .split('\0')
      .filter(Boolean)
      .map((text) => JSON.parse(text));
  const answer = (...messages: object[]) =>
    fromBrowser.write(messages.map((message) => `${JSON.stringify(message)}\0`).join(''));
  return { ...connectCdp(fromBrowser, toBrowser), fromBrowser, sent, answer };
}
const attached = (sessionId: string) => ({
  method: 'Target.attachedToTarget',
  params: { sessionId, targetInfo: {}, waitingForDebugger: true },
});

test('answers find their commands, in whatever order and pieces they come', async () => {
  const { root, fromBrowser, sent } = open();
  const both = Promise.all([root.send('Browser.getVersion'), root.send('Target.getTargets')]);
  expect(sent()).toEqual([
    { id: 1, method: 'Browser.getVersion' },
    { id: 2, method: 'Target.getTargets' },
  ]);
  const bytes = Buffer.from('{"id":2,"result":{"targetInfos":["ä"]}}\0{"id":1,"result":{"product":"ö"}}\0');
  for (const byte of bytes) fromBrowser.write(Buffer.from([byte]));
  expect(await both).toEqual([{ product: 'ö' }, { targetInfos: ['ä'] }]);
});

test('a command that the browser refuses fails with its name and the reason', async () => {
  const { root, answer } = open();
  const refused = root.send('Target.closeTarget', { targetId: 'x' });
  answer({ id: 1, error: { code: -32_602, message: 'No target with given id found' } });
  await expect(refused).rejects.toThrow(new CdpError('Target.closeTarget: No target with given id found'));
});

test('events reach the session that they name and no other', async () => {
  const { root, session, answer } = open();
  const heard: string[] = [];
  root.on('Target.attachedToTarget', ({ sessionId }) => {
    session(sessionId).on('Page.frameStoppedLoading', ({ frameId }) => heard.push(`${sessionId} ${frameId}`));
  });
  const event = (sessionId: string) => ({
    method: 'Page.frameStoppedLoading',
    params: { frameId: 'f' },
    sessionId,
  });
  answer(attached('a'), attached('b'), event('b'), event('unknown'), event('a'));
  await expect.poll(() => heard).toEqual(['b f', 'a f']);
});

test('a session that is detached fails what waits and what comes, with those of its frames', async () => {
  const { root, session, answer } = open();
  answer(attached('page'), { ...attached('frame'), sessionId: 'page' });
  await expect.poll(() => session('frame').detached).toBe(false);
  const [page, frame] = [session('page'), session('frame')];
  const waiting = [page.send('Page.enable'), frame.send('Page.enable')].map((one) => one.catch(String));
  answer({ method: 'Target.detachedFromTarget', params: { sessionId: 'page' } });
  expect(await Promise.all(waiting)).toEqual(Array(2).fill('CdpError: Page.enable: the target went away'));
  await expect(frame.send('Page.enable')).rejects.toThrow('the target is gone');
  expect([session('page').detached, session('frame').detached, root.detached]).toEqual([true, true, false]);
});

test('a pipe that ends detaches everything', async () => {
  const { root, fromBrowser, answer, session } = open();
  answer(attached('page'));
  await expect.poll(() => session('page').detached).toBe(false);
  const page = session('page');
  const waiting = root.send('Browser.getVersion').catch(String);
  fromBrowser.destroy();
  expect(await waiting).toContain('went away');
  await page.ended;
});
