// RFC 3986, 3.2.1: userinfo stands between `://` and the last `@` before the path. A password with a quote or a
// backslash is escaped once the text is JSON, so those two escapes count as one character each.
const USERINFO = /:\/\/(?:\\["\\]|[^\s/?#"\\])*@/g;

/** The text with the user and password of every URL in it replaced by `***`. */
export function redactCredentials(text: string): string {
  return text.replace(USERINFO, '://***@');
}
