// The kinds of destinations and the fields of their configuration. Secrets are `writeOnly`. packages/alerts/src/kinds contains
// one file per kind.
import { type TSchema, Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';
import {
  appriseNotifyRule,
  type DestinationFieldRule,
  discordWebhookRule,
  mailAddressesRule,
  ntfyTopicRule,
  slackChannelRule,
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
  /** Sets of optional fields. A destination needs one of the sets. */
  alternatives?: readonly (readonly string[])[];
};

export const destinationKindTable = {
  webhook: {
    description: 'A signed HTTP request according to Standard Webhooks 1.0.',
    fields: {
      url: Url('Address that receives the messages.', 'https://hooks.example.com/shotclock'),
      secret: Type.Optional(
        Secret(
          'Key of the signatures: `whsec_` and 24 to 64 bytes in Base64. Generated when omitted; the response then contains it.',
          'whsec_...',
        ),
      ),
    },
    rules: { secret: webhookSecretRule },
  },
  email: {
    description: 'An e-mail through the SMTP server of the operator.',
    fields: {
      to: Type.String({
        minLength: 1,
        maxLength: limits.mailAddresses.length,
        description: `One to ${limits.mailAddresses.count} addresses, separated by commas.`,
        examples: ['on-call@example.com, web@example.com'],
      }),
    },
    rules: { to: mailAddressesRule },
  },
  slack: {
    description: 'A message in a Slack channel.',
    fields: {
      token: Type.Optional(
        Secret(
          'Token of a bot with the scopes `chat:write` and `files:write`, which can upload pictures.',
          'xoxb-...',
        ),
      ),
      channel: Type.Optional(
        Text('ID of the channel, with `token`. The bot must be a member.', 'C0123456789'),
      ),
      url: Type.Optional(
        Url('Address of an incoming webhook, instead of `token`.', 'https://hooks.slack.com/services/T/B/X'),
      ),
      server: Type.Optional(
        Url('Address of the Web API. Default: `https://slack.com`.', 'https://slack-gov.com'),
      ),
    },
    rules: { channel: slackChannelRule },
    alternatives: [['token', 'channel'], ['url']],
  },
  discord: {
    description: 'A message in a Discord channel.',
    fields: {
      url: Url('Address of a webhook of the channel.', 'https://discord.com/api/webhooks/ID/TOKEN'),
    },
    rules: { url: discordWebhookRule },
  },
  teams: {
    description: 'A card in a channel or chat of Microsoft Teams.',
    fields: {
      url: Url(
        'Address of a workflow that posts webhook requests.',
        'https://example.logic.azure.com/workflows/ID',
      ),
    },
  },
  telegram: {
    description: 'A message in a Telegram chat.',
    fields: {
      token: Secret('Token of a bot that is a member of the chat.', '123456:ABC...'),
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
      token: Type.Optional(Secret('Access token, if the topic requires one.', 'tk_...')),
    },
    rules: { url: ntfyTopicRule },
  },
  apprise: {
    description: 'Any service that Apprise supports, through your Apprise API server.',
    fields: { url: Url('Address of a configuration.', 'http://apprise:8000/notify/KEY') },
    rules: { url: appriseNotifyRule },
  },
  alertmanager: {
    description: 'Alerts in Prometheus Alertmanager.',
    fields: {
      url: Url('Address of the server.', 'http://alertmanager:9093'),
      token: Type.Optional(Secret('Bearer token, if the server requires one.', 'abc...')),
    },
  },
  heartbeat: {
    description: 'A request to a monitor after each run, such as Healthchecks or Uptime Kuma.',
    fields: {
      url: Url('Address for a successful run.', 'https://hc-ping.com/UUID'),
      failureUrl: Type.Optional(
        Url(
          'Address for a failed run. Default: `url` with `/fail`, or with `status=down` for Uptime Kuma.',
          'https://hc-ping.com/UUID/fail',
        ),
      ),
    },
  },
  inbox: {
    description: 'The inbox page of the dashboard, which needs no address.',
    fields: {},
  },
} as const satisfies Record<string, DestinationKindRow>;

export type DestinationKindName = keyof typeof destinationKindTable;
export const destinationKindRow = (kind: DestinationKindName): DestinationKindRow =>
  destinationKindTable[kind];
export const destinationKindNames = Object.keys(destinationKindTable) as DestinationKindName[];

/** The fields that contain an address, in all kinds. */
export const destinationAddressFields = ['url', 'failureUrl', 'server'] as const;
