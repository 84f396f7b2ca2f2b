import { failStart } from '../start-error.ts';
import type { Config } from './config.ts';
import { processEnv } from './process-env.ts';
import { readConfig } from './read-config.ts';
import type { App } from './settings.ts';

/** Reads the config of this process from its environment. If settings are invalid, prints them all and exits with code 1. */
export function readProcessConfig<A extends App>(app: A): Config<A> {
  try {
    return readConfig(processEnv(), app);
  } catch (error) {
    return failStart(error);
  }
}
