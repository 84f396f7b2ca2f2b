import type { AccountSession } from '@shotclock/contracts';
import type { AccountSessionRow } from '@shotclock/db';
import type { SignedIn } from './session-resource.ts';

/** @param request the identity of the request, which shows whether the session is the request's own */
export const accountSessionResource = (
  { createdAt, expiresAt, ...row }: AccountSessionRow,
  request: Pick<SignedIn, 'session'>,
): AccountSession => ({
  ...row,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  current: row.id === request.session?.id,
});
