import { StartError } from '@shotclock/runtime';
import type { Static, TSchema } from '@sinclair/typebox';
import { Ajv } from 'ajv';

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
ajv.addFormat('date-time', (text) => /\d(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)));

/**
 * Checks what the command line contains with the schema of the API's request.
 * @throws StartError that names the options with invalid values
 */
export function checkInput<T extends TSchema>(schema: T, input: unknown): Static<T> {
  const validate = ajv.compile<Static<T>>(schema);
  if (validate(input)) return input;
  const messages = validate.errors!.map(
    ({ instancePath, message }) => `${optionOf(instancePath)}: ${message}`,
  );
  throw new StartError([...new Set(messages)].join('; '));
}

/** The option of a field of the request: `/expiresAt` is `--expires-at`, and so is `/limits/schedules` `--schedules`. */
function optionOf(path: string): string {
  const field = path.split('/').findLast((part) => !/^\d*$/.test(part))!;
  return `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
