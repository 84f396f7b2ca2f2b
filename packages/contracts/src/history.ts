import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { DateTime, StringEnum } from './schema.ts';

export const HistoryStep = StringEnum(['day', 'hour'], {
  title: 'HistoryStep',
  description: 'The length of the periods of a history: hours, or calendar days in the time zone.',
});
export type HistoryStep = Static<typeof HistoryStep>;

/** The first fields of each period in a history. */
export const periodFields = {
  start: DateTime('Start of the period.'),
  end: DateTime('End of the period: the start of the next one.'),
};

/**
 * The fields of a history.
 * @param content what a period must contain to be listed
 */
export const historyFields = <Period extends TSchema>(period: Period, content: string) => ({
  by: HistoryStep,
  timezone: Type.String({ description: 'Time zone of the days.', examples: ['Europe/Paris'] }),
  from: DateTime('Start of the first requested period.'),
  to: DateTime('End of the last requested period.'),
  periods: Type.Array(period, {
    description: `The periods with ${content}, in order. Other periods are omitted.`,
  }),
});

export const historyExample = {
  by: 'day',
  timezone: 'Europe/Paris',
  from: '2026-11-19T23:00:00.000Z',
  to: '2026-11-21T23:00:00.000Z',
} as const;

export const periodExample = { start: '2026-11-20T23:00:00.000Z', end: '2026-11-21T23:00:00.000Z' };
