import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PipeTransport } from '../../src/browser/pipe-transport.ts';
import type { CaptureRequest } from '../../src/index.ts';
import { type CaptureBench, openCaptureBench } from '../capture-bench.fixture.ts';
import { commandsWithoutOptions } from './commands.fixture.ts';

type Command = { method: string; params: Record<string, unknown>; sessionId?: string };

let bench: CaptureBench;
let sent: Command[] = [];
beforeAll(async () => {
  const { send } = PipeTransport.prototype;
  vi.spyOn(PipeTransport.prototype, 'send').mockImplementation(function (this: PipeTransport, message) {
    sent.push(JSON.parse(message));
    send.call(this, message);
  });
  bench = await openCaptureBench();
  // The first capture in a browser may send other commands.
  await bench.capture('/blocks');
});
beforeEach(() => {
  sent = [];
});
afterAll(() => bench.close());

/** Parameters that differ between captures, or contain the source of a function. */
const omitted = new Set([
  'arguments',
  'browserContextId',
  'executionContextId',
  'frameId',
  'functionDeclaration',
  'objectId',
  'proxyServer',
  'source',
  'targetId',
  'url',
]);

const line = ({ method, params }: Command): string => {
  const shown = Object.entries(params ?? {}).filter(([name]) => !omitted.has(name));
  return shown.length === 0 ? method : `${method} ${JSON.stringify(Object.fromEntries(shown))}`;
};

const captures: Record<string, [path: string, settings: Partial<CaptureRequest>]> = {
  'the viewport': ['/blocks', {}],
  'the full page': ['/tall', { fullPage: true }],
  'an element': ['/elements', { element: '#far' }],
  'the viewport with a user agent and languages': [
    '/blocks',
    { userAgent: 'Probe/1.0', acceptLanguage: 'de-CH,de;q=0.8' },
  ],
};

test.each(Object.entries(captures))(
  'a capture of %s without options sends the stored commands in the stored order',
  async (name, [path, settings]) => {
    await bench.capture(path, settings);
    expect(sent.map(line)).toEqual(commandsWithoutOptions[name]);
  },
);

test('the conditions of failWhen require only one call into the page', async () => {
  const [name, [path, settings]] = Object.entries(captures)[0]!;
  const failWhen = { status: '500', text: 'absent', noSelector: 'body', verdict: 'blank' };
  await bench.capture(path, { ...settings, options: { failWhen } });
  const call = 'Runtime.callFunctionOn {"awaitPromise":true,"returnByValue":true}';
  expect(sent.map(line)).toEqual(commandsWithoutOptions[name]!.toSpliced(-1, 0, call));
  sent = [];
  await bench.capture(path, { ...settings, options: { failWhen: { status: '500', verdict: 'blank' } } });
  expect(sent.map(line)).toEqual(commandsWithoutOptions[name]);
});

test("a page's worker receives the stored commands in order if userAgent and acceptLanguage are set", async () => {
  const settings = { userAgent: 'Probe/1.0', acceptLanguage: 'fr', waitFor: '[data-complete]' };
  await bench.capture('/emulated/one-worker', settings);
  const page = sent.find(({ method }) => method === 'Page.setLifecycleEventsEnabled')!.sessionId;
  const ofWorker = sent.filter(
    ({ sessionId, method }) => sessionId !== page && !/^(Browser|Target\.(create|dispose))/.test(method),
  );
  expect(ofWorker.map(line)).toEqual(
    commandsWithoutOptions['a page with a worker, with a user agent and languages'],
  );
});
