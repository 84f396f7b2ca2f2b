import type { CaptureRequest } from '@shotclock/capture';
import {
  type CaptureSettings,
  type Comparison,
  canonicalOptions,
  captureSettingTable,
  parseCrop,
  viewportOf,
} from '@shotclock/contracts';

/**
 * Translates stored settings into a request for the capture package. Null settings get the default that captures use,
 * seconds are converted to milliseconds, and any HTML or text that the comparison needs is also extracted. Other settings
 * are unchanged.
 */
export function captureRequest(settings: CaptureSettings, comparison: Comparison | null): CaptureRequest {
  const { width, height, delay, waitUntilTimeout, crop, responseType, ...others } = settings;
  const table = captureSettingTable;
  return {
    ...others,
    viewport: viewportOf(settings),
    quality: settings.quality ?? table.quality.usedWhenNull,
    delayMs: (delay ?? table.delay.usedWhenNull) * 1_000,
    waitUntil: settings.waitUntil ?? table.waitUntil.usedWhenNull,
    waitUntilTimeoutMs: (waitUntilTimeout ?? table.waitUntilTimeout.usedWhenNull) * 1_000,
    crop: crop === null ? null : parseCrop(crop),
    extractHtml: settings.extractHtml || comparison?.mode === 'html',
    extractText: settings.extractText || comparison?.mode === 'text' || searchesText(comparison),
    ignoredSelectors: comparison?.ignoredSelectors ?? [],
    numberSelector: comparison?.conditions?.numberSelector ?? null,
    options: canonicalOptions(settings.options),
  };
}

const searchesText = (comparison: Comparison | null): boolean =>
  comparison?.conditions?.appears !== undefined || comparison?.conditions?.disappears !== undefined;
