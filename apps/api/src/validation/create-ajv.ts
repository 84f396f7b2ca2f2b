import { Ajv, type Options } from 'ajv';
import { readInstantText } from './instant-text.ts';

/** No pattern is asked about a longer text: its length is at fault already, and a pattern's time may grow with it. */
const longestMatched = 4_096;

/** Ajv for our TypeBox schemas: strict, without coercion, and with an exact `date-time`. */
export function createAjv(options: Options): Ajv {
  const ajv = new Ajv({
    allowUnionTypes: true,
    ownProperties: true,
    ...options,
    code: { regExp: boundedRegExp },
  });
  // RFC 3339 leaves no room for a missing offset: what a body means must not depend on where it is read.
  return ajv.addFormat('date-time', (text) => {
    const instant = readInstantText(text);
    return instant?.hasZone === true;
  });
}

const boundedRegExp = Object.assign(
  (pattern: string, flags: string) => {
    const expression = new RegExp(pattern, flags);
    return {
      test: (text: string) => text.length > longestMatched || expression.test(text),
      // Ajv tells compiled patterns apart by this.
      toString: () => String(expression),
    };
  },
  { code: 'new RegExp' },
);
