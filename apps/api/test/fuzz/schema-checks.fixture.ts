import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenapiDocument } from '../../src/openapi/openapi-document.ts';
import { pointerTokens } from '../../src/openapi/read-document.fixture.ts';

const formats = {
  // Times in responses are in UTC with milliseconds. Times in requests only have to conform to RFC 3339.
  'date-time': (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text),
  date: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text),
  uri: (text: string) => URL.canParse(text),
};

/** Validates a value against a schema of the document. `errors` is empty if the value is valid. */
export type SchemaCheck = (value: unknown) => { errors: string };

/**
 * Compiles schemas of the document, which are given as JSON Pointers, with Ajv for the JSON Schema dialect of OpenAPI
 * 3.1.
 */
export function schemaChecks(document: OpenapiDocument, options: { formats: boolean }) {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    logger: false,
    formats: options.formats ? formats : {},
    validateFormats: options.formats,
  });
  ajv.addSchema(document, 'api');
  const compiled = new Map<string, ValidateFunction>();
  return {
    /** @param pointer tokens of the JSON Pointer to the schema */
    at(...pointer: (string | number)[]): SchemaCheck {
      const tokens = located(document, pointer).map((token) =>
        encodeURIComponent(token.replaceAll('~', '~0').replaceAll('/', '~1')),
      );
      const $ref = `api#/${tokens.join('/')}`;
      const validate = compiled.get($ref) ?? ajv.compile({ $ref });
      compiled.set($ref, validate);
      return (value) => ({ errors: validate(value) ? '' : textOf(validate.errors ?? []) });
    },
  };
}
export type SchemaChecks = ReturnType<typeof schemaChecks>;

/** Resolves the references along the pointer, because Ajv resolves references only to schemas. */
function located(document: OpenapiDocument, pointer: (string | number)[]): string[] {
  let node: unknown = document;
  let tokens: string[] = [];
  for (const token of pointer.map(String)) {
    const { $ref } = node as { $ref?: string };
    if ($ref !== undefined)
      return located(document, [...pointerTokens($ref), ...pointer.slice(tokens.length)]);
    node = (node as Record<string, unknown>)[token];
    tokens = [...tokens, token];
  }
  return tokens;
}

function textOf(errors: ErrorObject[]): string {
  const lines = errors.map(({ instancePath, message, params }) => {
    return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`;
  });
  return lines.slice(0, 5).join('; ');
}
