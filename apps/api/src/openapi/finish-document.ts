import { exampleOf } from './example-of.ts';
import { nameComponents } from './named-components.ts';
import { type Media, type OpenapiDocument, operationsOf } from './openapi-document.ts';

/** The document of the routes' schemas with an example of every JSON body, and its parts by name. */
export function finishDocument(raw: object): OpenapiDocument {
  // TypeBox' symbols and what the routes' schemas share end here.
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
