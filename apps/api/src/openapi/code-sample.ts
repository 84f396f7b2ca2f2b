import { documentedOrigin } from './documented-origin.ts';
import type { CodeSample, Media, Operation } from './openapi-document.ts';

const lineLength = 80;

/** Code that calls the operation with the TypeScript client, using the required parameters and the example of the body. */
export function codeSample(method: string, path: string, operation: Operation): CodeSample {
  const pathParameters = (operation.parameters ?? []).filter((one) => one.in === 'path');
  const body = firstExample(operation.requestBody?.content['application/json']);
  const parseAs = parserOf(operation);
  const options = {
    ...(pathParameters.length > 0
      ? { params: { path: Object.fromEntries(pathParameters.map(({ name, example }) => [name, example])) } }
      : {}),
    ...(body === undefined ? {} : { body }),
    ...(parseAs === undefined ? {} : { parseAs }),
  };
  const values = [path, ...(Object.keys(options).length > 0 ? [options] : [])].map((value) => literal(value));
  const call = `unwrap(await client.${method.toUpperCase()}(${values.join(', ')}));`;
  return {
    lang: 'TypeScript',
    label: 'TypeScript',
    source: [
      `import { createClient, unwrap } from '@shotclock/client';`,
      '',
      `const client = createClient({ baseUrl: ${literal(documentedOrigin)} });`,
      parseAs === undefined && '204' in operation.responses ? call : `const result = ${call}`,
    ].join('\n'),
  };
}

function firstExample({ example, examples = {} }: Media = {}): unknown {
  return example ?? Object.values(examples)[0]?.value;
}

/** How the client reads the body of a successful response that is not JSON. */
function parserOf({ responses }: Operation): 'text' | 'arrayBuffer' | undefined {
  const mediaTypes = Object.keys(responses[200]?.content ?? {});
  if (mediaTypes.length === 0 || mediaTypes.includes('application/json')) return undefined;
  return mediaTypes.every((one) => one.startsWith('text/')) ? 'text' : 'arrayBuffer';
}

/** A JSON value as a TypeScript literal, on one line if it is short. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => literal(one, inner))
    : Object.entries(value).map(([name, one]) => `${name}: ${literal(one, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  const line = `${open}${parts.join(', ')}${close}`;
  if (line.length <= lineLength && !line.includes('\n')) return line;
  return [open.trim(), ...parts.map((part) => `${inner}${part},`), indent + close.trim()].join('\n');
}
