import { execFile } from 'node:child_process';
import { chown, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { mountTable } from '../../src/isolation/mount-view.ts';
import { permittedKinds } from './isolated-process.fixture.ts';

const run = promisify(execFile);
const ordinaryUser = 65_533;
const script = fileURLToPath(new URL('../../src/isolation/enter-view.sh', import.meta.url));

// Root runs this test as an unprivileged user, who cannot read a checkout in root's home directory.
test.runIf(permittedKinds.length > 0 && process.getuid?.() === 0)(
  'an ordinary user can enter the view, write only to the profile, and mount nothing',
  async () => {
    const profile = await mkdtemp('/tmp/shotclock-ordinary-');
    try {
      const view = join(profile, 'view');
      await mkdir(view);
      await copyFile(script, join(profile, 'enter-view.sh'));
      for (const path of [profile, view]) await chown(path, ordinaryUser, ordinaryUser);
      const table = mountTable({ executablePath: '/bin/sh', profile, view, user: null });
      const { stdout, stderr } = await run('setpriv', [
        ...[`--reuid=${ordinaryUser}`, `--regid=${ordinaryUser}`, '--clear-groups', '--'],
        ...[
          'unshare',
          '--user',
          '--map-root-user',
          '--mount',
          '--pid',
          '--ipc',
          '--net',
          '--uts',
          '--fork',
          '--',
        ],
        ...['sh', join(profile, 'enter-view.sh'), table, view, ''],
        ...[
          'sh',
          '-c',
          `for folder in / /usr "$1"; do [ -w "$folder" ] && echo "$folder"; done
          for type in pid net mount cgroup; do unshare --user --map-root-user --$type true 2>&1 && echo $type; done
          ulimit -u 2> /dev/null || ulimit -p`,
          'sh',
          profile,
        ],
      ]);
      expect(stderr.trim()).toBe('shotclock: namespaces are ready');
      const refused = 'unshare: unshare failed: No space left on device';
      expect(stdout.trim().split('\n')).toEqual([profile, 'pid', 'net', refused, refused, '4096']);
    } finally {
      await rm(profile, { recursive: true });
    }
  },
);
