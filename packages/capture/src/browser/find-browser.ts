import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  Browser,
  ChromeReleaseChannel,
  computeSystemExecutablePath,
  getInstalledBrowsers,
} from '@puppeteer/browsers';
import { replaceableBy, StartError } from '@shotclock/runtime';
import { bundledBrowser, isExecutable } from './bundled-browser.ts';
import { browserEnvironment } from './launch-options.ts';

const run = promisify(execFile);

/** No browser was found. The message is one line with the cause and how to fix it. */
export class BrowserMissingError extends StartError {
  override readonly name = 'BrowserMissingError';

  constructor(reason: string, options?: ErrorOptions) {
    const remedy =
      'Install chromium-headless-shell (or Chrome or Chromium), or set CHROMIUM_PATH to its executable.';
    super(`${reason}.`, { ...options, remedy });
  }
}

const headlessShells = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'];
const fullBrowsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * Path of the browser to run. Returns the first that exists: `chromiumPath`; a headless shell on PATH (half the CPU time
 * of full Chrome); the bundled headless shell (Linux); Chrome or Chromium on PATH or in its installation folder; a
 * browser that Puppeteer has downloaded. The bundled browser is unpacked into `cacheDir`, by default a folder in the
 * user's home directory.
 * @throws BrowserMissingError
 */
export async function findBrowser(options: {
  chromiumPath: string | null;
  cacheDir?: string;
}): Promise<string> {
  const { chromiumPath, cacheDir } = options;
  if (chromiumPath) {
    if (await isExecutable(chromiumPath)) return chromiumPath;
    throw new BrowserMissingError(`There is no executable at ${chromiumPath}`);
  }
  let failure: unknown;
  const sources = [
    () => onPath(headlessShells),
    () => (process.platform === 'linux' ? bundledIfItRuns(cacheDir) : null),
    () => onPath(fullBrowsers),
    installedChrome,
    downloadedBrowser,
  ];
  for (const source of sources) {
    try {
      const path = await source();
      if (path && (await isExecutable(path))) return path;
    } catch (error) {
      failure ??= error;
    }
  }
  const reason = failure === undefined ? '' : ` (${messageWithCauses(failure).replace(/\s+/g, ' ')})`;
  throw new BrowserMissingError(`There is no browser on this machine${reason}`, { cause: failure });
}

function messageWithCauses(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${messageWithCauses(error.cause)}`;
}

/** The bundled browser needs glibc and several libraries. If it does not start, an installed browser is used instead. */
async function bundledIfItRuns(cacheDir: string | undefined): Promise<string> {
  const path = await bundledBrowser(cacheDir);
  await run(path, ['--version'], { env: browserEnvironment(path), timeout: 30_000 });
  return path;
}

/** Chrome in its default installation folder. */
function installedChrome(): string {
  return computeSystemExecutablePath({ browser: Browser.CHROME, channel: ChromeReleaseChannel.STABLE });
}

/** A browser that Puppeteer or `npx @puppeteer/browsers install` has downloaded for this user. */
async function downloadedBrowser(): Promise<string | null> {
  const found = await getInstalledBrowsers({ cacheDir: join(homedir(), '.cache', 'puppeteer') });
  const wanted: string[] = [Browser.CHROMEHEADLESSSHELL, Browser.CHROME];
  const [best] = found
    .filter(({ browser }) => wanted.includes(browser))
    .sort((one, other) => wanted.indexOf(one.browser) - wanted.indexOf(other.browser));
  if (!best) return null;
  // Without a home directory, this folder can be below the temporary folder, where other users can create it.
  const reason = await replaceableBy(best.executablePath);
  if (reason !== null) throw new StartError(`${best.executablePath} is not used: ${reason}`);
  return best.executablePath;
}

/** Path of the first of `names` that the shell finds. */
async function onPath(names: string[]): Promise<string | null> {
  if (process.platform === 'win32') return null;
  // Pass one name at a time, because `command -v` fails if any of its names is missing.
  for (const name of names) {
    const found = await run('sh', ['-c', 'command -v "$1"', 'sh', name]).catch(() => null);
    if (found) return found.stdout.trim();
  }
  return null;
}
