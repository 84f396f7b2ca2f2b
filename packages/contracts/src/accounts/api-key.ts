import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';
import { DateTime, Id, Nullable, printableName, StringEnum } from '../schema.ts';

/**
 * The scopes of a key: GET requests; all other requests; and management of keys, accounts and credits, together with the
 * audit log. No scope includes another.
 */
export const keyScopes = ['read', 'write', 'admin'] as const;
export const KeyScope = StringEnum(keyScopes, {
  title: 'KeyScope',
  description:
    '`read` permits GET requests. `write` permits requests that make changes. `admin` permits managing keys and accounts, ' +
    'reading the audit log and, for keys of the default account, adding credits. No scope includes another.',
});
export type KeyScope = Static<typeof KeyScope>;

const name = { description: 'What the key is for.', examples: ['Nightly archive'] };
const fields = {
  scopes: Type.Array(KeyScope, {
    minItems: 1,
    maxItems: keyScopes.length,
    uniqueItems: true,
    description: 'What the key permits.',
    examples: [['read', 'write']],
  }),
  expiresAt: Nullable(DateTime('Time from which the key is refused; null for a key that does not expire.')),
};

const ApiKeyFields = Type.Object({
  id: Id('Key ID.'),
  accountId: Id('ID of the account for which requests with the key act.'),
  /** Names that were stored by earlier versions can contain any characters. */
  name: Type.String(name),
  ...fields,
  prefix: Type.String({
    description: 'The first characters of the key, which identify it.',
    examples: ['sc_4Kq0ZrTb'],
  }),
  createdAt: DateTime('Time of creation.'),
  lastUsedAt: Nullable(
    DateTime('Time of the last request with the key, to the minute; null if there was none.'),
  ),
  rotatedAt: Nullable(DateTime('Time at which the key was rotated; null if it was not.')),
  revokedAt: Nullable(
    DateTime('Time at which the key was revoked. Requests with it have been rejected since then.'),
  ),
});

const example = {
  id: 3,
  accountId: 2,
  name: 'Nightly archive',
  scopes: ['read', 'write'] as KeyScope[],
  expiresAt: null,
  prefix: 'sc_4Kq0ZrTb',
  createdAt: '2026-11-21T09:00:00.000Z',
  lastUsedAt: null,
  rotatedAt: null,
  revokedAt: null,
};

export const ApiKey = Type.Object(ApiKeyFields.properties, {
  title: 'ApiKey',
  additionalProperties: false,
  description: 'An API key, without its secret part.',
  examples: [example],
});
export type ApiKey = Static<typeof ApiKey>;

export const CreatedApiKey = Type.Object(
  {
    ...ApiKeyFields.properties,
    key: Nullable(
      Type.String({
        description:
          'The key. No other response contains it, and it cannot be retrieved again: it is null in the replayed response to a ' +
          'repeated request.',
      }),
    ),
  },
  {
    title: 'CreatedApiKey',
    additionalProperties: false,
    description: 'A new API key.',
    // The example must not look like a real key, because secret scanners would report it.
    examples: [{ ...example, key: 'sc_…' }],
  },
);
export type CreatedApiKey = Static<typeof CreatedApiKey>;

export const CreateApiKeyBody = Type.Object(
  {
    name: Type.String({
      ...name,
      minLength: 1,
      maxLength: limits.keyName,
      pattern: printableName,
      description: 'What the key is for: one line of printable text.',
    }),
    scopes: fields.scopes,
    expiresAt: Type.Optional(
      Nullable(
        DateTime(
          "Time at which the key expires; null for a key that does not expire. It cannot be later than the expiry of the request's " +
            'own key, which is the default.',
        ),
      ),
    ),
    accountId: Type.Optional(Id('ID of the account of the key; the account of the request when omitted.')),
  },
  {
    title: 'CreateApiKey',
    additionalProperties: false,
    description: 'A key to create.',
    examples: [{ name: 'Nightly archive', scopes: ['read', 'write'] }],
  },
);
export type CreateApiKeyBody = Static<typeof CreateApiKeyBody>;

export const RotateApiKeyBody = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: limits.keyOverlapSeconds.maximum,
        description: 'Time in seconds for which the previous key remains valid; one day when omitted.',
        examples: [3_600],
      }),
    ),
  },
  {
    title: 'RotateApiKey',
    additionalProperties: false,
    description: 'Options for rotating a key.',
    examples: [{ overlapSeconds: 3_600 }],
  },
);
export type RotateApiKeyBody = Static<typeof RotateApiKeyBody>;
