/** Characters that XML 1.0 does not permit, not even as references (XML 1.0, section 2.2). */
const notPermitted = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const references: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for the content and the quoted attributes of XML and HTML, without the characters that XML does not permit. */
export const escapeXml = (text: string): string =>
  text.replace(notPermitted, '').replace(/[&<>"']/g, (character) => references[character]!);
