import { type Static, Type } from '@sinclair/typebox';
import { historyExample, historyFields, periodExample, periodFields } from '../history.ts';

const ScreenshotPeriod = Type.Object(
  {
    ...periodFields,
    captures: Type.Integer({
      minimum: 1,
      description: 'Number of captures created in the period: the sum of the other three numbers.',
    }),
    successes: Type.Integer({ minimum: 0, description: 'Number of successful captures.' }),
    failures: Type.Integer({ minimum: 0, description: 'Number of failed captures.' }),
    unfinished: Type.Integer({ minimum: 0, description: 'Number of waiting and running captures.' }),
  },
  {
    title: 'ScreenshotPeriod',
    additionalProperties: false,
    description: 'The captures created in a day or an hour.',
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
