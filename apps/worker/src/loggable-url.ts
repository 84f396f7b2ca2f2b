const maxLength = 500;

/** At most the first 500 characters of a URL for log lines, without its query and fragment, which can contain secrets. */
export function loggableUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}`.slice(0, maxLength) + (search === '' ? '' : '?***');
}
