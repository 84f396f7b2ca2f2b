import type { Capture, CaptureRequest } from './capture-types.ts';
import { contentWithoutIgnored } from './ignored-in-page.ts';
import type { OpenPage } from './open-page.ts';
import { renderedHtml, visibleText } from './page-functions.ts';

/** Characters of HTML and of text that are kept; a page can write as many as it likes. */
const limit = 10_000_000;

export type Extract = Pick<Capture, 'html' | 'text' | 'comparable' | 'notes'>;

/** The HTML as rendered and the visible text, each when it was asked for; and again without what is ignored. */
export async function extract(
  open: OpenPage,
  request: Pick<CaptureRequest, 'extractHtml' | 'extractText' | 'ignoredSelectors'>,
): Promise<Extract> {
  const { extractHtml, extractText, ignoredSelectors } = request;
  const html = extractHtml ? await open.world.run(renderedHtml, limit) : null;
  const text = extractText ? await open.world.run(visibleText, limit) : null;
  const wanted = { html: extractHtml, text: extractText };
  // After the record was taken: this may touch the page.
  const comparable =
    ignoredSelectors.length === 0 || !(extractHtml || extractText)
      ? { html, text }
      : await open.world.run(contentWithoutIgnored, ignoredSelectors, wanted, limit);
  const notes = [
    ...(html?.length === limit ? [`The HTML was cut at ${limit} characters.`] : []),
    ...(text?.length === limit ? [`The text was cut at ${limit} characters.`] : []),
  ];
  return { html, text, comparable, notes };
}
