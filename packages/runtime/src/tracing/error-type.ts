/**
 * The type of an error, for spans: its code or that of its cause, or `_OTHER` if neither has one. Messages and names are left out,
 * because a page can choose parts of them.
 */
export function errorType(error: unknown): string {
  const causes = error instanceof Error ? [error, error.cause] : [];
  const codes = causes.map((one) => (one instanceof Error && 'code' in one ? one.code : undefined));
  const found = codes.find((code) => typeof code === 'string' && /^\w{1,64}$/.test(code));
  return found === undefined ? '_OTHER' : String(found);
}
