import { findBrowser } from '@shotclock/capture';
import { StartError } from '@shotclock/runtime';

/** The path of the browser to use. @throws StartError with the remedy when there is none */
export async function requireBrowser(chromiumPath: string | null): Promise<string> {
  try {
    return await findBrowser({ chromiumPath: chromiumPath ?? undefined });
  } catch (cause) {
    throw new StartError((cause as Error).message, { cause });
  }
}
