// RFC 3986, section 3.2.1: the userinfo stands between `://` and the last `@` before the path. In JSON, a quote or backslash
// of a password is escaped, so each of these escapes is matched as one character.
const userinfo = /:\/\/(?:\\["\\]|[^\s/?#"\\])*@/g;

/** Replaces the user name and password of every URL in the text by `***`. */
export function redactCredentials(text: string): string {
  return text.replace(userinfo, '://***@');
}
