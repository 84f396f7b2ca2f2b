import type { Config } from './config.ts';
import { processEnv } from './process-env.ts';
import { readConfig } from './read-config.ts';
import type { App } from './settings.ts';
import { failStart } from './start-error.ts';

/** The config of this process. Faults of its environment are printed together, and end it with exit code 1. */
export function processConfig<A extends App>(app: A): Config<A> {
  try {
    return readConfig(processEnv(), app);
  } catch (error) {
    return failStart(error);
  }
}
