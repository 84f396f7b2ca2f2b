import type { ScreenshotVerdict } from '@shotclock/client';
import { expect, test } from 'vitest';
import { captureState, unexpectedWords } from './capture-state.ts';

const content: ScreenshotVerdict = {
  kind: 'content',
  certainty: 'likely',
  vendor: null,
  evidence: [],
  httpStatus: 200,
};

test.each([
  [{ status: 'SUCCESS' }, 'good', 'Captured'],
  [{ status: 'SUCCESS', verdict: null }, 'good', 'Captured'],
  [{ status: 'SUCCESS', verdict: content }, 'good', 'Captured'],
  [
    { status: 'SUCCESS', verdict: { ...content, kind: 'http_error', httpStatus: 404 } },
    'warn',
    '404 Not Found',
  ],
  [{ status: 'SUCCESS', verdict: { ...content, kind: 'http_error', httpStatus: 599 } }, 'warn', 'Status 599'],
  [
    { status: 'SUCCESS', verdict: { ...content, kind: 'challenge', vendor: 'cloudflare', httpStatus: 403 } },
    'warn',
    'Bot check (Cloudflare)',
  ],
  [{ status: 'SUCCESS', verdict: { ...content, kind: 'challenge' } }, 'warn', 'Bot check'],
  [{ status: 'SUCCESS', verdict: { ...content, kind: 'login_wall', httpStatus: 401 } }, 'warn', 'Login form'],
  [{ status: 'SUCCESS', verdict: { ...content, kind: 'blank' } }, 'warn', 'Blank'],
  [{ status: 'FAILED', verdict: null }, 'bad', 'Failed'],
] as const)('%j is %s: %s', (capture, tone, text) => {
  expect(captureState(capture as unknown as Parameters<typeof captureState>[0])).toEqual({ tone, text });
});

test('only verdicts that occur are counted', () => {
  expect(unexpectedWords({ http_error: 2, challenge: 1, login_wall: 0, blank: 0 })).toEqual([
    '1 bot check',
    '2 HTTP errors',
  ]);
});
