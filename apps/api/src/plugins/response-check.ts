import type { AnySchemaObject } from 'ajv';
import type { Api } from '../api-instance.ts';
import { createAjv } from '../validation/create-ajv.ts';

/**
 * Validates each response against its route's schema before it is sent. A serializer that drops unknown fields would hide
 * the mistake; here it is an internal error, and the log names the field.
 */
export function registerResponseCheck(app: Api): void {
  const ajv = createAjv({});
  app.setSerializerCompiler(({ schema, method, url }) => {
    const validate = ajv.compile(schema as AnySchemaObject);
    return (response) => {
      if (!validate(response)) {
        const errors = ajv.errorsText(validate.errors, { dataVar: 'response' });
        throw new Error(`the response of ${method} ${url} does not match its schema: ${errors}`);
      }
      return JSON.stringify(response);
    };
  });
}
