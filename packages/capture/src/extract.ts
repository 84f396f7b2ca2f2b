import type { CaptureRequest } from './capture-types.ts';
import type { OpenPage } from './open-page.ts';
import { renderedHtml, visibleText } from './page-functions.ts';

/** Characters of HTML and of text that are kept; a page can write as many as it likes. */
const limit = 10_000_000;

export type Extract = { html: string | null; text: string | null; notes: string[] };

/** The HTML as rendered and the visible text, each when it was asked for. */
export async function extract(
  open: OpenPage,
  { extractHtml, extractText }: Pick<CaptureRequest, 'extractHtml' | 'extractText'>,
): Promise<Extract> {
  const html = extractHtml ? await open.world.run(renderedHtml, limit) : null;
  const text = extractText ? await open.world.run(visibleText, limit) : null;
  const notes = [
    ...(html?.length === limit ? [`The HTML was cut at ${limit} characters.`] : []),
    ...(text?.length === limit ? [`The text was cut at ${limit} characters.`] : []),
  ];
  return { html, text, notes };
}
