import { nouns, webhookMessages } from '@shotclock/contracts';
import type { OpenapiDocument, Operation, Schema } from './openapi-document.ts';

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});
const parameters = [
  header('webhook-id', 'Equal in all attempts of a message.'),
  header('webhook-timestamp', 'Time of the attempt in seconds since 1970.'),
  header('webhook-signature', 'One or two signatures, separated by spaces: `v1,` and Base64.'),
];

/** The messages to webhook destinations, which are signed according to Standard Webhooks 1.0. */
export function alertWebhooks(): NonNullable<OpenapiDocument['webhooks']> {
  const operation = (type: string, schema: object): Operation => ({
    operationId: `receive${(schema as Schema).title}`,
    summary: `Receive ${type}`,
    description: 'Sent to destinations of the kind `webhook` until the receiver responds with 2xx.',
    tags: [nouns.deliveries.group],
    parameters: structuredClone(parameters),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: JSON.parse(JSON.stringify(schema)) } },
    },
    security: [],
    responses: { '2XX': { description: 'The message was received.' } },
  });
  return Object.fromEntries(
    Object.entries(webhookMessages).map(([type, schema]) => [type, { post: operation(type, schema) }]),
  );
}
