import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fileGroups } from './build/file-groups.ts';
import { precompress } from './build/precompress.ts';
import { prerender } from './build/prerender.ts';

export default defineConfig({
  plugins: [react(), precompress(), prerender()],
  // packages/client is imported as its source, not as its build.
  resolve: { conditions: ['@shotclock/source', 'module', 'browser', 'development|production'] },
  // The API replaces this with the nonce of the response (apps/api/src/routes/site/dashboard.ts).
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    // The first browsers with light-dark(). For older ones, Vite would replace it with code that ignores Mantine's colour scheme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The policy of the page forbids data: URLs in style sheets and scripts.
    assetsInlineLimit: 0,
    // For its report, Vite would compress every file once more.
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: { codeSplitting: { groups: fileGroups() } },
      // Slow plugins on a loaded machine are not worth a warning.
      checks: { bundlerTimings: false },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/docs': 'http://127.0.0.1:3000' } },
});
