// The kinds of destinations and the fields of their configuration. packages/alerts/src/kinds contains one file per kind.
import { Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';

const Url = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: limits.destinationUrl,
    description,
    examples: ['https://hooks.example.com/shotclock'],
  });

export const destinationKindTable = {
  webhook: {
    description: 'A signed HTTP request according to Standard Webhooks 1.0.',
    fields: {
      url: Url('Address that receives the messages.'),
      secret: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: limits.webhookSecret,
          description:
            'Key of the signatures: `whsec_` and 24 to 64 bytes in Base64. Generated when omitted; the response then contains it.',
          examples: ['whsec_…'],
        }),
      ),
    },
  },
} as const;

export type DestinationKindName = keyof typeof destinationKindTable;
export const destinationKindNames = Object.keys(destinationKindTable) as DestinationKindName[];
