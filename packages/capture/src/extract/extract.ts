import type { Capture, CaptureRequest } from '../model/capture-types.ts';
import type { OpenPage } from '../page/open-page.ts';
import { renderedHtml } from './rendered-html.ts';
import { visibleText } from './visible-text.ts';

/** Characters of HTML and of text that are kept; a page can write as many as it likes. */
const limit = 10_000_000;

export type Extract = Pick<Capture, 'html' | 'text' | 'comparable' | 'notes'>;

/** The HTML as rendered and the visible text, each when it was asked for; and again without what is ignored. */
export async function extract(
  open: OpenPage,
  request: Pick<CaptureRequest, 'extractHtml' | 'extractText' | 'ignoredSelectors'>,
): Promise<Extract> {
  const { extractHtml, extractText, ignoredSelectors } = request;
  const read = async (ignored: string[]) => ({
    html: extractHtml ? await open.world.run(renderedHtml, limit, ignored) : null,
    text: extractText ? await open.world.run(visibleText, limit, ignored) : null,
  });
  const { html, text } = await read([]);
  const comparable = ignoredSelectors.length === 0 ? { html, text } : await read(ignoredSelectors);
  const notes = [
    ...(html?.length === limit ? [`The HTML was cut at ${limit} characters.`] : []),
    ...(text?.length === limit ? [`The text was cut at ${limit} characters.`] : []),
  ];
  return { html, text, comparable, notes };
}
