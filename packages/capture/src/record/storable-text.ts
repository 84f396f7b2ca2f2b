/**
 * Text of a page or a site in one line of at most `maxLength` UTF-16 code units, as Postgres can store it in JSON. Without the control
 * characters of bidirectional text, which could reorder the text around it.
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
