// `pnpm release:build --tag TAG`: checks that this commit can be released as the tag, and writes what is released to a folder. `files` contains
// the npm packages, the bill of materials and SHA256SUMS, and `notes.md` the changes of the version. `--check` only checks.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildRelease } from './build-release.ts';
import { releaseFaults } from './check-release.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { values } = parseArgs({
  options: {
    tag: { type: 'string' },
    /** URL of the GitHub repository, for the manifests of the packages. npm compares it with the provenance. */
    repository: { type: 'string' },
    out: { type: 'string', default: 'release' },
    check: { type: 'boolean', default: false },
  },
});
if (values.tag === undefined) {
  console.error('--tag is missing');
  process.exit(2);
}
const faults = releaseFaults(root, values.tag);
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
if (!values.check) {
  const { tag, out, repository = null } = values;
  await buildRelease({ root, version: tag.slice(1), out, repository });
}
