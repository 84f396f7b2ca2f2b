/**
 * Returns text from a page or a site as a single line of at most `maxLength` UTF-16 code units, which Postgres can store
 * in JSON. Removes the control characters for bidirectional text, which could reorder the text around them.
 */
export function storableText(text: string, maxLength: number): string {
  const printable = text
    .slice(0, 2 * maxLength)
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  const cut = printable.length > maxLength ? `${printable.slice(0, maxLength - 1)}…` : printable;
  return cut.toWellFormed();
}
