import { limits } from '../limits.ts';

/** What a field of a destination must be, beyond its schema. */
export type DestinationFieldRule = {
  isValid: (text: string) => boolean;
  /** Completes a sentence that begins with the name of the field. */
  message: string;
};

const matches = (pattern: RegExp, message: string): DestinationFieldRule => ({
  isValid: (text) => pattern.test(text),
  message,
});

/** Whether it is an address at all is checked for all kinds. */
const pathMatches = (pattern: RegExp, message: string): DestinationFieldRule => ({
  isValid: (text) => !URL.canParse(text) || pattern.test(new URL(text).pathname),
  message,
});

/** Standard Webhooks 1.0, section "Signature scheme". */
export const webhookSecretRule: DestinationFieldRule = {
  isValid(text) {
    const [, base64] =
      /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(text) ?? [];
    if (base64 === undefined) return false;
    const bytes = (base64.length / 4) * 3 - (base64.match(/=/g) ?? []).length;
    return bytes >= 24 && bytes <= 64;
  },
  message: 'must be whsec_ and 24 to 64 bytes in Base64',
};

export const discordWebhookRule = pathMatches(
  /\/webhooks\/\d+\/[\w-]+$/,
  'must be the address of a webhook, such as https://discord.com/api/webhooks/ID/TOKEN',
);

export const ntfyTopicRule = pathMatches(
  /\/[\w-]{1,64}$/,
  'must be the address of a topic, such as https://ntfy.sh/TOPIC',
);

export const telegramTokenRule = matches(
  /^\d+:[\w-]{20,}$/,
  'must be the token of a bot, such as 123456:ABC…',
);

export const telegramChatRule = matches(
  /^-?\d{1,20}$|^@[A-Za-z]\w{3,31}$/,
  'must be the ID of a chat or the @name of a public channel or group',
);

export const slackChannelRule = matches(
  /^[CDG][A-Z0-9]{2,30}$/,
  'must be the ID of a channel, such as C0123456789',
);

export const appriseNotifyRule = pathMatches(
  /\/notify\/[^/]+\/?$/,
  'must be the address of a configuration, such as http://apprise:8000/notify/KEY',
);

/** A valid e-mail address in HTML (WHATWG, section "Email state"), of at most 254 characters (RFC 5321). */
const mailAddress =
  /^(?=.{3,254}$)[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

export const mailAddressesRule: DestinationFieldRule = {
  isValid(text) {
    const addresses = text.split(',').map((one) => one.trim());
    return addresses.length <= limits.mailAddresses.count && addresses.every((one) => mailAddress.test(one));
  },
  message: `must be one to ${limits.mailAddresses.count} e-mail addresses, separated by commas`,
};
