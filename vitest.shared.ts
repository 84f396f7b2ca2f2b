import type { ViteUserConfig } from 'vitest/config';

/** What every package's Vitest run has in common. The JSON report is what `pnpm test` adds up. */
export const sharedConfig = {
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    reporters: ['default', ['json', { outputFile: 'test-results.json' }]],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
} satisfies ViteUserConfig;
