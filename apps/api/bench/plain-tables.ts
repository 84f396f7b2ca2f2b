// The columns that the plain handlers read and write, declared as a separate application would.
import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  numeric,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
const reference = () => bigint({ mode: 'number' });
const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
const credits = () => numeric({ precision: 20, scale: 4, mode: 'number' });

const captureSettings = {
  url: text().notNull(),
  width: integer(),
  height: integer(),
  fullPage: boolean().notNull(),
  format: text().notNull(),
  responseType: text().notNull(),
  quality: integer(),
  delay: doublePrecision(),
  waitUntil: text(),
  waitUntilTimeout: doublePrecision(),
  waitFor: text(),
  crop: text(),
  element: text(),
  thumbnailWidth: integer(),
  userAgent: text(),
  acceptLanguage: text(),
  extractHtml: boolean().notNull(),
  extractText: boolean().notNull(),
};

export const schedules = pgTable('schedules', {
  id: id(),
  accountId: reference().notNull(),
  name: text().notNull(),
  description: text(),
  status: text().notNull(),
  type: text().notNull(),
  firstRunAt: instant(),
  intervalValue: integer(),
  intervalUnit: text(),
  cronExpression: text(),
  nextRunAt: instant(),
  lastRunAt: instant(),
  deletedAt: instant(),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
});

export const scheduleItems = pgTable('schedule_items', {
  id: id(),
  accountId: reference().notNull(),
  scheduleId: reference().notNull(),
  position: integer().notNull(),
  ...captureSettings,
  removedAt: instant(),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
});

export const scheduleExecutions = pgTable('schedule_executions', {
  id: id(),
  scheduleId: reference().notNull(),
  status: text().notNull(),
  totalItems: integer().notNull(),
  successfulItems: integer().notNull(),
  failedItems: integer().notNull(),
  startedAt: instant().notNull(),
  completedAt: instant(),
  createdAt: instant().notNull(),
});

export const screenshots = pgTable('screenshots', {
  id: id(),
  accountId: reference().notNull(),
  executionId: reference(),
  itemId: reference(),
  source: text().notNull(),
  ...captureSettings,
  status: text().notNull(),
  capturedAt: instant(),
  processingTimeMs: integer(),
  image: text(),
  html: text(),
  text: text(),
  description: text(),
  createdAt: instant().notNull(),
});

export const walletEntries = pgTable('wallet_entries', {
  id: id(),
  accountId: reference().notNull(),
  transactionType: text().notNull(),
  referenceType: text().notNull(),
  referenceId: text().notNull(),
  amount: credits().notNull(),
  balanceBefore: credits().notNull(),
  balanceAfter: credits().notNull(),
  status: text().notNull(),
  description: text().notNull(),
  createdAt: instant().notNull(),
});
