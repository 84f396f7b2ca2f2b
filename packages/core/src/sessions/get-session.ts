import type { Session } from '@shotclock/contracts';
import { CoreError } from '../errors.ts';
import { type SignedIn, sessionResource } from './session-resource.ts';

/**
 * Describes the session of a request.
 * @throws CoreError not_found (the request has its own key or does not need one)
 */
export function getSession({ session, apiKey }: SignedIn): Session {
  if (!session || !apiKey) throw new CoreError('not_found', 'The request has no session.');
  return sessionResource(session, apiKey);
}
