import { processEnv } from '@shotclock/runtime';

/**
 * Settings with which Node starts the apps' programs from the bundles of the test run, also if another program starts them. Empty
 * if the run has no bundles.
 */
export function bundledApps(): Record<string, string> {
  const { APP_LOADER } = processEnv();
  return APP_LOADER ? { NODE_OPTIONS: `--import=${APP_LOADER}` } : {};
}
