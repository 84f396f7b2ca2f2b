import { expect, test } from 'vitest';
import { mountTable } from './mount-view.ts';
import { foldersToHide } from './private-folders.ts';
import type { Mount } from './read-mounts.ts';

const settings = { executablePath: '/bin/sh', profile: '/tmp/profile', view: '/tmp/view', user: null };
const root: Mount = { target: '/', options: ['rw'], type: 'ext4' };

/** The options of all entries with this target, in the order of the mounts. */
function optionsOf(table: string, path: string): string[][] {
  const entries = table.split('\n').map((line) => line.split(' '));
  return entries.filter(([, target]) => target === path).map(([, , , options = '']) => options.split(','));
}

test.runIf(process.platform === 'linux')('mounts below a system folder are also read-only', () => {
  const mounts = [root, { target: '/usr/lib', options: ['rw', 'noexec'], type: 'tmpfs' }];
  const table = mountTable(settings, mounts);
  expect(optionsOf(table, '/usr')[0]).toContain('rbind');
  expect(optionsOf(table, '/usr/lib')).toEqual([
    expect.arrayContaining(['bind', 'ro', 'nosuid', 'nodev', 'noexec']),
  ]);
});

test.runIf(process.platform === 'linux')(
  'hides private system folders, except those that contain programs',
  () => {
    const hidden = ['/usr/share', '/usr/share/doc', '/usr/sbin', '/usr', '/'];
    const covers = mountTable({ ...settings, hidden }, [root]).match(/^tmpfs \S+ tmpfs \S*x-cover\S*/gm);
    expect(covers).toEqual([expect.stringMatching(/^tmpfs \/usr\/share /)]);
  },
);

test('does not hide a private folder if it contains a visible folder that the view needs', () => {
  const visible = ['/usr', '/srv/browser'];
  expect(
    foldersToHide(['/usr/src/app', '/usr/src/app/data', '/home/user'], { visible, programs: [] }),
  ).toEqual(['/usr/src/app']);
  expect(foldersToHide(['/usr/src/app'], { visible, programs: ['/usr/src/app/chrome'] })).toEqual([]);
});
