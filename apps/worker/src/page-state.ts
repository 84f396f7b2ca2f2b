import type { PageRecord } from '@shotclock/capture';
import type { Comparison } from '@shotclock/contracts';

/**
 * Returns the reason why a check does not compare the capture, as a sentence for the check's description, or null if it
 * does compare it. For example, comparing an error page would report a change and make the error page the baseline of the
 * next check. Only verdicts with the certainty `certain` count.
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
      // A site may respond with one of these temporarily, regardless of its content.
      const isUnavailable = httpStatus === null || httpStatus >= 500 || httpStatus === 429;
      if (compare === 'always' && !isUnavailable) return null;
      return sentence(`The page answered with HTTP status ${httpStatus ?? 'unknown'}`);
    }
    case 'login_wall':
      return compare === 'always' ? null : sentence('The page was a login form');
    case 'challenge':
      return sentence('The page was a bot check');
    case 'blank':
      return sentence('The page was blank');
  }
}

const sentence = (state: string): string => `${state}, so it was not compared.`;
