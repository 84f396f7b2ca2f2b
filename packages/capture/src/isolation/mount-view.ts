import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { contains, foldersToHide, privateFolders } from './private-folders.ts';
import { type Mount, readMounts } from './read-mounts.ts';

/** Programs, libraries, fonts and certificates. Directories that are symbolic links are copied as links. */
const systemFolders = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/var/cache/fontconfig'],
  // Excludes the private keys that are stored next to the certificates.
  ...['/etc/fonts', '/etc/ssl/certs', '/etc/pki/tls/certs', '/etc/pki/ca-trust', '/etc/alternatives'],
  ...['/etc/chromium', '/etc/chromium.d', '/etc/opt'],
];
const systemFiles = ['/etc/ssl/openssl.cnf', '/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/nsswitch.conf'];
const devices = ['null', 'zero', 'full', 'random', 'urandom'];
/** Fonts and font settings of the worker's user, which are visible in the browser's home directory. */
const homeFolders = ['.fonts', '.local/share/fonts', '.config/fontconfig', '.cache/fontconfig'];
/** Parts of /proc that the kernel lets root change, even without capabilities. */
const kernelControls = ['sys', 'sysrq-trigger', 'irq', 'bus', 'fs', 'mtrr'];

export type ViewSettings = {
  executablePath: string;
  /** Path of the browser's home directory and profile, a writable in-memory folder. */
  profile: string;
  /** The folder on which the view is mounted before it becomes the root directory. */
  view: string;
  /** The owner of the profile; the current user if null. */
  user: number | null;
  /** Folders that the browser must not see, in addition to those returned by `privateFolders`. */
  hidden?: readonly string[];
};

/**
 * Sizes of the in-memory folders. With `--disable-dev-shm-usage`, Chromium keeps the memory that its processes share in
 * /tmp.
 */
const sizes = { tmp: '1g', profile: '256m', shm: '64m' };

/**
 * The mounts of an isolated browser's view, in the format of fstab(5): read-only programs, libraries and fonts, and empty
 * in-memory folders for its profile and for temporary files.
 */
export function mountTable(
  { executablePath, profile, view, user, hidden = [] }: ViewSettings,
  mounts: readonly Mount[] = readMounts('self'),
): string {
  const bindOne = (source: string, target: string) => {
    const { flags, recursive } = mountOf(mounts, source);
    return entry(source, target, 'none', [recursive ? 'rbind' : 'bind', 'ro', 'nosuid', 'nodev', ...flags]);
  };
  // The options of a bind mount do not apply to mounts below its source, so each of those is mounted again.
  const bind = (source: string, target = source) => [
    bindOne(source, target),
    ...mountsBelow(mounts, source).map((path) => bindOne(path, target + path.slice(source.length))),
  ];
  const bindFile = (source: string, ...options: string[]) =>
    entry(source, source, 'none', ['bind', 'nosuid', ...mountOf(mounts, source).flags, ...options, 'x-file']);
  const inMemory = (target: string, size: string, ...options: string[]) =>
    entry('tmpfs', target, 'tmpfs', [
      `size=${size}`,
      'nr_inodes=64k',
      'nosuid',
      'nodev',
      'noexec',
      ...options,
    ]);
  const owner = user === null ? [] : [`uid=${user}`, `gid=${user}`];
  const proc = ['nosuid', 'nodev', 'noexec'];
  const secret = privateFolders(hidden);
  const system = systemFolders.filter(isFolder);
  const browser = browserFolders(executablePath, secret);
  const covers = foldersToHide(secret, {
    visible: system,
    programs: browser.filter((path) => !isFolder(path)),
  });
  const isVisible = (path: string) =>
    system.some((folder) => contains(folder, path)) && !covers.some((folder) => contains(folder, path));
  return [
    ...system.flatMap((folder) => bind(folder)),
    // The script makes these folders read-only once the mounts below them exist.
    ...covers.map((folder) =>
      entry('tmpfs', folder, 'tmpfs', ['size=64k', 'mode=755', 'nosuid', 'nodev', 'noexec', 'x-cover']),
    ),
    ...systemFiles.filter((file) => existsSync(file)).map((file) => bindFile(file, 'ro', 'nodev')),
    ...devices.map((name) => bindFile(`/dev/${name}`, 'ro', 'noexec')),
    inMemory('/dev/shm', sizes.shm, 'mode=1777'),
    inMemory('/tmp', sizes.tmp, 'mode=1777'),
    ...browser
      .filter((path) => !isVisible(path))
      .flatMap((path) => (isFolder(path) ? bind(path) : bindFile(path, 'ro', 'nodev'))),
    inMemory(profile, sizes.profile, 'mode=700', ...owner),
    ...homeFolders
      .filter((name) => isFolder(join(homedir(), name)))
      .flatMap((name) => bind(join(homedir(), name), join(profile, name))),
    entry('proc', '/proc', 'proc', proc),
    ...kernelControls
      .filter((name) => existsSync(`/proc/${name}`))
      .map((name) => entry(join(view, 'proc', name), `/proc/${name}`, 'none', ['bind', 'ro', ...proc])),
    // The limits of a user namespace. Only a process with capabilities in that namespace can change them.
    ...(user === null ? [] : [entry('/proc/sys/user', '/proc/sys/user', 'none', ['bind', ...proc])]),
  ].join('\n');
}

/**
 * Returns the browser's folders. If one of these folders also contains a folder in `secret`, the view contains only the
 * executable.
 */
function browserFolders(executablePath: string, secret: readonly string[]): string[] {
  const paths = new Set([executablePath, realpathSync(executablePath)]);
  return [...paths].map((path) => {
    if (path.startsWith('/nix/store/')) return '/nix/store';
    const folder = dirname(path);
    return secret.some((other) => contains(folder, other)) ? path : folder;
  });
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function entry(source: string, target: string, type: string, options: string[]): string {
  const all = options.includes('x-file') ? options : [...options, 'X-mount.mkdir'];
  return `${escaped(source)} ${escaped(target)} ${type} ${[...new Set(all)].join(',')} 0 0`;
}

/** Writes the separators of fstab(5) as octal numbers. */
function escaped(path: string): string {
  return path.replace(/[\s\\#]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

/**
 * The mounts below a folder, outermost first. Mounts that this user cannot reach are omitted, because the browser cannot
 * reach them either.
 */
function mountsBelow(mounts: readonly Mount[], folder: string): string[] {
  const below = mounts
    .map(({ target }) => target)
    .filter((path) => path !== folder && contains(folder, path));
  return [...new Set(below)]
    .filter((path) => existsSync(path))
    .sort((one, other) => one.length - other.length);
}

/**
 * A user namespace cannot remove flags from a mount that it did not create, or reveal files that another mount covers. A
 * bind mount therefore keeps the `noexec` flag and includes the mounts below its source.
 */
function mountOf(mounts: readonly Mount[], path: string): { flags: string[]; recursive: boolean } {
  const around = mounts.filter(({ target }) => contains(target, path));
  const longest = Math.max(...around.map(({ target }) => target.length));
  const { options = [] } = around.findLast(({ target }) => target.length === longest) ?? {};
  return {
    flags: options.filter((option) => option === 'noexec'),
    recursive: mounts.some(({ target }) => target !== path && contains(path, target)),
  };
}
