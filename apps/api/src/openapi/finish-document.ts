import { exampleOf } from './example-of.ts';
import { nameComponents } from './named-components.ts';
import { type Media, type OpenapiDocument, operationsOf } from './openapi-document.ts';

/** Adds an example to each JSON body of the document and moves named parts into `components`. */
export function finishDocument(raw: object): OpenapiDocument {
  // A deep copy removes TypeBox's symbols and the objects that routes share.
  const document: OpenapiDocument = JSON.parse(JSON.stringify(raw));
  for (const { requestBody, responses } of operationsOf(document)) {
    const bodies = [requestBody, ...Object.values(responses)];
    for (const body of bodies) addExample(body?.content?.['application/json']);
  }
  nameComponents(document);
  return document;
}

function addExample(media: Media | undefined): void {
  if (!media?.schema || media.example !== undefined || media.examples) return;
  media.example = exampleOf(media.schema);
}
