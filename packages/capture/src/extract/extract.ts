import type { Capture, CaptureRequest } from '../model/capture-types.ts';
import type { OpenPage } from '../page/open-page.ts';
import { elementText } from './element-text.ts';
import { renderedHtml } from './rendered-html.ts';
import { readInPieces } from './text-pieces.ts';
import { visibleText } from './visible-text.ts';

/** Maximum number of characters, for the HTML and for the text separately. */
const limit = 10_000_000;
/** Maximum number of characters in the text of the element with the number. */
const numberLimit = 1_000;

export type Extract = Pick<Capture, 'html' | 'text' | 'comparable' | 'numberText' | 'notes'>;

/**
 * Extracts the rendered HTML and the visible text, as requested, and then extracts both again without the ignored
 * elements. Also reads the text of the element with the number.
 */
export async function extract(
  open: OpenPage,
  request: Pick<CaptureRequest, 'extractHtml' | 'extractText' | 'ignoredSelectors' | 'numberSelector'>,
): Promise<Extract> {
  const { extractHtml, extractText, ignoredSelectors, numberSelector } = request;
  const read = async (ignored: string[]) => ({
    html: extractHtml ? await readInPieces(open.world, renderedHtml, limit, ignored) : null,
    text: extractText ? await readInPieces(open.world, visibleText, limit, ignored) : null,
  });
  const { html, text } = await read([]);
  const comparable = ignoredSelectors.length === 0 ? { html, text } : await read(ignoredSelectors);
  const numberText =
    numberSelector === null ? null : await open.world.run(elementText, numberSelector, numberLimit);
  const notes = [
    ...(html?.length === limit ? [`The HTML was cut at ${limit} characters.`] : []),
    ...(text?.length === limit ? [`The text was cut at ${limit} characters.`] : []),
  ];
  return { html, text, comparable, numberText, notes };
}
