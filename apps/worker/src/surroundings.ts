import { findBrowser } from '@shotclock/capture';
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

/** The path of the browser to use. @throws StartError with the remedy when there is none */
export async function requireBrowser(chromiumPath: string | null): Promise<string> {
  try {
    return await findBrowser({ chromiumPath: chromiumPath ?? undefined });
  } catch (cause) {
    throw new StartError((cause as Error).message, { cause });
  }
}
