// `pnpm release:cut VERSION`: changes the version in every file, moves the unreleased changes to its section of the changelog, and records its
// database for the upgrade tests. Commit the result, and tag the commit after it has passed CI.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cutRelease } from './cut-release.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { positionals } = parseArgs({ allowPositionals: true });
const [version] = positionals;
try {
  if (version === undefined) throw new Error('Usage: pnpm release:cut VERSION');
  cutRelease(root, version);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
execFileSync(process.execPath, ['apps/api/test/upgrades/main.ts'], { cwd: root, stdio: 'inherit' });
console.log(`Review and commit the changes as "chore: release ${version}". After CI has passed, run:
  git tag v${version} && git push origin v${version}`);
