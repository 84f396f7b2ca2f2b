import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, lstat, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createPrivateFolder, replaceableBy, StartError } from '@shotclock/runtime';
import { manifestError, writeManifest } from './folder-manifest.ts';

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);

/**
 * Path of the `@sparticuz/chromium` executable, which is unpacked on first use (200 MB, a few seconds) into a cache
 * folder. The package itself unpacks into the temporary folder under fixed names, where another user's files or an
 * incomplete copy may already exist. It is therefore given a staging folder, which is then renamed in one step.
 *
 * Only this user can access the cache folder, and no other user can replace it. A browser in the cache folder is used
 * only if its files are those that were unpacked from the package (`manifestError`); otherwise the package is unpacked
 * again.
 * @throws Error if no folder can be used, or if the package does not support this machine
 */
export async function bundledBrowser(cacheDir?: string): Promise<string> {
  const entry = resolve('@sparticuz/chromium');
  const version = versionOf(join(dirname(entry), '..', 'package.json'));
  const name = `chromium-${version}-${process.arch}`;
  const parents = cacheDir
    ? [cacheDir]
    : [join(homedir(), '.cache', 'shotclock'), join(tmpdir(), `shotclock-${userInfo().uid}`)];
  let failure: unknown;
  for (const parent of parents) {
    try {
      await createPrivateFolder(parent);
      const reason = await replaceableBy(parent);
      if (reason !== null) throw new StartError(`the folder ${parent} is not safe for programs: ${reason}`);
      const folder = join(parent, name);
      await unpackOnce(entry, folder, name);
      return join(folder, 'chromium');
    } catch (error) {
      failure = error;
    }
  }
  throw new Error('the bundled Chromium could not be unpacked', { cause: failure });
}

function versionOf(manifest: string): string {
  return (createRequire(import.meta.url)(manifest) as { version: string }).version;
}

async function unpackOnce(entry: string, folder: string, origin: string): Promise<void> {
  if (await isIntact(folder, origin)) return;
  const staging = await mkdtemp(`${folder}-`);
  try {
    await unpack(entry, staging, folder);
    await writeManifest(staging, origin);
    // Another process may have unpacked the same version in the meantime.
    if (await isIntact(folder, origin)) return;
    await rename(folder, `${staging}.old`).catch(ignoreMissing);
    await rename(staging, folder).catch(async (error) => {
      if (!(await isIntact(folder, origin))) throw error;
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
    await rm(`${staging}.old`, { recursive: true, force: true });
  }
}

async function isIntact(folder: string, origin: string): Promise<boolean> {
  const error = await manifestError(folder, origin).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return 'it does not exist';
    throw cause;
  });
  return error === null;
}

/**
 * All users may read the files, because an isolated browser runs as a different user, but only this user may change them.
 * Only this user can enter the cache folder.
 */
async function setPermissions(folder: string): Promise<void> {
  for (const name of ['.', ...(await readdir(folder, { recursive: true }))]) {
    const path = join(folder, name);
    const stats = await lstat(path);
    const runs = stats.isDirectory() || (stats.mode & 0o100) !== 0;
    if (!stats.isSymbolicLink()) await chmod(path, runs ? 0o755 : 0o644);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** Unpacks the browser into a folder that does not exist, from where the caller runs it. */
export async function unpackBrowser(folder: string): Promise<void> {
  await mkdir(folder);
  await unpack(resolve('@sparticuz/chromium'), folder, folder);
}

/** @param location where the folder will be */
async function unpack(entry: string, folder: string, location: string): Promise<void> {
  // When the package runs as root, it assigns the files to the user IDs in its archives. These IDs can belong to users of
  // this machine, and do not exist in a user namespace.
  const script = `process.getuid = () => -1; const { default: chromium } = await import(${JSON.stringify(pathToFileURL(entry).href)}); await chromium.executablePath();`;
  await run(process.execPath, ['--input-type=module', '--eval', script], {
    // The package unpacks into TMPDIR. If the AWS Lambda variable is set, it also unpacks libraries that minimal systems
    // lack.
    env: { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    timeout: 120_000,
  });
  await writeFile(join(folder, 'fonts.conf'), fontConfiguration(join(location, 'fonts')), { mode: 0o644 });
  await setPermissions(folder);
}

/** Uses both the machine's fonts and the bundled ones, because pages show no text without fonts. */
function fontConfiguration(fonts: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${fonts}</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
}

export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
