import type { CaptureSettings, ScheduleItem } from '@shotclock/contracts';

/** The settings among a row's columns. */
export function settingsOf(row: CaptureSettings): CaptureSettings {
  return {
    url: row.url,
    width: row.width,
    height: row.height,
    fullPage: row.fullPage,
    format: row.format,
    responseType: row.responseType,
    quality: row.quality,
    delay: row.delay,
    waitUntil: row.waitUntil,
    waitUntilTimeout: row.waitUntilTimeout,
    waitFor: row.waitFor,
    crop: row.crop,
    element: row.element,
    thumbnailWidth: row.thumbnailWidth,
    userAgent: row.userAgent,
    acceptLanguage: row.acceptLanguage,
    extractHtml: row.extractHtml,
    extractText: row.extractText,
  };
}

/** Specification, section 2.1. */
export function itemResource(
  row: CaptureSettings & { id: number; createdAt: Date; updatedAt: Date },
): ScheduleItem {
  return {
    id: row.id,
    ...settingsOf(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
