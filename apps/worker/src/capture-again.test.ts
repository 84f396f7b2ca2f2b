import type { BrowserSupervisor } from '@shotclock/capture';
import { captureSettings } from '@shotclock/contracts';
import { createLogger, withDeadline } from '@shotclock/runtime';
import { expect, test, vi } from 'vitest';
import { createCaptureAgain } from './capture-again.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const claim = { settings: captureSettings({ url: 'https://example.com/' }), check: null };

/** @param elapsedMs duration of the first capture */
function again(
  capture: BrowserSupervisor['capture'],
  { elapsedMs = 0, deadlineMs = 60_000, height = 1_000 } = {},
) {
  const browsers = { capture } as BrowserSupervisor;
  return createCaptureAgain({ browsers, logger, stepEnded() {} }, claim, {
    capture: { width: 1_000, height, deadline: withDeadline(undefined, deadlineMs - elapsedMs) },
    durationMs: elapsedMs,
  });
}

test('a failed second capture is ignored', async () => {
  const capture = vi.fn<BrowserSupervisor['capture']>().mockRejectedValue(new Error('the page is gone'));
  const captureAgain = again(capture);
  expect(await captureAgain()).toBeNull();
  expect(await captureAgain()).toBeNull();
  expect(capture).toHaveBeenCalledOnce();
  const { deadlineMs } = capture.mock.calls[0]![1];
  expect([Number.isInteger(deadlineMs), deadlineMs <= 30_000]).toEqual([true, true]);
});

test.each([
  ['the time left is short', { elapsedMs: 20_000 }],
  ['the image is large', { height: 65_000 }],
])('a page is not captured again if %s', async (_name, options) => {
  const capture = vi.fn<BrowserSupervisor['capture']>();
  expect(await again(capture, options)()).toBeNull();
  expect(capture).not.toHaveBeenCalled();
});
