import type { BlockCategory, CountedProblem } from '@shotclock/egress';
import type { ConsentRecord, PageRecord } from '../model/page-record.ts';
import { recordedUrl } from './recorded-url.ts';
import type { SeenPage } from './see-page.ts';

/** Maximum length of a URL in characters. */
const maxUrl = 2_000;

/** Returns the record of a captured page. */
export function pageRecord(
  { url, answer, title, lang, verdict }: SeenPage,
  {
    requests,
    receivedBytes,
    refusals,
    blocked,
    consent,
    stepMs,
    version,
  }: Pick<PageRecord, 'requests' | 'receivedBytes'> & {
    refusals: readonly Pick<CountedProblem, 'count'>[];
    /** Null without an option that blocks. */
    blocked: Record<BlockCategory, number> | null;
    /** Null if `cookieBanners` is `keep`. */
    consent: ConsentRecord | null;
    stepMs: Record<string, number>;
    /** Version of the browser, for example `HeadlessChrome/156.0.7800.0`. */
    version: string;
  },
): PageRecord {
  const [name = '', number = ''] = version.split('/');
  return {
    url: recordedUrl(url, maxUrl),
    redirects: answer?.redirects ?? [],
    httpStatus: answer?.httpStatus ?? null,
    headers: answer?.headers ?? {},
    title,
    lang,
    requests,
    receivedBytes,
    refusedConnections: refusals.reduce((sum, { count }) => sum + count, 0),
    ...(blocked && { blockedConnections: blocked }),
    ...(consent && { consent }),
    stepMs,
    browser: { name, version: number },
    verdict,
  };
}
