// RFC 3986, section 3.2.1: the userinfo is between `://` and the last `@` before the path. In JSON, quotes and
// backslashes in a password are escaped, so each of these escapes is matched as one character.
const userinfo = /:\/\/(?:\\["\\]|[^\s/?#"\\])*@/g;
/** An API key. Only the prefix, which identifies the key, is kept. */
const apiKey = /\b(sc_[0-9A-Za-z]{8})[0-9A-Za-z]{20,}/g;
/** The signature of a link or of a presigned URL. */
const signature = /([sS]ignature=)[\w%-]+/g;
/** The token of a public link or of a feed. */
const shareToken = /(\/shared(?:-feeds)?\/)[\w-]{43}(?![\w-])/g;

/**
 * Replaces the following in a text with `***`: the user name and password in URLs, the secret part of API keys, the
 * signatures of links, and the tokens of public links and feeds.
 */
export function redactCredentials(text: string): string {
  return text
    .replace(userinfo, '://***@')
    .replace(apiKey, '$1***')
    .replace(signature, '$1***')
    .replace(shareToken, '$1***');
}
