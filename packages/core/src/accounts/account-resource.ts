import type { Account } from '@shotclock/contracts';
import type { AccountRow } from '@shotclock/db';

export const accountResource = ({ id, name, createdAt }: AccountRow): Account => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
});
