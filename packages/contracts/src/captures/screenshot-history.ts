import { type Static, Type } from '@sinclair/typebox';
import { historyExample, historyFields, periodExample, periodFields } from '../history.ts';

const ScreenshotPeriod = Type.Object(
  {
    ...periodFields,
    captures: Type.Integer({
      minimum: 1,
      description: 'Number of captures that were created in the period: the sum of the other numbers.',
    }),
    successes: Type.Integer({ minimum: 0, description: 'Number of those that succeeded.' }),
    failures: Type.Integer({ minimum: 0, description: 'Number of those that failed.' }),
    unfinished: Type.Integer({ minimum: 0, description: 'Number of those that wait or run.' }),
  },
  {
    title: 'ScreenshotPeriod',
    additionalProperties: false,
    description: 'The captures that were created in a day or an hour.',
  },
);
export type ScreenshotPeriod = Static<typeof ScreenshotPeriod>;

export const ScreenshotHistory = Type.Object(historyFields(ScreenshotPeriod, 'captures'), {
  title: 'ScreenshotHistory',
  additionalProperties: false,
  description: 'The captures of an account, counted by the day or hour in which they were created.',
  examples: [
    {
      ...historyExample,
      periods: [{ ...periodExample, captures: 1_440, successes: 1_431, failures: 7, unfinished: 2 }],
    },
  ],
});
export type ScreenshotHistory = Static<typeof ScreenshotHistory>;
