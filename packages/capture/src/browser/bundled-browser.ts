import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);

/**
 * Path of the `@sparticuz/chromium` executable, which is unpacked on first use (200 MB, a few seconds) into a cache folder.
 * The package itself unpacks into the temporary folder under fixed names, where another user's files or an incomplete copy
 * may already exist. It therefore runs with a staging folder, which is then renamed in one step.
 * @throws Error if no folder is writable or the package does not support this machine
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
      const folder = join(parent, name);
      await unpackOnce(entry, folder);
      if (process.getuid?.() === 0) await makeReadable(folder);
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

async function unpackOnce(entry: string, folder: string): Promise<void> {
  const executable = join(folder, 'chromium');
  if (await isExecutable(executable)) return;
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  const staging = await mkdtemp(`${folder}-`);
  try {
    await unpack(entry, staging);
    await writeFile(join(staging, 'fonts.conf'), fontConfiguration(join(folder, 'fonts')));
    // Another process may have unpacked the same version first.
    await rename(staging, folder).catch(async (error) => {
      if (!(await isExecutable(executable))) throw error;
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Lets the user of an isolated browser execute the browser. The parent folder still admits only root. */
async function makeReadable(folder: string): Promise<void> {
  const { mode } = await stat(join(folder, 'chromium'));
  if ((mode & 0o005) === 0o005) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const { mode } = await stat(path);
    // The owner's rights, without writing, for all users.
    if (!entry.isSymbolicLink()) await chmod(path, mode | ((mode >> 6) & 5) | ((mode >> 3) & 0o50));
  }
  await chmod(folder, 0o755);
}

async function unpack(entry: string, folder: string): Promise<void> {
  const script = `const { default: chromium } = await import(${JSON.stringify(pathToFileURL(entry).href)}); await chromium.executablePath();`;
  await run(process.execPath, ['--input-type=module', '--eval', script], {
    // The package unpacks into TMPDIR. With the variable of AWS Lambda, it also unpacks libraries that minimal systems lack.
    env: { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    timeout: 120_000,
  });
}

/** Uses the machine's fonts and the bundled ones: without fonts, pages show no text. */
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
