import { type EgressAllow, parseEgressAllow } from '@shotclock/egress';
import { StartError } from '@shotclock/runtime';

/** The exceptions of `EGRESS_ALLOW`. @throws StartError that names the bad entry */
export function readEgressAllow(text: string): EgressAllow {
  try {
    return parseEgressAllow(text);
  } catch (cause) {
    throw new StartError(`EGRESS_ALLOW: ${(cause as Error).message}`, { cause });
  }
}
