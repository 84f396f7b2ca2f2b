const maxLength = 500;

/** Shortens a URL to 500 characters for log lines, without the query and fragment, which can contain secrets. */
export function loggableUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}`.slice(0, maxLength) + (search === '' ? '' : '?***');
}
