import type { OpenapiDocument } from './openapi-document.ts';

export const committedCopy = new URL('../../../../docs/openapi.json', import.meta.url);

/** The text of the committed copy. The same document always produces the same bytes. */
export function textOf(document: OpenapiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
