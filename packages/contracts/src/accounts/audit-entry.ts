import { type Static, Type } from '@sinclair/typebox';
import { AuditedResource } from '../nouns.ts';
import { DateTime, Id, Nullable, StringEnum } from '../schema.ts';

export const AuditActor = StringEnum(['API_KEY', 'SESSION', 'COMMAND_LINE', 'REMEDY_LINK', 'ANONYMOUS'], {
  title: 'AuditActor',
  description:
    'Who made the change: a client with an API key, a browser that is signed in with a key, an operator on the command line, a reader who confirmed the change that a message offered, or a ' +
    'client without a key (`AUTH_MODE=none`).',
});
export type AuditActor = Static<typeof AuditActor>;

/** The values of `expand` for the audit log. */
export const auditExpansions = ['resourceName'] as const;
export type AuditExpansion = (typeof auditExpansions)[number];

export const AuditEntry = Type.Object(
  {
    id: Id('Entry ID.'),
    createdAt: DateTime('Time of the change.'),
    accountId: Id('ID of the account of the changed resource.'),
    action: Type.String({
      description: 'The operation of this API that made the change, even if the command line called it.',
      examples: ['rotateApiKey'],
    }),
    resourceType: AuditedResource,
    resourceId: Id('ID of the changed resource, which may be deleted.'),
    resourceName: Type.Optional(
      Nullable(
        Type.String({
          description:
            "Current display name of the changed resource: the name of a schedule, of an execution's schedule, or of an account; the URL of " +
            'a page; the prefix of an API key. Null if the resource no longer exists. Only with expand=resourceName.',
          examples: ['Front pages'],
        }),
      ),
    ),
    fields: Type.Array(Type.String(), {
      description: 'Names of the fields in the request body. Their values are not recorded.',
      examples: [['overlapSeconds']],
    }),
    actor: AuditActor,
    apiKeyId: Nullable(
      Id(
        'ID of the API key that the request used; null if it used none, and for readers whose account does not own the key.',
      ),
    ),
    sessionId: Nullable(
      Id('ID of the session that the request used; null if it used none, and whenever `apiKeyId` is null.'),
    ),
    clientAddress: Nullable(
      Type.String({
        description:
          'IP address of the client; null for commands, and for readers whose account does not own the key.',
        examples: ['203.0.113.7'],
      }),
    ),
    requestId: Nullable(
      Type.String({
        description: 'Request ID, which is also in the response and in the logs; null for commands.',
        examples: ['f0c6f3a2-8a3e-4f0e-9d0b-7d3a0f5a7c11'],
      }),
    ),
  },
  {
    title: 'AuditEntry',
    additionalProperties: false,
    description: 'A change that a request or a command made.',
    examples: [
      {
        id: 7,
        createdAt: '2026-11-21T09:00:00.000Z',
        accountId: 2,
        action: 'rotateApiKey',
        resourceType: 'API_KEY',
        resourceId: 3,
        fields: ['overlapSeconds'],
        actor: 'API_KEY',
        apiKeyId: 3,
        sessionId: null,
        clientAddress: '203.0.113.7',
        requestId: 'f0c6f3a2-8a3e-4f0e-9d0b-7d3a0f5a7c11',
      },
    ],
  },
);
export type AuditEntry = Static<typeof AuditEntry>;
