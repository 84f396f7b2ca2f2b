import { existsSync } from 'node:fs';

const peersFolder = new URL('../../../../bench/', import.meta.url);

export type Peer = { name: string; file: URL };

/**
 * The other capture libraries that are measured. They live in `bench/`, outside the workspace, because nothing but this
 * benchmark needs them.
 */
export function findPeers(): { installed: Peer[]; missing: string[] } {
  const names = ['puppeteer-cluster', 'browserless', 'capture-website'];
  const isInstalled = (name: string) => existsSync(new URL(`node_modules/${name}/package.json`, peersFolder));
  return {
    installed: names.filter(isInstalled).map((name) => ({ name, file: new URL(`${name}.ts`, peersFolder) })),
    missing: names.filter((name) => !isInstalled(name)),
  };
}
