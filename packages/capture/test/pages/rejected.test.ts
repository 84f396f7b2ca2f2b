import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CaptureRequest } from '../../src/index.ts';
import { type CaptureBench, jpegPixels, openCaptureBench } from '../capture-bench.fixture.ts';

type FailWhen = NonNullable<NonNullable<CaptureRequest['options']>['failWhen']>;

let bench: CaptureBench;
beforeAll(async () => {
  bench = await openCaptureBench();
});
afterAll(() => bench.close());

const text = '/text';
const error = '/not-found';
/** Conditions that apply to a page. The text of /text is partly written by a script and partly invisible. */
const rejecting: [path: string, failWhen: FailWhen, reason: string][] = [
  [error, { status: '404' }, 'it responded with 404'],
  [error, { status: '5xx,4xx', text: 'Nothing here' }, 'it responded with 404'],
  [error, { verdict: 'challenge,http_error' }, 'its verdict is http_error'],
  [text, { text: 'WRITTEN by \n a script' }, 'it contains the text "WRITTEN by \n a script"'],
  [
    text,
    { text: 'Visible heading first paragraph.' },
    'it contains the text "Visible heading first paragraph."',
  ],
  [text, { noText: 'Invisible paragraph' }, 'it does not contain the text "Invisible paragraph"'],
  [text, { selector: 'h1, .error' }, 'an element matches h1, .error'],
  [text, { text: 'absent', noSelector: '.price' }, 'no element matches .price'],
];
/** Conditions that do not apply to a page. */
const accepting: [path: string, failWhen: FailWhen][] = [
  [error, { status: '403,5xx,200' }],
  [
    text,
    {
      ...{ verdict: 'challenge,http_error', status: '4xx' },
      ...{ text: 'Invisible paragraph', noText: 'first PARAGRAPH', selector: '.error', noSelector: 'h1' },
    },
  ],
];

test.each(accepting)('%s is not rejected by %j', async (path, failWhen) => {
  const { notes } = await bench.capture(path, { options: { failWhen } });
  expect(notes).toEqual(path === error ? ['The page responded with 404 Not Found.'] : []);
});

test.each(rejecting)('%s is rejected by %j because %s', async (path, failWhen, reason) => {
  const rejected = await bench.failure(path, { options: { failWhen } });
  expect(rejected).toMatchObject({
    code: 'page_rejected',
    message: `The page was rejected by options.failWhen: ${reason}.`,
  });
  const picture = await jpegPixels(rejected.image!);
  expect([picture.width, picture.height]).toEqual([400, 300]);
  if (path === error) expect(picture.at(50, 50)[1]).toBeLessThan(20);
});

test('a selector that the browser does not accept fails the capture', async () => {
  for (const condition of ['selector', 'noSelector'] as const)
    expect(await bench.failure(text, { options: { failWhen: { [condition]: '::part(' } } })).toMatchObject({
      code: 'invalid_selector',
      message: `options.failWhen.${condition} is not a valid CSS selector: ::part(`,
    });
});

test('a page that is rejected as blank is captured again first', async () => {
  // The page draws its content after a second.
  const late = await bench.capture('/blank-first', { options: { failWhen: { verdict: 'blank' } } });
  expect(late.page.verdict?.kind).toBe('content');
  const blank = await bench.failure('/blank', { options: { failWhen: { verdict: 'blank' } } });
  expect(blank).toMatchObject({ code: 'page_rejected' });
}, 30_000);
