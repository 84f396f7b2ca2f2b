import { fileURLToPath } from 'node:url';
import { eventually } from '@shotclock/testing';
import { expect, test } from 'vitest';
import { type BrowserProcess, launchBrowser } from '../../src/browser/launch-browser.ts';
import type { Forged } from './forging-browser.fixture.ts';

const program = fileURLToPath(new URL('forging-browser.fixture.ts', import.meta.url));

/** Starts a browser that sends these messages between two captures. Vitest fails on unhandled rejections. */
async function receive(forged: Forged[], check: (browser: BrowserProcess) => Promise<void>): Promise<void> {
  const browser = await launchBrowser({
    executablePath: process.execPath,
    args: [program, JSON.stringify(forged)],
    env: {},
  });
  try {
    await browser.root.send('Browser.getWindowBounds', { windowId: 1 }).catch(() => undefined);
    await check(browser);
  } finally {
    await browser.kill();
  }
}

const event = (method: string, params: object, sessionId?: string): Forged => ({
  text: JSON.stringify({ method, params, sessionId }),
});
const targetInfo = { targetId: 't', type: 'page', title: '', url: '', attached: true };

test.each<[what: string, message: Forged]>([
  ['a target without information', event('Target.targetCreated', {})],
  ['a changed target without information', event('Target.targetInfoChanged', {})],
  ['a destroyed target without an ID', event('Target.targetDestroyed', {})],
  [
    'an attached target of no session',
    event('Target.attachedToTarget', { sessionId: 'a', targetInfo, waitingForDebugger: true }),
  ],
  ['a detached target that was never attached', event('Target.detachedFromTarget', { sessionId: 'a' })],
  ['an event whose method is not first', { text: '{"params":{},"method":"Target.targetCreated"}' }],
  ['a response to no command', { text: '{"id":1000000,"result":{}}' }],
])('%s has no effect', async (_what, message) => {
  await receive([message], async ({ puppeteer, root }) => {
    // The browser responds in order, so it has already received the earlier messages.
    await root.send('Browser.getWindowForTarget');
    expect(puppeteer.connected).toBe(true);
  });
});

const mebibyte = 1_024 * 1_024;
test.each<[what: string, messages: Forged[]]>([
  ['an attached target without parameters', [{ text: '{"method":"Target.attachedToTarget"}' }]],
  ['a message that is not JSON', [{ text: '{"id":' }]],
  ['many bytes', [{ text: '{"id":1000000,"result":"', repeat: 4 * mebibyte, end: '"}', times: 3 }]],
  ['an image', [{ text: '{"id":1,"result":{"data":"', repeat: mebibyte, end: '"}}' }]],
  ['many messages', [{ text: '{"id":1000000}', times: 10_001 }]],
])('a browser that sends %s between two captures is killed', async (_what, messages) => {
  await receive(messages, async ({ puppeteer, findExit }) => {
    await eventually(() => !puppeteer.connected, { what: 'the browser to be killed' });
    expect(await findExit()).toEqual({
      exitCode: null,
      signal: 'SIGKILL',
      refused: expect.any(String),
      output: ['the last words'],
    });
  });
});
