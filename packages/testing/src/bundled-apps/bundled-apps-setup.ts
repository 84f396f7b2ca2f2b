import { fileURLToPath } from 'node:url';
import { bundleApps } from './bundle-apps.ts';

const folder = fileURLToPath(new URL('../../../../node_modules/.cache/bundled-apps/', import.meta.url));
let building: Promise<string> | undefined;

/** Vitest `globalSetup`: the tests of this run start apps from bundles (`bundledApps`). */
export default async function setup(): Promise<void> {
  building ??= bundleApps(folder);
  // biome-ignore lint/style/noProcessEnv: the processes of the run inherit it
  process.env.APP_LOADER = await building;
}
