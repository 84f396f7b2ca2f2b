import { type Static, Type } from '@sinclair/typebox';
import { Nullable, StringEnum } from '../schema.ts';

/** The conditions that can hold, in the order in which they are reported. */
export const ConditionName = StringEnum(['appears', 'disappears', 'above', 'below'], {
  title: 'ConditionName',
  description: 'A condition of `comparison.conditions`.',
});
export type ConditionName = Static<typeof ConditionName>;

const text = (description: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description: `${description} Case and whitespace are ignored.`,
    }),
  );

export const Conditions = Type.Object(
  {
    appears: text('The page contains this text, and its baseline does not.'),
    disappears: text('The page does not contain this text, but its baseline does.'),
    numberSelector: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_048,
        pattern: '\\S',
        description:
          'CSS selector. `above` and `below` apply to the first number in the text of the first matching element, such as ' +
          '`1.299,00 €`, `1,299.00` or `−3 %`. Without `decimal`, a single separator before three digits, as in `1.299`, ' +
          'separates thousands.',
      }),
    ),
    decimal: Type.Optional(
      StringEnum(['.', ','], {
        title: 'DecimalSeparator',
        description:
          'The separator before the decimal places of the number: with `.`, `1.299` is less than 2. The other separators ' +
          'separate thousands.',
      }),
    ),
    above: Type.Optional(
      Type.Number({ description: 'The number is above this bound, and the last known number was not.' }),
    ),
    below: Type.Optional(
      Type.Number({ description: 'The number is below this bound, and the last known number was not.' }),
    ),
  },
  {
    title: 'Conditions',
    additionalProperties: false,
    minProperties: 1,
    description:
      'If set, a check is `changed` exactly if at least one of these conditions holds; `threshold` and `recent` do not count. Other checks ' +
      'become the baseline. The first check with new texts or a new selector or separator only records what it sees.',
    examples: [{ numberSelector: '.price', below: 100 }],
  },
);
export type Conditions = Static<typeof Conditions>;

export const OwnConditions = Type.Object(Conditions.properties, {
  title: 'OwnConditions',
  additionalProperties: false,
  description:
    "Conditions that replace the schedule's conditions for one item. An empty object means that the item has none.",
  examples: [{ numberSelector: '.price', below: 100 }],
});

export const SeenContent = Type.Object(
  {
    appears: Nullable(
      Type.Boolean({
        description: 'Whether the page contains the text in `appears`; null without such a text.',
      }),
    ),
    disappears: Nullable(
      Type.Boolean({
        description: 'Whether the page contains the text in `disappears`; null without such a text.',
      }),
    ),
    number: Nullable(
      Type.Number({
        description: 'The number in the element; null if no element matches or it has no number.',
      }),
    ),
  },
  {
    title: 'SeenContent',
    additionalProperties: false,
    description: 'What a check sees of the texts and the number in its conditions.',
  },
);
export type SeenContent = Static<typeof SeenContent>;

export const ConditionResult = Type.Object(
  {
    held: Type.Array(ConditionName, { description: 'The conditions that hold.' }),
    before: Nullable(SeenContent),
    now: SeenContent,
  },
  {
    title: 'ConditionResult',
    additionalProperties: false,
    description:
      'Which conditions hold, what the baseline shows (`before`, with the last known number; null if the conditions are new), and what ' +
      'the capture shows (`now`). Null without `comparison.conditions`. Only with expand=changes.',
  },
);
export type ConditionResult = Static<typeof ConditionResult>;
