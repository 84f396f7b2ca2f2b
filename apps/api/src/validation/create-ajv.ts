import { parseInstantMs } from '@shotclock/contracts';
import { Ajv, type Options } from 'ajv';

/**
 * Longer strings are not tested against patterns: `maxLength` rejects them, and matching time can grow with the length.
 */
const maxMatchedLength = 4_096;

/** Creates Ajv for TypeBox schemas: strict, without coercion, and with an exact `date-time` format. */
export function createAjv(options: Options): Ajv {
  const ajv = new Ajv({
    allowUnionTypes: true,
    ownProperties: true,
    ...options,
    code: { regExp: boundedRegExp },
  });
  // RFC 3339 requires an offset, so a time in a body has the same meaning everywhere.
  return ajv.addFormat('date-time', (text) => parseInstantMs(text) !== null);
}

const boundedRegExp = Object.assign(
  (pattern: string, flags: string) => {
    const expression = new RegExp(pattern, flags);
    return {
      test: (text: string) => text.length > maxMatchedLength || expression.test(text),
      // Ajv identifies compiled patterns by this string.
      toString: () => String(expression),
    };
  },
  { code: 'new RegExp' },
);
