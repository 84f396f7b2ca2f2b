import { join } from 'node:path';

/** Bundles a module into one script. Its imports are resolved from this package. */
export async function bundleModule(source: string): Promise<string> {
  // Most test processes do not bundle anything, and Vite takes long to load.
  const { build } = await import('vite');
  const entry = join(import.meta.dirname, 'entry.js');
  const result = await build({
    configFile: false,
    logLevel: 'error',
    // Vitest sets NODE_ENV to "test", for which React's development build would be bundled.
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
