import type { CaptureSettings } from '@shotclock/contracts';
import { bigint, boolean, doublePrecision, integer, numeric, text, timestamp } from 'drizzle-orm/pg-core';

/** Ids count from 1 and stay below 2^53, so they are numbers all the way to the response. */
export const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
export const reference = () => bigint({ mode: 'number' });

/** An instant with the millisecond precision that every answer and every bound has. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** The settings of a capture, in the item that asks for it and copied to each screenshot (specification, section 2.1). */
export const captureSettingColumns = () => ({
  url: text().notNull(),
  width: integer(),
  height: integer(),
  fullPage: boolean().notNull(),
  format: text().$type<CaptureSettings['format']>().notNull(),
  responseType: text().$type<CaptureSettings['responseType']>().notNull(),
  quality: integer(),
  delay: doublePrecision(),
  waitUntil: text().$type<NonNullable<CaptureSettings['waitUntil']>>(),
  waitUntilTimeout: doublePrecision(),
  waitFor: text(),
  crop: text(),
  element: text(),
  thumbnailWidth: integer(),
  userAgent: text(),
  acceptLanguage: text(),
  extractHtml: boolean().notNull(),
  extractText: boolean().notNull(),
});

/** An amount of credits, exact to four decimals. */
export const credits = () => numeric({ precision: 20, scale: 4, mode: 'number' });
