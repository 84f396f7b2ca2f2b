// The kinds of destinations and the fields of their configuration. Secrets are `writeOnly`. packages/alerts/src/kinds contains
// one file per kind.
import { type TSchema, Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';
import {
  type DestinationFieldRule,
  discordWebhookRule,
  ntfyTopicRule,
  telegramChatRule,
  telegramTokenRule,
  webhookSecretRule,
} from './destination-field-rules.ts';

const Url = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: limits.destinationUrl, description, examples: [example] });

const Text = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: limits.destinationField, description, examples: [example] });

/** Secrets become headers and parts of addresses. The examples must not look like real secrets: scanners would report them. */
const Secret = (description: string, example: string) =>
  Type.String({ ...Text(description, example), writeOnly: true, pattern: '^[\\x21-\\x7e]+$' });

type DestinationKindRow = {
  description: string;
  fields: Record<string, TSchema>;
  rules?: Record<string, DestinationFieldRule>;
};

export const destinationKindTable = {
  webhook: {
    description: 'A signed HTTP request according to Standard Webhooks 1.0.',
    fields: {
      url: Url('Address that receives the messages.', 'https://hooks.example.com/shotclock'),
      secret: Type.Optional(
        Secret(
          'Key of the signatures: `whsec_` and 24 to 64 bytes in Base64. Generated when omitted; the response then contains it.',
          'whsec_…',
        ),
      ),
    },
    rules: { secret: webhookSecretRule },
  },
  discord: {
    description: 'A message in a Discord channel.',
    fields: {
      url: Url('Address of a webhook of the channel.', 'https://discord.com/api/webhooks/ID/TOKEN'),
    },
    rules: { url: discordWebhookRule },
  },
  telegram: {
    description: 'A message in a Telegram chat.',
    fields: {
      token: Secret('Token of a bot that is a member of the chat.', '123456:ABC…'),
      chat: Text('ID of the chat, or @name of a public channel or group.', '@my_channel'),
      server: Type.Optional(
        Url('Address of your own Bot API server. Default: Telegram.', 'https://bots.example.com'),
      ),
    },
    rules: { token: telegramTokenRule, chat: telegramChatRule },
  },
  ntfy: {
    description: 'A notification on a phone or desktop through ntfy.',
    fields: {
      url: Url('Address of the topic.', 'https://ntfy.sh/TOPIC'),
      token: Type.Optional(Secret('Access token, if the topic requires one.', 'tk_…')),
    },
    rules: { url: ntfyTopicRule },
  },
} as const satisfies Record<string, DestinationKindRow>;

export type DestinationKindName = keyof typeof destinationKindTable;
export const destinationKindNames = Object.keys(destinationKindTable) as DestinationKindName[];

/** The fields that contain an address, in all kinds. */
export const destinationAddressFields = ['url', 'server'] as const;
