import { processEnv } from '@shotclock/runtime';

/**
 * Environment variables that make Node run the apps from the bundles of the test run, even if another program starts them. Empty if
 * the run has no bundles.
 */
export function bundledApps(): Record<string, string> {
  const { APP_LOADER } = processEnv();
  return APP_LOADER ? { NODE_OPTIONS: `--import=${APP_LOADER}` } : {};
}
