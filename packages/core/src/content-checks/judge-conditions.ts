import type { ConditionName, ConditionResult, Conditions, SeenContent } from '@shotclock/contracts';
import { parseNumber } from './parse-number.ts';

/** What a capture shows of the conditions. `numberText`: the text of the element; null if none matches. */
export type ConditionTexts = { text: string | null; numberText: string | null };

/** Compares what a capture shows with what the baseline showed; null if the conditions are new. */
export function judgeConditions(
  conditions: Conditions,
  before: SeenContent | null,
  { text, numberText }: ConditionTexts,
): ConditionResult {
  const { appears, disappears, decimal, above, below } = conditions;
  const page = plain(text ?? '');
  const now: SeenContent = {
    appears: appears === undefined ? null : page.includes(plain(appears)),
    disappears: disappears === undefined ? null : page.includes(plain(disappears)),
    number: numberText === null ? null : parseNumber(numberText, decimal),
  };
  const passes = (isBeyond: (number: number) => boolean): boolean =>
    now.number !== null && isBeyond(now.number) && !(before?.number != null && isBeyond(before.number));
  const holds: Record<ConditionName, boolean> = {
    appears: before?.appears === false && now.appears === true,
    disappears: before?.disappears === true && now.disappears === false,
    above: above !== undefined && passes((number) => number > above),
    below: below !== undefined && passes((number) => number < below),
  };
  const names = ['appears', 'disappears', 'above', 'below'] as const;
  return { held: before === null ? [] : names.filter((name) => holds[name]), before, now };
}

/** What the next check of the series compares with; null if it has other texts, or another selector or decimal separator. */
export function seenBefore(
  last: {
    comparison: { conditions: Conditions | null };
    conditions: ConditionResult | null;
    keepsBaseline: boolean;
  },
  conditions: Conditions | null,
): SeenContent | null {
  const [judged, result] = [last.comparison.conditions, last.conditions];
  const looksForSame = (['appears', 'disappears', 'numberSelector', 'decimal'] as const).every(
    (name) => judged?.[name] === conditions?.[name],
  );
  if (!judged || !result || !looksForSame) return null;
  if (last.keepsBaseline) return result.before;
  // A number that is missing from a page for a while does not pass a bound when it returns.
  return { ...result.now, number: result.now.number ?? result.before?.number ?? null };
}

/** Sentences about the conditions that hold, and about a missing number; null if there is nothing to say. */
export function describeConditions(
  { appears, disappears, numberSelector, above, below }: Conditions,
  { held, before, now }: ConditionResult,
  { numberText }: Pick<ConditionTexts, 'numberText'>,
): string | null {
  const number = `${now.number}${before?.number == null ? '' : `, after ${before.number}`}`;
  const sentences: Record<ConditionName, string> = {
    appears: `The text "${appears}" appeared.`,
    disappears: `The text "${disappears}" disappeared.`,
    above: `The number is above ${above}: ${number}.`,
    below: `The number is below ${below}: ${number}.`,
  };
  const missing =
    numberSelector === undefined || now.number !== null
      ? []
      : [
          numberText === null
            ? 'No element matches the selector of the number.'
            : 'The element that matches the selector of the number has no number.',
        ];
  return [...held.map((name) => sentences[name]), ...missing].join(' ') || null;
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();
