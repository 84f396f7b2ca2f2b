import { colours, startFixtureSite } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CaptureBench, openCaptureBench, pngPixels } from './capture-bench.fixture.ts';

let bench: CaptureBench;
beforeAll(async () => {
  bench = await openCaptureBench();
});
afterAll(() => bench.close());

describe('failed captures', () => {
  const second = { waitUntilTimeoutMs: 1_000 };
  const cases: [path: string, settings: object, code: string, message: RegExp][] = [
    ['file:///etc/passwd', {}, 'url_refused', /^The URL was refused: only http/],
    ['http://169.254.169.254/', {}, 'url_refused', /^The URL was refused: .*\.$/],
    ['http://[::1]:9/', {}, 'url_refused', /refused/],
    ['/redirect-to-private', {}, 'url_refused', /.\.$/],
    ['http://nowhere.invalid/', {}, 'name_not_resolved', /nowhere\.invalid/],
    ['https://nowhere.invalid/', {}, 'name_not_resolved', /nowhere\.invalid/],
    ['/reset', {}, 'connection_failed', /.\.$/],
    ['/empty-answer', {}, 'connection_failed', /.\.$/],
    ['/redirect-loop', {}, 'too_many_redirects', /too many times/],
    ['/attachment', {}, 'not_a_page', /download/],
    ['/no-content', {}, 'not_a_page', /204/],
    ['/silent', second, 'timed_out', /did not respond within 1 s/],
    ['/blocks', { waitFor: '##' }, 'invalid_selector', /^waitFor .*##/],
    ['/blocks', { element: '##' }, 'invalid_selector', /^element .*##/],
    ['/blocks', { element: '#nothing' }, 'element_not_found', /#nothing/],
    ['/elements', { element: '#hidden' }, 'element_not_visible', /#hidden/],
    ['/elements', { element: '#empty' }, 'element_not_visible', /#empty/],
    ['/blocks', { crop: { left: 0, top: 300, width: 10, height: 10 } }, 'crop_outside_page', /400 × 300/],
  ];

  test.each(cases)('a capture of %s with %j fails with %s', async (path, settings, code, message) => {
    const error = await bench.failure(path, settings);
    expect(error).toMatchObject({ code });
    expect(error.message).toMatch(message);
  });

  test('a capture of a closed port fails with connection_refused', async () => {
    const other = await openCaptureBench();
    await other.site.close();
    const error = await other.failure('/blocks').finally(() => other.supervisor.close());
    expect(error).toMatchObject({ code: 'connection_refused' });
  });

  test('a capture fails after 15 s if no element matches waitFor', async () => {
    const started = performance.now();
    const error = await bench.failure('/blocks', { waitFor: '#nothing' });
    const tookMs = performance.now() - started;
    expect(error).toMatchObject({ code: 'selector_not_found' });
    expect(tookMs).toBeGreaterThan(14_900);
    // Twice the timeout: loading and the capture take longer on a busy machine.
    expect(tookMs).toBeLessThan(30_000);
  }, 40_000);
});

describe('unusual pages', () => {
  test.each([
    ['/not-found', 'The page responded with 404 Not Found.'],
    ['/server-error', 'The page responded with 500 Internal Server Error.'],
  ])('%s is captured with the note "%s"', async (path, note) => {
    const capture = await bench.capture(path);
    expect(capture.notes).toEqual([note]);
    expect(pngPixels(capture.image).at(50, 50)).toEqual(colours.magenta);
  });

  test.each(['/redirect', '/script-redirect', '/meta-refresh'])(
    '%s is followed to its target',
    async (path) => {
      const capture = await bench.capture(path);
      expect(capture.notes).toEqual([]);
      expect(pngPixels(capture.image).at(350, 50)).toEqual(colours.green);
    },
  );

  test('a plain text document is captured', async () => {
    const { text } = await bench.capture('/plain', { extractText: true });
    expect(text).toBe('Just a line of text.');
  });

  test.each(['/alert', '/popups'])('%s is captured without dialogs and windows', async (path) => {
    expect(pngPixels((await bench.capture(path)).image).at(50, 50)).toEqual(colours.red);
  });

  test('built-ins that the page has replaced do not break its capture', async () => {
    const capture = await bench.capture('/changed-builtins', {
      waitFor: 'p',
      element: 'div',
      extractText: true,
    });
    expect([capture.width, capture.height]).toEqual([100, 100]);
    expect(capture.text).toBe('Still readable');
  });

  test('a refused connection is named in a note', async () => {
    const { notes } = await bench.capture('/private-image');
    expect(notes).toEqual([expect.stringMatching(/^A connection to 10\.0\.0\.1:80 was refused: .+\.$/)]);
  });

  test('a page cannot reach servers on this machine that are not allowed', async () => {
    const other = await startFixtureSite();
    const { notes } = await bench
      .capture(`/embed?src=${other.url('/blocks')}`, { delayMs: 300 })
      .finally(() => other.close());
    expect(other.requests).toEqual([]);
    expect(notes).toEqual([expect.stringContaining(`A connection to ${other.hostPort} was refused`)]);
  });
});
