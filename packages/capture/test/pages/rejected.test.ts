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
/** Whether `failWhen` rejects a page. The text of /text is partly written by a script and partly invisible. */
const cases: [path: string, failWhen: FailWhen, reason: string | null][] = [
  [error, { status: '404' }, 'it responded with 404'],
  [error, { status: '5xx,4xx', text: 'Nothing here' }, 'it responded with 404'],
  [error, { status: '403,5xx,200' }, null],
  [error, { verdict: 'challenge,http_error' }, 'its verdict is http_error'],
  [text, { verdict: 'challenge,http_error', status: '4xx' }, null],
  [text, { text: 'WRITTEN by \n a script' }, 'it contains the text "WRITTEN by \n a script"'],
  [
    text,
    { text: 'Visible heading first paragraph.' },
    'it contains the text "Visible heading first paragraph."',
  ],
  [text, { text: 'Invisible paragraph' }, null],
  [text, { noText: 'Invisible paragraph' }, 'it does not contain the text "Invisible paragraph"'],
  [text, { noText: 'first PARAGRAPH' }, null],
  [text, { selector: 'h1, .error' }, 'an element matches h1, .error'],
  [text, { selector: '.error', noSelector: 'h1' }, null],
  [text, { text: 'absent', noSelector: '.price' }, 'no element matches .price'],
];

test.each(cases)('of %s, %j rejects the page because %s', async (path, failWhen, reason) => {
  const options = { failWhen };
  if (reason === null) {
    expect((await bench.capture(path, { options })).notes).toEqual(
      path === error ? ['The page responded with 404 Not Found.'] : [],
    );
    return;
  }
  const rejected = await bench.failure(path, { options });
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
