import { isDeepStrictEqual } from 'node:util';
import { problemMediaType } from '../problems/send-problem.ts';
import {
  type Components,
  type Header,
  type Media,
  type OpenapiDocument,
  operationsOf,
  type Parameter,
  type Response,
  type Schema,
  webhooksOf,
} from './openapi-document.ts';

type Kind = keyof Components;
type Part = { $ref?: string };

const noteNames = ['description', 'examples', 'example'];

/**
 * Moves named parts into `components`: schemas with a title, headers, header parameters and problem responses. Changes the
 * document.
 * @throws Error when two different parts have the same name
 */
export function nameComponents(document: OpenapiDocument): void {
  const schemas = new Map<string, Schema>();
  const responses = new Map<string, Response>();
  const headers = new Map<string, Header>();
  const parameters = new Map<string, Parameter>();

  const namedSchema = (schema: Schema): Schema => {
    const whole = withSubschemas(schema, namedSchema);
    if (whole.title === undefined) return whole;
    const isNullable = Array.isArray(whole.type) && whole.type.includes('null');
    const component = isNullable ? withoutNull(whole) : whole;
    const { default: initial, ...rest } = component;
    const known = schemas.get(whole.title);
    const isSame = known !== undefined && isDeepStrictEqual(rulesOf(known), rulesOf(rest));
    const named = unique(schemas, 'schemas', whole.title, isSame ? known : rest);
    Object.assign(named, { ...rest, ...named });
    // Parts with the same name may differ in their descriptions and examples, but not in their rules.
    const notes = noteNames.filter(
      (note) => rest[note] !== undefined && !isDeepStrictEqual(rest[note], named[note]),
    );
    const ref = refTo('schemas', whole.title);
    return {
      ...(isNullable ? { anyOf: [ref, { type: 'null' }] } : ref),
      ...Object.fromEntries(notes.map((note) => [note, rest[note]])),
      ...(initial === undefined ? {} : { default: initial }),
    };
  };
  const nameMedia = (content: Record<string, Media> = {}) => {
    for (const media of Object.values(content)) if (media.schema) media.schema = namedSchema(media.schema);
  };
  const namedResponse = (response: Response): Response => {
    nameMedia(response.content);
    for (const [name, header] of Object.entries(response.headers ?? {})) {
      unique(headers, 'headers', name, header);
      response.headers![name] = refTo('headers', name);
    }
    const codes = Object.keys(response.content?.[problemMediaType]?.examples ?? {});
    if (codes.length === 0) return response;
    const name = codes.map(pascalCase).join('Or');
    unique(responses, 'responses', name, response);
    return refTo('responses', name) as Response;
  };
  const namedParameter = (parameter: Parameter): Parameter => {
    parameter.schema = namedSchema(parameter.schema);
    if (parameter.in !== 'header') return parameter;
    const name = headerCase(parameter.name);
    unique(parameters, 'parameters', name, { ...parameter, name });
    return refTo('parameters', name) as Parameter;
  };

  for (const operation of [...operationsOf(document), ...webhooksOf(document)]) {
    nameMedia(operation.requestBody?.content);
    operation.parameters = operation.parameters?.map(namedParameter);
    for (const [status, response] of Object.entries(operation.responses))
      operation.responses[status] = namedResponse(response);
  }
  Object.assign(document.components, {
    schemas: sorted(schemas),
    responses: sorted(responses),
    headers: sorted(headers),
    parameters: sorted(parameters),
  });
}

function refTo(kind: Kind, name: string): Part {
  return { $ref: `#/components/${kind}/${name}` };
}

function unique<T extends Part>(known: Map<string, T>, kind: Kind, name: string, part: T): T {
  if (!/^[\w.-]+$/.test(name)) throw new Error(`"${name}" is not a valid name in components/${kind}`);
  const there = known.get(name);
  if (there && !isDeepStrictEqual(there, part))
    throw new Error(`two different parts are named "${name}" in components/${kind}`);
  if (!there) known.set(name, part);
  return there ?? part;
}

function rulesOf(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !noteNames.includes(name)));
}

function withoutNull({ type, enum: values, ...rest }: Schema): Schema {
  const [only, ...others] = [type ?? []].flat().filter((name) => name !== 'null');
  const words = values?.filter((value) => value !== null);
  return {
    ...rest,
    ...(only === undefined ? {} : { type: others.length === 0 ? only : [only, ...others] }),
    ...(words ? { enum: words } : {}),
  };
}

function withSubschemas(schema: Schema, change: (schema: Schema) => Schema): Schema {
  const { properties, items, additionalProperties, contentSchema } = schema;
  const unions = (['anyOf', 'oneOf', 'allOf'] as const).filter((name) => schema[name]);
  const changedProperties = Object.entries(properties ?? {}).map(([name, field]) => [name, change(field)]);
  return {
    ...schema,
    ...(properties ? { properties: Object.fromEntries(changedProperties) } : {}),
    ...(items ? { items: change(items) } : {}),
    ...(contentSchema ? { contentSchema: change(contentSchema as Schema) } : {}),
    ...Object.fromEntries(unions.map((name) => [name, schema[name]!.map(change)])),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: change(additionalProperties as Schema) }
      : {}),
  };
}

function sorted<T>(parts: Map<string, T>): Record<string, T> {
  return Object.fromEntries([...parts].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

function headerCase(name: string): string {
  return name.replace(
    /(^|-)([a-z])/g,
    (_match, before: string, letter: string) => before + letter.toUpperCase(),
  );
}
