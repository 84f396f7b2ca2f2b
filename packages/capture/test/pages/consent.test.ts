import { innocentPaths } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConsentRulesLoader } from '../../src/index.ts';
import { openConsentBench } from './consent-bench.fixture.ts';

/** An operator's rule for a banner that autoconsent's rules do not match. */
const ownRule = {
  name: 'ours',
  runContext: { urlPattern: '/no-reject-button$' },
  detectCmp: [{ exists: '#notice' }],
  detectPopup: [{ visible: '#notice' }],
  optOut: [{ hide: '#notice' }],
  cosmetic: true,
};

let bench: Awaited<ReturnType<typeof openConsentBench>>;
let without: Buffer;
beforeAll(async () => {
  bench = await openConsentBench();
  without = (await bench.capture('onetrust?banner=off', 'keep')).pixels;
});
afterAll(() => bench.close());

test('keep shows the banner, and the record does not mention it', async () => {
  const { pixels, page } = await bench.capture('onetrust', 'keep');
  expect(pixels.equals(without)).toBe(false);
  expect(page).not.toHaveProperty('consent');
});

test.each([
  ['reject', 'onetrust', 'Onetrust', 'rejected', 1],
  ['accept', 'onetrust', 'Onetrust', 'accepted', 1],
  ['accept', 'class-lock', 'HEURISTIC-REJECT', 'accepted', 1],
  ['hide', 'onetrust', 'Onetrust', 'hidden', 0],
] as const)(
  '%s removes the banner of %s and its scroll lock',
  async (action, path, found, outcome, clicks) => {
    const { pixels, page, html } = await bench.capture(path, action, { extractHtml: true });
    expect(page.consent).toMatchObject({ found, outcome, clicks, unlocked: true });
    expect(pixels.equals(without)).toBe(true);
    expect(html).not.toContain('autoconsent');
    expect(page.stepMs).toHaveProperty('consent');
  },
);

test.each(['onetrust?banner=off', ...innocentPaths])(
  'the page %s has no banner and does not change',
  async (path) => {
    const keep = await bench.capture(path, 'keep');
    for (const action of ['reject', 'hide'] as const) {
      const { pixels, page } = await bench.capture(path, action);
      expect(page.consent).toMatchObject({ clicks: 0, unlocked: false });
      expect(page.consent?.outcome).toBe(path === 'innocent/wall' ? 'failed' : 'none');
      expect(pixels.equals(keep.pixels)).toBe(true);
    }
  },
);

test("an operator's rules replace autoconsent's rules", async () => {
  const ours = await openConsentBench({ consentRules: createConsentRulesLoader([ownRule]) });
  const { page, pixels, html } = await ours.capture('no-reject-button', 'reject', { extractHtml: true });
  const other = await ours.capture('didomi', 'reject');
  await ours.close();
  expect(page.consent).toMatchObject({ found: 'ours', outcome: 'hidden' });
  expect(pixels.equals(without)).toBe(true);
  expect(html).not.toContain('autoconsent');
  // Only autoconsent's rule can reject this popup.
  expect(other.page.consent).toMatchObject({ outcome: 'hidden', clicks: 0 });
});
