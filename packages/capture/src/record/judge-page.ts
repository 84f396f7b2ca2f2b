import type { PageFacts } from '../in-page/page-facts.ts';
import type { Verdict, VerdictEvidence } from '../model/page-record.ts';
import { challengeHeaders, challengeRules, pageMarks } from './challenge-marks.ts';
import { logInAddress } from './log-in-address.ts';
import type { DocumentAnswer } from './watch-network.ts';

export type Seen = {
  /** The requested URL, and the URL of the captured document. */
  requested: string;
  url: string;
  answer: Pick<DocumentAnswer, 'httpStatus' | 'headers'> | null;
  facts: Pick<PageFacts, 'title' | 'passwordField' | 'small'>;
  /** Whether the image has one color. Evaluated only if the document contains nothing else. */
  oneColor: () => Promise<boolean>;
};

/**
 * Returns the verdict on a page. The first rule that applies determines the verdict: a vendor's header, a status that
 * requires a login, the marks of a challenge, the URL of a login page, another error status, or a blank page.
 */
export async function judgePage(seen: Seen): Promise<Verdict> {
  const { answer } = seen;
  const status = answer?.httpStatus ?? 200;
  return (
    certainChallenge(answer) ??
    (status === 401 ? verdict('login_wall', 'certain', ['http_status']) : null) ??
    likelyChallenge(seen, status) ??
    logInWall(seen) ??
    (status >= 400 ? verdict('http_error', 'certain', ['http_status']) : null) ??
    ((await isBlank(seen)) ? verdict('blank', 'certain', ['one_color', 'no_text', 'no_images']) : null) ??
    verdict('content', 'likely', [])
  );
}

/** The verdict on a document that the vendor's header marks as a challenge; null for other documents. */
export function certainChallenge(answer: Seen['answer']): Verdict | null {
  const found = challengeHeaders.find(({ name, values }) =>
    values.includes(answer?.headers[name]?.toLowerCase() ?? ''),
  );
  return found ? { ...verdict('challenge', 'certain', ['response_header']), vendor: found.vendor } : null;
}

function likelyChallenge({ facts: { small, title } }: Seen, status: number): Verdict | null {
  if (!small) return null;
  const rule = challengeRules.find(
    (one) =>
      one.marks.every((mark) => small.marks.includes(mark)) &&
      (one.httpStatus?.includes(status) ?? true) &&
      (one.title === undefined || title === one.title) &&
      small.text <= (one.maxText ?? maxChallengeText) &&
      !(one.empty && showsSomething(small)),
  );
  if (!rule) return null;
  const evidence: VerdictEvidence[] = [
    ...rule.marks.map((mark) => pageMarks[mark].evidence),
    ...(rule.httpStatus ? (['http_status'] as const) : []),
    ...(rule.title ? (['title'] as const) : []),
    'little_content',
  ];
  return { ...verdict('challenge', 'likely', [...new Set(evidence)]), vendor: rule.vendor };
}

/** Maximum length of a challenge's text. Cloudflare's challenges have about 400 characters. */
const maxChallengeText = 1_500;

function logInWall({ requested, url, facts: { passwordField } }: Seen): Verdict | null {
  const address = logInAddress(requested, url);
  if (!address || !(passwordField || address.provider)) return null;
  const evidence = [...address.evidence, ...(passwordField ? (['password_field'] as const) : [])];
  return verdict('login_wall', address.returns ? 'certain' : 'likely', evidence);
}

async function isBlank({ facts: { small }, oneColor }: Seen): Promise<boolean> {
  return small !== null && !showsSomething(small) && (await oneColor());
}

function showsSomething({ text, images }: NonNullable<PageFacts['small']>): boolean {
  return text > 0 || images;
}

function verdict(
  kind: Verdict['kind'],
  certainty: Verdict['certainty'],
  evidence: VerdictEvidence[],
): Verdict {
  return { kind, certainty, vendor: null, evidence };
}
