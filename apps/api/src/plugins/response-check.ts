import type { AnySchemaObject } from 'ajv';
import type { Api } from '../api-instance.ts';
import { createAjv } from '../validation/create-ajv.ts';

/**
 * Answers are held against their route's schema before they are sent. A serializer that drops what the schema does not
 * name would hide a mistake; here it is an error of ours, and the log says which field.
 */
export function registerResponseCheck(app: Api): void {
  const ajv = createAjv({});
  app.setSerializerCompiler(({ schema, method, url }) => {
    const validate = ajv.compile(schema as AnySchemaObject);
    return (answer) => {
      if (!validate(answer)) {
        const faults = ajv.errorsText(validate.errors, { dataVar: 'answer' });
        throw new Error(`the answer of ${method} ${url} breaks its schema: ${faults}`);
      }
      return JSON.stringify(answer);
    };
  });
}
