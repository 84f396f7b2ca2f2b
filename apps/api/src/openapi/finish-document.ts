import { alertWebhooks } from './alert-webhooks.ts';
import { codeSample } from './code-sample.ts';
import { exampleOf } from './example-of.ts';
import { nameComponents } from './named-components.ts';
import {
  type Media,
  type OpenapiDocument,
  operationsOf,
  type Parameter,
  type Schema,
} from './openapi-document.ts';

/** Problems have their own examples. */
const jsonTypes = ['application/json', 'application/feed+json'];

/** Adds examples and code samples to the document and moves named parts into `components`. */
export function finishDocument(raw: object): OpenapiDocument {
  // A deep copy removes TypeBox's symbols and the objects that routes share.
  const document: OpenapiDocument = JSON.parse(JSON.stringify(raw));
  for (const { requestBody, responses, parameters = [] } of operationsOf(document)) {
    const bodies = [requestBody, ...Object.values(responses)];
    for (const type of jsonTypes) for (const body of bodies) addExample(body?.content?.[type]);
    for (const parameter of parameters) disableExample(parameter);
  }
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      operation['x-codeSamples'] = [codeSample(method, path, operation)];
  document.webhooks = alertWebhooks();
  nameComponents(document);
  removeRecordExamples(document.components.schemas);
  removeUnusedExamples(document);
  return document;
}

function addExample(media: Media | undefined): void {
  if (!media?.schema || media.example !== undefined || media.examples) return;
  media.example = exampleOf(media.schema);
}

/**
 * The documentation page sends an example, or the first value of an enum, even if the reader enters nothing. Optional
 * parameters without a default must be omitted, because many of them are filters whose examples might not match any
 * record.
 */
function disableExample(parameter: Parameter): void {
  const { required, schema, example = schema.enum?.[0] } = parameter;
  if (required || schema.default !== undefined || example === undefined) return;
  delete parameter.example;
  parameter.examples = { example: { value: example, 'x-disabled': true } };
}

/**
 * The records of a page are in its `content` field, where linters mistake `examples` for the examples of a media type.
 * The bodies that contain these records have their own examples.
 */
function removeRecordExamples(schemas: Record<string, Schema>): void {
  for (const { properties } of Object.values(schemas)) {
    const name = properties?.content?.items?.$ref?.split('/').at(-1);
    if (name !== undefined) delete schemas[name]?.examples;
  }
}

/** Some problems, such as an unknown method, do not depend on the operation. They are not listed in its responses. */
function removeUnusedExamples({ paths, components }: OpenapiDocument): void {
  const text = JSON.stringify([paths, components.responses]);
  for (const name of Object.keys(components.examples))
    if (!text.includes(`"#/components/examples/${name}"`)) delete components.examples[name];
}
