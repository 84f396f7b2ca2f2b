import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { captureFieldsModule } from './build/capture-fields.ts';
import { destinationKindsModule } from './build/destination-kinds.ts';
import { fileGroups } from './build/file-groups.ts';
import { licenses } from './build/licenses.ts';
import { precompress } from './build/precompress.ts';
import { prerender } from './build/prerender.ts';

export default defineConfig({
  plugins: [captureFieldsModule(), destinationKindsModule(), react(), licenses(), precompress(), prerender()],
  // Imports the source of packages/client, not its build.
  resolve: { conditions: ['@shotclock/source', 'module', 'browser', 'development|production'] },
  // The API replaces this with the nonce of the response (apps/api/src/routes/site/dashboard.ts).
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    // The first browsers that support light-dark(). For older browsers, Vite would replace it with code that ignores Mantine's color scheme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The page's policy forbids data: URLs in style sheets and scripts.
    assetsInlineLimit: 0,
    // Vite would compress every file again just for this report.
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: { codeSplitting: { groups: fileGroups() } },
      // Plugins are slow on a loaded machine, so do not warn about slow plugins.
      checks: { bundlerTimings: false },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/docs', '/handbook'].map((path) => [path, 'http://127.0.0.1:3000'])),
  },
});
