/** The parts of OpenAPI 3.1 that the document uses. */
export type Schema = {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  minimum?: number;
  minLength?: number;
  minProperties?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  examples?: unknown[];
  [keyword: string]: unknown;
};

export type Media = { schema?: Schema; example?: unknown; examples?: Record<string, { value: unknown }> };
export type Header = { $ref?: string; description?: string; schema?: Schema };
/** `x-disabled` is an extension of the documentation page: the page sends the value only if the reader enables it. */
export type ParameterExample = { value: unknown; 'x-disabled'?: boolean };
export type Parameter = Header & {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
  example?: unknown;
  examples?: Record<string, ParameterExample>;
};
export type Response = {
  $ref?: string;
  description: string;
  headers?: Record<string, Header>;
  content?: Record<string, Media>;
};

export type CodeSample = { lang: string; label: string; source: string };

export type Operation = {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  security?: Record<string, string[]>[];
  responses: Record<string, Response>;
  'x-codeSamples'?: CodeSample[];
};

export type Components = {
  schemas: Record<string, Schema>;
  responses: Record<string, Response>;
  headers: Record<string, Header>;
  parameters: Record<string, Parameter>;
  examples: Record<string, { summary: string; description: string; value: unknown }>;
};

export type OpenapiDocument = {
  openapi: string;
  info: { title: string; version: string; description: string };
  tags?: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  /** The messages to webhook destinations, by their type. */
  webhooks?: Record<string, { post: Operation }>;
  components: Components;
};

export function operationsOf({ paths }: OpenapiDocument): Operation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

export const webhooksOf = ({ webhooks = {} }: OpenapiDocument): Operation[] =>
  Object.values(webhooks).map(({ post }) => post);
