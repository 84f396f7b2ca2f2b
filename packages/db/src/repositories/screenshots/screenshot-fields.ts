import {
  type CaptureSettings,
  type Screenshot,
  type ScreenshotSettings,
  screenshotSettingNames,
} from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import { captures } from '../../schema/captures.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { instantText, instantTextOrNull } from '../instant-text.ts';
import { preparedQuery } from '../prepared-statement.ts';
import { isProgress, screenshotColumns, shownStatus } from './progress.ts';

/** The fields of a screenshot response other than artifact URLs, and whether HTML and text were requested. */
export type ScreenshotFields = Pick<CaptureSettings, 'extractHtml' | 'extractText'> & {
  fields: Omit<Screenshot, 'imageUrl' | 'extractedHtmlUrl' | 'extractedTextUrl'>;
};

const { id, createdAt, capturedAt, executionId, itemId } = screenshots;
const { processingTimeMs, description, extractHtml, extractText } = screenshots;
const columns = [
  ...screenshotSettingNames.map((name) => screenshotColumns[name]),
  ...[extractHtml, extractText, processingTimeMs, description, shownStatus],
  ...[id, createdAt, capturedAt, executionId, itemId],
];

/** Finds a screenshot in the response format. Does not read columns that are returned only with `expand`. */
export const findScreenshotFields = preparedQuery<
  { accountId: number; screenshotId: number },
  ScreenshotFields | undefined
>(
  'screenshot_fields',
  (value) => sql`
    select ${sql.join(columns, sql`, `)} from ${screenshots} left join ${captures} on ${isProgress}
    where ${id} = ${value('screenshotId')}::bigint and ${screenshots.accountId} = ${value('accountId')}::bigint`,
  ([row]) => row && readRow(row),
);

/** Copying an object that has all fields is faster than adding them one by one. */
const noSettings = Object.fromEntries(screenshotSettingNames.map((name) => [name, null]));
const numberOrNull = (text: string | null) => (text === null ? null : Number(text));

/** Reads the values in the order of `columns`. */
function readRow(row: readonly unknown[]): ScreenshotFields {
  let index = 0;
  const next = <Value>() => row[index++] as Value;
  const settings: Record<string, unknown> = { ...noSettings };
  for (const name of screenshotSettingNames) settings[name] = next();
  return {
    extractHtml: next(),
    extractText: next(),
    fields: {
      ...(settings as ScreenshotSettings),
      processingTimeMs: next(),
      description: next(),
      status: next(),
      id: Number(next()),
      createdAt: instantText(next()),
      completedAt: instantTextOrNull(next()),
      scheduleExecutionId: numberOrNull(next()),
      scheduleItemId: numberOrNull(next()),
    },
  };
}
