import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { bundleApps } from './bundle-apps.ts';

const folder = fileURLToPath(new URL('../../../../node_modules/.cache/bundled-apps/', import.meta.url));

/** Vitest `globalSetup`: the tests of this run start apps from bundles (`bundledApps`). */
export default async function setup(project: TestProject): Promise<void> {
  project.config.env.APP_LOADER = await bundleApps(folder);
}
