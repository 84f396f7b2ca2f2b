import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { bundledLicenses } from '../../../scripts/bundled-licenses.ts';

/** Writes `licenses.txt`, which contains the licenses of the libraries in the build, and of Vite, whose own code is part of each build. */
export function licenses(): Plugin {
  const vite = fileURLToPath(new URL('../package.json', import.meta.resolve('vite')));
  return {
    name: 'licenses',
    apply: 'build',
    async generateBundle() {
      const modules = [...this.getModuleIds()].map((id) => id.split('?')[0]!);
      this.emitFile({
        type: 'asset',
        fileName: 'licenses.txt',
        source: await bundledLicenses([...modules, vite]),
      });
    },
  };
}
