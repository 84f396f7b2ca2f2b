import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CaptureError, type CaptureRequest } from '../../src/index.ts';
import { type CaptureBench, openCaptureBench, pngPixels } from '../capture-bench.fixture.ts';

let bench: CaptureBench;
beforeAll(async () => {
  bench = await openCaptureBench({ processes: 2 });
});
afterAll(() => bench.close());

const run = (js: string, path = '/text', settings: Partial<CaptureRequest> = {}, deadlineMs?: number) =>
  bench.capture(path, { extractHtml: true, extractText: true, ...settings, options: { js } }, deadlineMs);
const fail = async (js: string, deadlineMs?: number) => {
  const error = await bench.failure('/text', { options: { js } }, deadlineMs);
  expect(error.message).toMatch(/^[A-Z0-9].+\.$/);
  return error;
};
const green = [0, 128, 0];

describe('the option js', () => {
  test('runs in the main world, and its promises and the scripts that it loads can change the page, its HTML and its text', async () => {
    const { image, html, text, notes } = await run(
      `const response = await fetch('/tick');
      window.written = document.querySelector('#written');
      written.textContent = 'Added: ' + (await response.text()); // no semicolon
      const late = document.body.appendChild(document.createElement('script'));
      late.textContent = "fetch('/slow?ms=400').then(() => document.documentElement.style.background = 'green')"
      return 'x'.repeat(1e6) //`,
    );
    expect(text).toContain('Added: tick');
    expect(html).toContain('<p id="written">Added: tick</p>');
    expect((await pngPixels(image)).at(390, 290)).toEqual(green);
    expect(notes).toEqual([]);
  });

  test('runs once, even if the page is captured again, and before hide and css', async () => {
    const js = `document.body.append('#'); const box = document.createElement('b'); box.className = 'box'; document.body.prepend(box);`;
    const css = '.box { position: fixed; left: 0; top: 0; width: 50px; height: 50px; background: green }';
    const options = { js, css, hide: ['h1'] };
    const settings = { extractText: true, options };
    const { image, text } = await bench.capture('/text', settings);
    expect(text?.match(/#/g)).toHaveLength(1);
    expect(text).not.toContain('Visible heading');
    expect((await pngPixels(image)).at(25, 25)).toEqual(green);
    // A blank page is captured twice.
    const blank = await run(`document.body.append(new Comment('ran'))`, '/blank');
    expect(blank.page.verdict?.kind).toBe('blank');
    expect(blank.html?.match(/ran/g)).toHaveLength(1);
  }, 60_000);

  test('runs in each document that it navigates to', async () => {
    const js = `document.body.append('ran on ' + location.pathname); if (location.pathname === '/text') location = '/blocks';`;
    const { text, page } = await run(js);
    expect(page.url).toBe(bench.site.url('/blocks'));
    expect(text).toBe('ran on /blocks');
    const endless = await run(`location.href = '/text?' + Math.random()`);
    expect(endless.text).toContain('Visible heading');
    expect(await fail(`location = 'http://10.0.0.1/'; await new Promise(() => {})`)).toMatchObject({
      code: 'url_refused',
    });
  }, 60_000);

  test.each([
    [
      'document.querySelector(".absent").click()',
      /^The script in options\.js failed: TypeError: Cannot read properties of null .+\.$/,
    ],
    ['throw "sold out"', /: sold out\.$/],
    ['throw { toString: null }', /: Object\.$/],
    ['await Promise.reject(new RangeError("far"))', /: RangeError: far\.$/],
    ['}', /: SyntaxError: .+\.$/],
    ['throw new Error("\\u202ex".repeat(10_000))', /: Error: x+…\.$/],
  ])('fails the capture if %s throws', async (js, message) => {
    const error = await fail(js);
    expect(error).toMatchObject({ code: 'script_failed', message: expect.stringMatching(message) });
    expect(error.message.length).toBeLessThan(400);
    expect(error.image).not.toBeNull();
  });
});

describe('a hostile script does not affect other captures', () => {
  const late = /^The script in options\.js took longer than \d(\.\d)? s\.$/;
  const hostile: [js: string, codes: string[]][] = [
    ['for (;;);', ['script_failed']],
    ['await null; for (;;);', ['script_failed']],
    ['await new Promise(() => {})', ['script_failed']],
    ['setInterval(() => { for (;;); })', ['deadline_exceeded']],
    [
      'const all = []; for (;;) all.push(new Uint8Array(1e8).fill(1))',
      ['script_failed', 'too_much_memory', 'page_crashed'],
    ],
    ['throw "x".repeat(5e7)', ['script_failed', 'too_many_events']],
    ['window.close()', ['page_closed', 'captured']],
    ['for (let i = 0; i < 50; i++) { open("/blocks"); alert(i) }', ['captured']],
    ['document.open(); document.write("<p>gone"); document.close()', ['captured']],
    [
      `for (const type of [Object, Array, Promise, Function, Document, Element, Node, EventTarget, String])
        for (const name of Object.getOwnPropertyNames(type.prototype))
          try { type.prototype[name] = () => { throw 1 } } catch {}`,
      ['captured', 'script_failed'],
    ],
  ];
  test.each(hostile)(
    '%s',
    async (js, codes) => {
      const settings = { extractHtml: true, options: { js } };
      const [outcome, neighbor] = await Promise.all([
        bench.capture('/text', settings, 4_000).catch((error: unknown) => error),
        bench.capture('/blocks'),
      ]);
      expect(outcome instanceof CaptureError ? outcome.code : 'captured').toBeOneOf(codes);
      if (codes.join() === 'script_failed') expect((outcome as CaptureError).message).toMatch(late);
      expect(neighbor.notes).toEqual([]);
      expect((await bench.capture('/blocks')).image.equals(neighbor.image)).toBe(true);
    },
    60_000,
  );
});
