import { withTimeout } from '@shotclock/runtime';
import type { Screenshot } from '../image/take-screenshot.ts';
import { type PageFacts, pageFacts } from '../in-page/page-facts.ts';
import type { CaptureLogger, CaptureRequest } from '../model/capture-types.ts';
import type { Verdict } from '../model/page-record.ts';
import { storableText } from '../model/storable-text.ts';
import type { OpenPage } from '../page/open-page.ts';
import { pageMarks } from './challenge-marks.ts';
import { hasOneColor } from './has-one-color.ts';
import { judgePage } from './judge-page.ts';
import type { DocumentAnswer, NetworkWatch } from './watch-network.ts';

/** Maximum number of elements in a document that can be a challenge or blank. */
const maxElements = 400;
/** Maximum number of characters in a title or in a `lang` attribute. */
const maxTitle = 300;
const maxLang = 35;
/** Time limit for the page's response. */
const factsMs = 2_000;

/** The captured document. */
export type SeenPage = {
  url: string;
  answer: DocumentAnswer | null;
  title: string | null;
  lang: string | null;
  verdict: Verdict | null;
};

/**
 * Reads and judges the document after its screenshot. Never rejects: if an error occurs, it is logged, and the verdict is
 * null.
 * @param seconds time limit for decoding an image, in whole seconds
 */
export async function seePage(
  open: OpenPage,
  network: NetworkWatch,
  {
    request,
    screenshot,
    seconds,
    logger,
  }: {
    request: Pick<CaptureRequest, 'url' | 'format'>;
    screenshot: Screenshot;
    seconds: number;
    logger: Pick<CaptureLogger, 'warn'>;
  },
): Promise<SeenPage> {
  const [url, answer] = [open.url(), network.document()];
  let facts: PageFacts | null = null;
  let verdict: Verdict | null = null;
  try {
    const read = await withTimeout(open.world.run(pageFacts, markList, maxElements, maxTitle), factsMs);
    facts = read;
    const oneColor = () => hasOneColor(screenshot, request.format, seconds);
    verdict = await judgePage({ requested: request.url, url, answer, facts: read, oneColor });
  } catch (error) {
    logger.warn({ err: error }, 'the captured page could not be judged');
  }
  return {
    url,
    answer,
    title: facts && (storableText(facts.title, maxTitle) || null),
    lang: facts && (storableText(facts.lang, maxLang) || null),
    verdict,
  };
}

const markList = Object.entries(pageMarks).map(([name, mark]): [string, string | null, string | null] => [
  name,
  'selector' in mark ? mark.selector : null,
  'inlineScript' in mark ? mark.inlineScript : null,
]);
