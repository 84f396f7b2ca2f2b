import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the current sources, because tests that are not started with `pnpm test` could use an outdated build. */
export default function build(): void {
  for (const part of ['dashboard', 'handbook']) {
    const script = fileURLToPath(new URL(`../../../scripts/build-${part}.js`, import.meta.url));
    const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
    if (status !== 0) throw new Error(`the ${part} could not be built`);
  }
}
