import { type Static, Type } from '@sinclair/typebox';
import { ContentChangeActivity } from './activity.ts';
import type { FieldError } from './field-error.ts';
import { DateTime, Nullable, StringEnum } from './schema.ts';

/** What an entry of the ledger stands for; OPENING is what a new account starts with. */
export const WalletReferenceType = StringEnum(['CONTENT_CHANGE', 'TOP_UP', 'OPENING'], {
  title: 'WalletReferenceType',
  description: 'What the entry stands for; OPENING is what a new account starts with.',
});
export type WalletReferenceType = Static<typeof WalletReferenceType>;

export const Wallet = Type.Object(
  { balance: Type.Number({ description: 'Credits.' }), updatedAt: DateTime('The last entry of the ledger.') },
  {
    title: 'Wallet',
    additionalProperties: false,
    description: 'The balance that content-change checks are paid from.',
    examples: [{ balance: 999, updatedAt: '2026-11-21T09:00:00.012Z' }],
  },
);
export type Wallet = Static<typeof Wallet>;

/** An entry of the ledger: the fields of section 2.6, of any reference type. */
export const WalletEntry = Type.Object(
  { ...ContentChangeActivity.properties, referenceType: WalletReferenceType },
  {
    title: 'WalletEntry',
    additionalProperties: false,
    description: 'An entry of the ledger, of any reference type (fields of the specification, section 2.6).',
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
      description: 'Credits, with at most four decimals.',
      examples: [100],
    }),
    description: Type.Optional(
      Nullable(Type.String({ maxLength: 255, description: 'What the entry says; "Top-up" when omitted.' })),
    ),
  },
  {
    title: 'TopUp',
    additionalProperties: false,
    description: 'Credits to add.',
    examples: [{ amount: 100 }],
  },
);
export type TopUpBody = Static<typeof TopUpBody>;

/** The rules of a top-up that its schema cannot say. */
export function topUpErrors({ amount }: Partial<TopUpBody>): FieldError[] {
  return amount === undefined || Number(amount.toFixed(4)) === amount
    ? []
    : [{ path: '/amount', code: 'too_precise', message: 'must have at most four decimals' }];
}
