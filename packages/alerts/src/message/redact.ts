/** Shorter values occur in texts by chance. */
const minLength = 6;

/**
 * Removes the address and the secrets of a destination from a text, and characters that Postgres cannot store. The origin of
 * the address remains.
 */
export function redact(text: string, config: Record<string, string>): string {
  return Object.values(config)
    .flatMap(secretParts)
    .flatMap((part) => [part, decoded(part), JSON.stringify(part).slice(1, -1)])
    .filter((part) => part.length >= minLength)
    .sort((one, other) => other.length - one.length)
    .reduce((rest, part) => rest.replaceAll(part, '…'), text.replaceAll('\0', ''));
}

function secretParts(value: string): string[] {
  if (!/^https?:/i.test(value) || !URL.canParse(value)) return [value];
  const { href, pathname, search } = new URL(value);
  const segments = pathname.split('/');
  const parameters = [...new URLSearchParams(search)].flat();
  return [value, href, `${pathname}${search}`, pathname, ...segments, ...parameters];
}

/** A part of a URL as frameworks show it. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** An error that can be logged: without other properties, because those of an invalid URL contain it. */
export function redactedError(error: unknown, config: Record<string, string>): Error {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const redacted = new Error(redact(message, config));
  return Object.assign(redacted, { name, stack: redact(stack ?? '', config) });
}
