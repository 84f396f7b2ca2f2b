import { exampleOf } from './example-of.ts';
import { nameComponents } from './named-components.ts';
import { type Media, type OpenapiDocument, operationsOf, type Schema } from './openapi-document.ts';

/** Adds an example to each JSON body of the document and moves named parts into `components`. */
export function finishDocument(raw: object): OpenapiDocument {
  // A deep copy removes TypeBox's symbols and the objects that routes share.
  const document: OpenapiDocument = JSON.parse(JSON.stringify(raw));
  for (const { requestBody, responses } of operationsOf(document)) {
    const bodies = [requestBody, ...Object.values(responses)];
    for (const body of bodies) addExample(body?.content?.['application/json']);
  }
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
 * The records of a page are in its field `content`, and linters take `examples` there for those of a media type. The bodies
 * with these records have examples.
 */
function removeRecordExamples(schemas: Record<string, Schema>): void {
  for (const { properties } of Object.values(schemas)) {
    const name = properties?.content?.items?.$ref?.split('/').at(-1);
    if (name !== undefined) delete schemas[name]?.examples;
  }
}

/** Problems that have nothing to do with an operation, such as an unknown method, are in no response. */
function removeUnusedExamples({ paths, components }: OpenapiDocument): void {
  const text = JSON.stringify([paths, components.responses]);
  for (const name of Object.keys(components.examples))
    if (!text.includes(`"#/components/examples/${name}"`)) delete components.examples[name];
}
