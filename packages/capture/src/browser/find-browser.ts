import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '@shotclock/runtime';
import { bundledBrowser, isExecutable } from './bundled-browser.ts';
import { browserEnvironment } from './launch-options.ts';

const run = promisify(execFile);

/** No browser was found. The message is one line with the cause and the remedy. */
export class BrowserMissingError extends StartError {
  override readonly name = 'BrowserMissingError';

  constructor(reason: string, options?: ErrorOptions) {
    super(
      `${reason}. Install chromium-headless-shell (or Chrome or Chromium), or set CHROMIUM_PATH to its executable.`,
      options,
    );
  }
}

const headlessShells = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'];
const fullBrowsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * The browser to run, in this order: `chromiumPath`; a headless shell on PATH (half the CPU time of full Chrome); the
 * bundled headless shell (Linux); Chrome or Chromium on PATH or where its installer puts it; Puppeteer's own download.
 * `cacheDir` is where the bundled one is unpacked; a folder in the user's home when left out.
 * @throws BrowserMissingError with the remedy in its one line
 */
export async function findBrowser(options: { chromiumPath?: string; cacheDir?: string }): Promise<string> {
  const { chromiumPath, cacheDir } = options;
  if (chromiumPath) {
    if (await isExecutable(chromiumPath)) return chromiumPath;
    throw new BrowserMissingError(`There is no executable at ${chromiumPath}`);
  }
  let fault: unknown;
  const places = [
    () => onPath(headlessShells),
    () => (process.platform === 'linux' ? bundledIfItRuns(cacheDir) : null),
    () => onPath(fullBrowsers),
    installedChrome,
    downloadedBrowser,
  ];
  for (const place of places) {
    try {
      const path = await place();
      if (path && (await isExecutable(path))) return path;
    } catch (error) {
      fault ??= error;
    }
  }
  const reason = fault === undefined ? '' : ` (${causes(fault).replace(/\s+/g, ' ')})`;
  throw new BrowserMissingError(`There is no browser on this machine${reason}`, { cause: fault });
}

function causes(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${causes(error.cause)}`;
}

/** It is built for glibc and needs some libraries: where it does not even start, an installed browser is better. */
async function bundledIfItRuns(cacheDir: string | undefined): Promise<string> {
  const path = await bundledBrowser(cacheDir);
  await run(path, ['--version'], { env: browserEnvironment(path), timeout: 30_000 });
  return path;
}

/** Chrome where its installer puts it; loaded only where nothing better was found. */
async function installedChrome(): Promise<string> {
  const { Browser, ChromeReleaseChannel, computeSystemExecutablePath } = await import('@puppeteer/browsers');
  return computeSystemExecutablePath({ browser: Browser.CHROME, channel: ChromeReleaseChannel.STABLE });
}

/** What `npx @puppeteer/browsers install` or Puppeteer has downloaded for this user. */
async function downloadedBrowser(): Promise<string | null> {
  const { Browser, getInstalledBrowsers } = await import('@puppeteer/browsers');
  const found = await getInstalledBrowsers({ cacheDir: join(homedir(), '.cache', 'puppeteer') });
  const wanted: string[] = [Browser.CHROMEHEADLESSSHELL, Browser.CHROME];
  const [best] = found
    .filter(({ browser }) => wanted.includes(browser))
    .sort((one, other) => wanted.indexOf(one.browser) - wanted.indexOf(other.browser));
  return best?.executablePath ?? null;
}

/** The first of `names` that the shell finds. */
async function onPath(names: string[]): Promise<string | null> {
  if (process.platform === 'win32') return null;
  // One by one: `command -v` fails as a whole when any of its names is missing.
  for (const name of names) {
    const found = await run('sh', ['-c', 'command -v "$1"', 'sh', name]).catch(() => null);
    if (found) return found.stdout.trim();
  }
  return null;
}
