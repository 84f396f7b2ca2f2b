import type { CaptureOptions } from '@shotclock/contracts/capture-options';
import { CaptureError } from '../model/capture-error.ts';
import type { OpenPage } from '../page/open-page.ts';
import { findCondition, type PageCondition } from './page-conditions.ts';
import type { SeenPage } from './see-page.ts';

/** Maximum number of characters to search, the same as in the extracted text. */
const maxText = 10_000_000;

/**
 * Returns a sentence about the first `failWhen` condition that applies to the captured document; null if none applies.
 * @throws CaptureError `invalid_selector`
 */
export async function findRejection(
  { world }: Pick<OpenPage, 'world'>,
  { answer, verdict }: Pick<SeenPage, 'answer' | 'verdict'>,
  failWhen: CaptureOptions['failWhen'],
): Promise<string | null> {
  if (failWhen === undefined) return null;
  const status = answer?.httpStatus ?? null;
  if (status !== null && failWhen.status !== undefined && contains(failWhen.status, status))
    return rejected(`it responded with ${status}`);
  if (verdict && failWhen.verdict?.split(',').includes(verdict.kind))
    return rejected(`its verdict is ${verdict.kind}`);

  const { text = null, noText = null, selector = null, noSelector = null } = failWhen;
  if ([text, noText, selector, noSelector].every((condition) => condition === null)) return null;
  const found = await world.run(findCondition, { text, noText, selector, noSelector }, maxText);
  if (found === null) return null;
  const [condition, valid] = found;
  const value = failWhen[condition] ?? '';
  if (!valid)
    throw new CaptureError(
      'invalid_selector',
      `options.failWhen.${condition} is not a valid CSS selector: ${value}`,
    );
  return rejected(reasons[condition](value));
}

const contains = (list: string, status: number): boolean =>
  list.split(',').some((one) => one === String(status) || one === `${Math.floor(status / 100)}xx`);

const reasons: Record<PageCondition, (value: string) => string> = {
  text: (text) => `it contains the text "${text}"`,
  noText: (text) => `it does not contain the text "${text}"`,
  selector: (selector) => `an element matches ${selector}`,
  noSelector: (selector) => `no element matches ${selector}`,
};

const rejected = (reason: string) => `The page was rejected by options.failWhen: ${reason}.`;
