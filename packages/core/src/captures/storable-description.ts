/** Maximum length in UTF-16 code units. A page can cause notes about five hosts, each with up to 253 characters. */
const maxLength = 2_000;

/**
 * Returns a description that Postgres can store. Descriptions can contain text from the page. A U+0000 or an unpaired
 * surrogate in this text must not cause the settlement to fail.
 */
export function storableDescription(text: string): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength - 1).trimEnd()}…` : text;
  return cut.replaceAll('\0', '\ufffd').toWellFormed();
}
