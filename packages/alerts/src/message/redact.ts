/** Shorter values occur in texts by chance. */
const minLength = 6;

/**
 * Removes the address and the secrets of a destination from a text, and characters that Postgres cannot store. The origin of
 * the address remains.
 */
export function redact(text: string, config: Record<string, string>): string {
  return Object.values(config)
    .flatMap(secretParts)
    .filter((part) => part.length >= minLength)
    .sort((one, other) => other.length - one.length)
    .reduce((rest, part) => rest.replaceAll(part, '…'), text.replaceAll('\0', ''));
}

function secretParts(value: string): string[] {
  if (!/^https?:/i.test(value) || !URL.canParse(value)) return [value];
  const { href, pathname, search } = new URL(value);
  const segments = pathname.split('/');
  const parameters = [...new URLSearchParams(search).values()];
  return [value, href, `${pathname}${search}`, pathname, ...segments, ...parameters];
}
