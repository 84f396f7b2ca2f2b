import { join } from 'node:path';
import { build } from 'vite';

/** Bundles a module, whose imports are resolved from this package, into one script. */
export async function bundleModule(source: string): Promise<string> {
  const entry = join(import.meta.dirname, 'entry.js');
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: entry, output: { codeSplitting: false } },
    },
  });
  const [bundled] = [result].flat();
  if (!bundled || !('output' in bundled)) throw new Error('the module was not built');
  return bundled.output[0].code;
}
