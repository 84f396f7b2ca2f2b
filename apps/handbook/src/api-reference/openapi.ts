/** The parts of OpenAPI 3.1 that the reference shows. */
export type Schema = {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
};

export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
};
type Media = { schema?: Schema; example?: unknown; examples?: Record<string, unknown> };
export type Response = { description: string; content?: Record<string, Media> };
type Reference = { $ref: string };

export type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: [string];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Response | Reference>;
  'x-codeSamples'?: { lang: string; source: string }[];
};

export type OpenapiDocument = {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Response>;
  };
};

/** Returns the component that a reference points to, or the value itself if it is not a reference. */
export function resolve<T extends object>(document: OpenapiDocument, value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const [, , kind, name] = value.$ref.split('/') as [
    string,
    string,
    keyof OpenapiDocument['components'],
    string,
  ];
  return document.components[kind][name] as T;
}
