import { existsSync } from 'node:fs';

const peersFolder = new URL('../../../../bench/', import.meta.url);

export type Peer = { name: string; file: URL };

/**
 * Finds the capture libraries that Shotclock is compared with. They are in `bench/`, outside the workspace, because only
 * this benchmark needs them.
 */
export function findPeers(): { installed: Peer[]; missing: string[] } {
  const names = ['puppeteer-cluster', 'browserless', 'capture-website'];
  const isInstalled = (name: string) => existsSync(new URL(`node_modules/${name}/package.json`, peersFolder));
  return {
    installed: names.filter(isInstalled).map((name) => ({ name, file: new URL(`${name}.ts`, peersFolder) })),
    missing: names.filter((name) => !isInstalled(name)),
  };
}
