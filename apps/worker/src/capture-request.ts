import type { CaptureRequest } from '@shotclock/capture';
import { type CaptureSettings, type Comparison, captureSettingTable, parseCrop } from '@shotclock/contracts';

/**
 * Translates stored settings into a request for the capture package: null settings get the value that a capture uses,
 * seconds become milliseconds, and the HTML or text that the comparison needs is extracted too. Other settings are not changed.
 */
export function captureRequest(settings: CaptureSettings, comparison: Comparison | null): CaptureRequest {
  const { width, height, delay, waitUntilTimeout, crop, responseType, ...others } = settings;
  const table = captureSettingTable;
  return {
    ...others,
    viewport: { width: width ?? table.width.usedWhenNull, height: height ?? table.height.usedWhenNull },
    quality: settings.quality ?? table.quality.usedWhenNull,
    delayMs: (delay ?? table.delay.usedWhenNull) * 1_000,
    waitUntil: settings.waitUntil ?? table.waitUntil.usedWhenNull,
    waitUntilTimeoutMs: (waitUntilTimeout ?? table.waitUntilTimeout.usedWhenNull) * 1_000,
    crop: crop === null ? null : parseCrop(crop),
    extractHtml: settings.extractHtml || comparison?.mode === 'html',
    extractText: settings.extractText || comparison?.mode === 'text',
    ignoredSelectors: comparison?.ignoredSelectors ?? [],
  };
}
