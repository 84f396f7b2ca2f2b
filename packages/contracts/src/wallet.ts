import { type Static, Type } from '@sinclair/typebox';
import { ContentChangeActivity } from './activity.ts';
import type { Fault } from './fault.ts';
import { DateTime, Nullable, Words } from './schema.ts';

/** What an entry of the ledger stands for; OPENING is what a new account starts with. */
export const WalletReferenceType = Words(['CONTENT_CHANGE', 'TOP_UP', 'OPENING']);
export type WalletReferenceType = Static<typeof WalletReferenceType>;

export const Wallet = Type.Object(
  { balance: Type.Number({ description: 'Credits.' }), updatedAt: DateTime('The last entry of the ledger.') },
  { additionalProperties: false },
);
export type Wallet = Static<typeof Wallet>;

/** An entry of the ledger: the fields of section 2.6, of any reference type. */
export const WalletEntry = Type.Object(
  { ...ContentChangeActivity.properties, referenceType: WalletReferenceType },
  { additionalProperties: false, description: 'Fields of the specification, section 2.6.' },
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
    description: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
  },
  { additionalProperties: false },
);
export type TopUpBody = Static<typeof TopUpBody>;

/** The rules of a top-up that its schema cannot say. */
export function topUpFaults({ amount }: Partial<TopUpBody>): Fault[] {
  return amount === undefined || Number(amount.toFixed(4)) === amount
    ? []
    : [{ path: '/amount', code: 'too_precise', message: 'must have at most four decimals' }];
}
