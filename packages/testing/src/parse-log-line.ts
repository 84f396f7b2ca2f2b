/**
 * Parses a log line, which must be one JSON object.
 * @throws SyntaxError if the line is not a JSON object, or if an object in it contains a key twice. `JSON.parse` would keep the last value, but other parsers reject such a line.
 */
export function parseLogLine(line: string): Record<string, unknown> {
  const parsed: unknown = JSON.parse(line);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new SyntaxError(`not a JSON object: ${line}`);
  const [twice] = doubledKeys(line);
  if (twice !== undefined) throw new SyntaxError(`the key "${twice}" occurs twice: ${line}`);
  return parsed as Record<string, unknown>;
}

/** Strings and structural characters in JSON. A string that is followed by a colon is a key. */
const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g;

/** Returns the keys that occur more than once in the same object of a JSON text. */
function doubledKeys(json: string): string[] {
  const doubled: string[] = [];
  const objects: Set<string>[] = [];
  for (const [token, text, colon] of json.matchAll(tokens)) {
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    else if (colon) {
      const keys = objects.at(-1)!;
      const key: string = JSON.parse(text!);
      if (keys.has(key)) doubled.push(key);
      keys.add(key);
    }
  }
  return doubled;
}
