import { type Static, Type } from '@sinclair/typebox';
import { ContentChangeActivity } from '../feeds/activity.ts';
import type { FieldError } from '../field-error.ts';
import { DateTime, Id, Nullable, StringEnum } from '../schema.ts';

export const WalletReferenceType = StringEnum(['CONTENT_CHANGE', 'TOP_UP', 'OPENING'], {
  title: 'WalletReferenceType',
  description: 'Reason for the entry. OPENING is the opening balance of a new account.',
});
export type WalletReferenceType = Static<typeof WalletReferenceType>;

export const Wallet = Type.Object(
  {
    balance: Type.Number({ description: 'Balance in credits.' }),
    updatedAt: DateTime('Time of the last ledger entry.'),
    canTopUp: Type.Boolean({
      description:
        "Whether the account's keys with the `admin` scope can add credits. Only the default account's keys can.",
    }),
  },
  {
    title: 'Wallet',
    additionalProperties: false,
    description: 'The balance that pays for content-change checks.',
    examples: [{ balance: 999, updatedAt: '2026-11-21T09:00:00.012Z', canTopUp: true }],
  },
);
export type Wallet = Static<typeof Wallet>;

/** The fields in section 2.6 of the specification, for any reference type. */
export const WalletEntry = Type.Object(
  { ...ContentChangeActivity.properties, referenceType: WalletReferenceType },
  {
    title: 'WalletEntry',
    additionalProperties: false,
    description: 'A ledger entry of any reference type.',
    examples: [
      {
        transactionType: 'CREDIT',
        referenceType: 'TOP_UP',
        referenceId: '6f1b0c62-8f0e-4b43-9a1a-0a4f2f6f3b5d',
        amount: 100,
        balanceBefore: 999,
        balanceAfter: 1_099,
        status: 'SUCCESS',
        description: 'Top-up',
        createdAt: '2026-11-21T09:00:00.012Z',
      },
    ],
  },
);
export type WalletEntry = Static<typeof WalletEntry>;

export const TopUpBody = Type.Object(
  {
    amount: Type.Number({
      minimum: 0.0001,
      maximum: 1_000_000_000,
      description: 'Credits to add, with at most four decimal places.',
      examples: [100],
    }),
    description: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 255,
          description: 'Description of the ledger entry; "Top-up" when omitted.',
        }),
      ),
    ),
    accountId: Type.Optional(
      Id('ID of the account that receives the credits; the account of the request when omitted.'),
    ),
  },
  {
    title: 'TopUp',
    additionalProperties: false,
    description: 'A top-up of the wallet.',
    examples: [{ amount: 100 }],
  },
);
export type TopUpBody = Static<typeof TopUpBody>;

/** The errors in a top-up that its schema cannot express. */
export function topUpErrors({ amount }: Partial<TopUpBody>): FieldError[] {
  return amount === undefined || Number(amount.toFixed(4)) === amount
    ? []
    : [{ path: '/amount', code: 'too_precise', message: 'must have at most four decimal places' }];
}
