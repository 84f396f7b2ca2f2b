import type { OpenapiDocument, Parameter, Response, Schema } from '../../src/openapi/openapi-document.ts';
import { dereference } from '../../src/openapi/read-document.fixture.ts';

/** An operation in the document, with resolved references. */
export type FuzzOperation = {
  /** In upper case. */
  method: string;
  template: string;
  /** The operation's name in the coverage report. */
  name: string;
  parameters: Parameter[];
  /** The JSON body; null for operations without one. */
  body: { required: boolean; schema: Schema } | null;
  responses: Record<string, Response>;
};

export function operationsOf(document: OpenapiDocument): FuzzOperation[] {
  return Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const requestBody = operation.requestBody && dereference(document, operation.requestBody);
      const schema = requestBody?.content['application/json']?.schema;
      return {
        method: method.toUpperCase(),
        template,
        name: `${method.toUpperCase()} ${template}`,
        parameters: (operation.parameters ?? []).map((parameter) => dereference(document, parameter)),
        body: schema ? { required: requestBody?.required ?? false, schema } : null,
        responses: Object.fromEntries(
          Object.entries(operation.responses).map(([status, one]) => [status, dereference(document, one)]),
        ),
      };
    }),
  );
}

/**
 * The operation that matches the path and method of a request, the values of the path parameters, and all methods that
 * the path supports.
 */
export type Match = {
  operation: FuzzOperation | null;
  methods: string[];
  values: Record<string, string>;
};

/** Finds the operation for a method and a path. HEAD matches GET. Returns null if the path cannot be decoded. */
export function matchOperation(operations: FuzzOperation[], method: string, path: string): Match | null {
  const found = operations.flatMap((operation) => {
    const values = matchPath(operation.template, path);
    return values ? [{ operation, values }] : [];
  });
  // A literal path takes precedence over a path that has a parameter at the same position.
  found.sort((a, b) => Object.keys(a.values).length - Object.keys(b.values).length);
  const methods = found.map(({ operation }) => operation.method);
  const requested = method === 'HEAD' ? 'GET' : method;
  const match = found.find(({ operation }) => operation.method === requested);
  try {
    const values = Object.entries(match?.values ?? {}).map(([name, text]) => [
      name,
      decodeURIComponent(text),
    ]);
    return { operation: match?.operation ?? null, methods, values: Object.fromEntries(values) };
  } catch {
    return null;
  }
}

function matchPath(template: string, path: string): Record<string, string> | null {
  const names = template.split('/');
  const parts = path.split('/');
  if (names.length !== parts.length) return null;
  const values: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const part = parts[index]!;
    if (!name.startsWith('{')) {
      if (name !== part) return null;
    } else if (part === '') return null;
    else values[name.slice(1, -1)] = part;
  }
  return values;
}
