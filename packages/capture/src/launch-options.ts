import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { LaunchOptions } from 'puppeteer';

export type LaunchSettings = {
  executablePath: string;
  sandbox: boolean;
  /** All of `browserFlags` when left out, as in every run but the tests that show what each of them is for. */
  flags?: readonly BrowserFlag[];
};

/** A command-line switch of Chromium, and why it is there. */
export type BrowserFlag = { flag: string; why: string };

/** Each flag beyond Puppeteer's own. */
export const browserFlags: readonly BrowserFlag[] = [
  {
    flag: '--proxy-server=http://127.0.0.1:9',
    why: "Not even a page that is opened before its context's proxy is set reaches the network.",
  },
  {
    flag: '--proxy-bypass-list=<-loopback>',
    why: 'Without it Chromium goes to loopback directly, past any proxy.',
  },
  {
    flag: '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    why: 'WebRTC sends UDP past the proxy. Full Chrome reads this spelling.',
  },
  {
    flag: '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    why: 'The same, in the spelling that headless shell reads.',
  },
  { flag: '--disable-quic', why: 'QUIC is UDP, which an HTTP proxy does not carry.' },
  {
    flag: '--dns-prefetch-disable',
    why: "A look-up tells the name to the network's resolver although the proxy would refuse it.",
  },
  { flag: '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', why: 'names' },
  { flag: '--disable-domain-reliability', why: "The browser's own traffic: reliability reports." },
  { flag: '--no-pings', why: 'Hyperlink auditing.' },
  { flag: '--disable-component-update', why: "The browser's own traffic: updates." },
  {
    flag: '--block-new-web-contents',
    why: 'A page may open no window: each would be one more renderer to pay for.',
  },
  {
    flag: '--disable-features=Prerender2,PreconnectToSearch',
    why: 'Connections that are opened or pages that are rendered on a guess.',
  },
  {
    flag: '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
    why: 'An https:// attempt before the http:// address that was asked for.',
  },
  {
    flag: '--disable-gpu',
    why: 'Software GL costs 1.9 times the CPU of the plain software compositor.',
  },
  {
    flag: '--font-render-hinting=none',
    why: 'The same glyphs on every machine, whatever its hinting is set to.',
  },
  { flag: '--no-default-browser-check', why: 'Nobody is there to answer.' },
];

const disableFeatures = '--disable-features=';

/** Chromium reads only the last `--disable-features`: the lists of all of them become one. */
function commandLine(flags: readonly BrowserFlag[]): string[] {
  const features = flags.filter(({ flag }) => flag.startsWith(disableFeatures));
  return [
    ...flags.filter((flag) => !features.includes(flag)).map(({ flag }) => flag),
    ...(features.length === 0
      ? []
      : [disableFeatures + features.map(({ flag }) => flag.slice(disableFeatures.length)).join(',')]),
  ];
}

/** How a browser process is started. The sandbox stays on unless the run's settings say otherwise. */
export function launchOptions({
  executablePath,
  sandbox,
  flags = browserFlags,
}: LaunchSettings): LaunchOptions {
  return {
    executablePath,
    // `--headless`: what headless shell and every newer Chrome take alike.
    headless: 'shell',
    // No debugging port that a page or a neighbour on the machine could find.
    pipe: true,
    defaultViewport: null,
    // The worker ends its browsers itself, in order.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [...commandLine(flags), ...(sandbox ? [] : ['--no-sandbox', '--disable-setuid-sandbox'])],
    env: browserEnvironment(executablePath),
  };
}

/** Not the worker's own: it holds secrets. What stands beside the bundled browser is used when it is there. */
export function browserEnvironment(executablePath: string): Record<string, string> {
  const folder = dirname(executablePath);
  const fonts = join(folder, 'fonts.conf');
  const libraries = join(folder, 'al2023', 'lib');
  return {
    HOME: homedir(),
    TMPDIR: tmpdir(),
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LANG: 'en_US.UTF-8',
    TZ: 'UTC',
    ...(existsSync(fonts) && { FONTCONFIG_FILE: fonts }),
    ...(existsSync(libraries) && { LD_LIBRARY_PATH: `${systemLibraries}:${libraries}` }),
  };
}

/** Before the bundled libraries, so that the machine's own are preferred. */
const systemLibraries =
  '/usr/lib/x86_64-linux-gnu:/usr/lib/aarch64-linux-gnu:/usr/lib64:/usr/lib:/lib64:/lib';
