import type { PageRecord } from '@shotclock/capture';
import type { Comparison } from '@shotclock/contracts';

/**
 * Why a check does not compare what was captured: a sentence for its description; null if it compares it. Only certain verdicts count: comparing an error page would report a
 * change, and make it the baseline of the next check.
 */
export function reasonNotToCompare(
  { verdict, httpStatus }: Pick<PageRecord, 'verdict' | 'httpStatus'>,
  { compare }: Pick<Comparison, 'compare'>,
): string | null {
  if (verdict?.certainty !== 'certain') return null;
  switch (verdict.kind) {
    case 'content':
      return null;
    case 'http_error': {
      // The site may answer with one of these for a while, regardless of its content.
      const isUnavailable = httpStatus === null || httpStatus >= 500 || httpStatus === 429;
      if (compare === 'always' && !isUnavailable) return null;
      return sentence(`The page answered with HTTP status ${httpStatus ?? 'unknown'}`);
    }
    case 'login_wall':
      return compare === 'always' ? null : sentence('The page was a log-in form');
    case 'challenge':
      return sentence('The page was a bot check');
    case 'blank':
      return sentence('The page was blank');
  }
}

const sentence = (state: string): string => `${state}, so it was not compared.`;
