import type { CaptureRequest } from '@shotclock/capture';
import { type CaptureSettings, type Comparison, parseCrop } from '@shotclock/contracts';

/** What a worker uses where an item says nothing (decisions, section 3). */
const defaults = {
  width: 1_920,
  height: 1_080,
  quality: 80,
  delay: 0,
  waitUntil: 'page_loaded',
  waitUntilTimeout: 30,
} as const;

/**
 * Stored settings as the pipeline takes them: every default filled in, times in milliseconds. With a comparison, what it
 * compares is extracted too.
 */
export function captureRequest(settings: CaptureSettings, comparison: Comparison | null): CaptureRequest {
  return {
    url: settings.url,
    viewport: { width: settings.width ?? defaults.width, height: settings.height ?? defaults.height },
    fullPage: settings.fullPage,
    format: settings.format,
    quality: settings.quality ?? defaults.quality,
    delayMs: (settings.delay ?? defaults.delay) * 1_000,
    waitUntil: settings.waitUntil ?? defaults.waitUntil,
    waitUntilTimeoutMs: (settings.waitUntilTimeout ?? defaults.waitUntilTimeout) * 1_000,
    waitFor: settings.waitFor,
    crop: settings.crop === null ? null : parseCrop(settings.crop),
    element: settings.element,
    thumbnailWidth: settings.thumbnailWidth,
    userAgent: settings.userAgent,
    acceptLanguage: settings.acceptLanguage,
    extractHtml: settings.extractHtml || comparison?.mode === 'html',
    extractText: settings.extractText || comparison?.mode === 'text',
    ignoredSelectors: comparison?.ignoredSelectors ?? [],
  };
}
