import { type Static, Type } from '@sinclair/typebox';
import { noUnexpected, UnexpectedCounts } from '../captures/page-record.ts';
import { ExpandedScreenshot, Screenshot } from '../captures/screenshot.ts';
import { ScreenshotHistory } from '../captures/screenshot-history.ts';
import { ContentCheck } from '../items/content-check.ts';
import { limits } from '../limits.ts';
import { DateTime, Id, Nullable } from '../schema.ts';

const FailingPage = Type.Object(
  {
    scheduleId: Nullable(Id('Schedule of the page; null for a manual capture.')),
    scheduleName: Nullable(Type.String({ description: 'Name of the schedule.', examples: ['Daily'] })),
    screenshot: ExpandedScreenshot,
  },
  {
    title: 'FailingPage',
    additionalProperties: false,
    description: 'A page whose latest capture failed, with that capture.',
  },
);
export type FailingPage = Static<typeof FailingPage>;

const UnexpectedPage = Type.Object(FailingPage.properties, {
  title: 'UnexpectedPage',
  additionalProperties: false,
  description:
    'A page whose latest capture does not show the requested content, with that capture and its verdict.',
});

const UncheckedSchedule = Type.Object(
  {
    scheduleId: Id('Schedule ID.'),
    scheduleName: Type.String({ description: 'Name of the schedule.', examples: ['Daily'] }),
    executionId: Id('The last run of the schedule.'),
    uncheckedItems: Type.Integer({
      minimum: 1,
      description: 'Number of items that were not compared in the run.',
    }),
    itemCount: Type.Integer({ minimum: 1, description: 'Number of items in the run.' }),
    startedAt: DateTime('When the run started.'),
  },
  {
    title: 'UncheckedSchedule',
    additionalProperties: false,
    description:
      'A schedule with change detection whose last run did not compare all items because the balance was too low. Add ' +
      'credits or turn off change detection.',
    examples: [
      {
        scheduleId: 1,
        scheduleName: 'Daily',
        executionId: 7,
        uncheckedItems: 200,
        itemCount: 300,
        startedAt: '2026-11-21T09:00:00.012Z',
      },
    ],
  },
);

const { hours, days, pages, changes, unchecked } = limits.overview;

export const Overview = Type.Object(
  {
    captures: ScreenshotHistory,
    failingPages: Type.Array(FailingPage, {
      maxItems: pages,
      description:
        `Pages whose capture failed in the last ${days} days and has not succeeded since, newest failure first, at most ${pages}. A page is ` +
        'an item in a schedule, or the URL of a manual capture. Canceled captures, deleted items and deleted schedules do not count.',
    }),
    unexpectedPages: Type.Array(UnexpectedPage, {
      maxItems: pages,
      description: `Pages whose newest successful capture in the last ${days} days does not show the requested content (\`verdict\`), newest first, at most ${pages}.`,
    }),
    unexpectedCaptures: UnexpectedCounts,
    destinations: Type.Integer({ minimum: 0, description: 'Number of destinations of alerts.' }),
    uncheckedSchedules: Type.Array(UncheckedSchedule, {
      maxItems: unchecked,
      description: `Schedules whose last run did not compare all items because the balance was too low, newest run first, at most ${unchecked}.`,
    }),
    changes: Type.Array(ContentCheck, {
      maxItems: changes,
      description: `The ${changes} newest content-change checks that found a change.`,
    }),
  },
  {
    title: 'Overview',
    additionalProperties: false,
    description: `Recent activity of an account: its captures in the last ${hours} hours by hour, failing pages, schedules that are not fully compared, and changes.`,
    examples: [
      {
        captures: { ...ScreenshotHistory.examples[0], by: 'hour', timezone: 'UTC' },
        failingPages: [
          {
            scheduleId: 1,
            scheduleName: 'Daily',
            screenshot: {
              ...Screenshot.examples[0],
              status: 'FAILED',
              description: 'The host name does not exist.',
            },
          },
        ],
        unexpectedPages: [],
        unexpectedCaptures: noUnexpected,
        destinations: 1,
        uncheckedSchedules: UncheckedSchedule.examples,
        changes: ContentCheck.examples,
      },
    ],
  },
);
export type Overview = Static<typeof Overview>;
