import { type Static, Type } from '@sinclair/typebox';
import { DateTime, Nullable, StringEnum } from '../schema.ts';

/** Monday first. */
export const weekdays = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const;
const Weekday = StringEnum(weekdays, { title: 'Weekday', description: 'A day of the week.' });
export type Weekday = Static<typeof Weekday>;

const TimeOfDay = (description: string, example: string) =>
  Type.String({
    maxLength: 5,
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    description,
    examples: [example],
  });

const AlertTimingType = StringEnum(['AT_ONCE', 'HOURLY', 'DAILY', 'WEEKLY'], {
  title: 'AlertTimingType',
  description:
    'AT_ONCE: each run, check or other event is sent when it ends. HOURLY, DAILY and WEEKLY: a digest is sent, even if nothing happened.',
});
const at = TimeOfDay('DAILY and WEEKLY only: time of the digest; 09:00 when omitted.', '09:00');
const weekday = { ...Weekday, description: 'WEEKLY only: day of the digest; MONDAY when omitted.' };

export const AlertTiming = Type.Object(
  { type: AlertTimingType, at: Nullable(at), weekday: Nullable(weekday) },
  {
    title: 'AlertTiming',
    additionalProperties: false,
    description: 'When messages are sent.',
    examples: [{ type: 'DAILY', at: '09:00', weekday: null }],
  },
);
export type AlertTiming = Static<typeof AlertTiming>;

export const AlertTimingBody = Type.Object(
  { type: AlertTimingType, at: Type.Optional(Nullable(at)), weekday: Type.Optional(Nullable(weekday)) },
  {
    title: 'AlertTimingRequest',
    additionalProperties: false,
    description: 'When messages are sent; replaces the stored timing. Fields of other types are not allowed.',
    examples: [{ type: 'DAILY', at: '09:00' }],
  },
);
export type AlertTimingBody = Static<typeof AlertTimingBody>;

export const QuietHours = Type.Object(
  {
    from: TimeOfDay('Start of the quiet hours.', '22:00'),
    to: TimeOfDay('End of the quiet hours, on the next day unless it is later than `from`.', '07:00'),
    days: Nullable(
      Type.Array(Weekday, {
        minItems: 1,
        maxItems: weekdays.length,
        uniqueItems: true,
        description: 'Days on which quiet hours start; null for every day.',
        examples: [['SATURDAY', 'SUNDAY']],
      }),
    ),
  },
  {
    title: 'QuietHours',
    additionalProperties: false,
    description:
      'Messages are held during these hours. At their end, several held messages are sent as one digest per destination.',
    examples: [{ from: '22:00', to: '07:00', days: null }],
  },
);
export type QuietHours = Static<typeof QuietHours>;

const total = (what: string) => Type.Integer({ minimum: 0, description: `Number of ${what} in the period.` });

export const AlertDigest = Type.Object(
  {
    from: DateTime('Start of the period.'),
    to: DateTime('End of the period.'),
    messages: total('messages that the digest replaces'),
    runs: total('runs that ended'),
    totalItems: total('items of these runs'),
    capturedItems: total('captured items'),
    failedItems: total('failed items'),
    missedRuns: total('scheduled runs that did not take place'),
    notices: Type.Array(Type.String(), {
      maxItems: 20,
      description:
        'The first events that are not about pages, such as paused schedules: one line each, at most 20.',
    }),
  },
  {
    title: 'AlertDigest',
    additionalProperties: false,
    description: 'What happened in a period. For a rule with `itemIds`, captures of these items are counted.',
  },
);
export type AlertDigest = Static<typeof AlertDigest>;
