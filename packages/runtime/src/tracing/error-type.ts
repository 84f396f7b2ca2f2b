/**
 * The type of an error, for spans: its code, or `_OTHER` if it has none. Messages and names are left out, because a page can
 * choose parts of them.
 */
export function errorType(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : '_OTHER';
}
