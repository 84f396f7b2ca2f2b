import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BrowserCommand } from './launch-browser.ts';

export type LaunchSettings = { executablePath: string; sandbox: boolean };
type ProfileSettings = LaunchSettings & { profile: string };

/** What keeps a page and the browser itself inside, and the same picture everywhere: each flag, and why it is there. */
const flags = [
  // Not even a page that is opened before its context's proxy is set reaches the network.
  '--proxy-server=http://127.0.0.1:9',
  // Without it Chromium goes to loopback directly, past any proxy.
  '--proxy-bypass-list=<-loopback>',
  // WebRTC sends UDP past the proxy. Full Chrome reads the first spelling, headless shell the second.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // QUIC is UDP, which an HTTP proxy does not carry.
  '--disable-quic',
  // A look-up tells the name to the network's resolver although the proxy would refuse it.
  '--dns-prefetch-disable',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  // The browser's own traffic: reliability reports, hyperlink pings, component updates.
  '--disable-domain-reliability',
  '--no-pings',
  '--disable-component-update',
  // A page may open no window: each would be one more renderer to pay for.
  '--block-new-web-contents',
  // Software GL costs 1.9 times the CPU of the plain software compositor.
  '--disable-gpu',
  // The same glyphs on every machine, whatever its hinting is set to.
  '--font-render-hinting=none',
  '--no-default-browser-check',
];

/** What makes a browser one that a program drives: each flag, and why it is there. */
const drivenFlags = [
  // `--headless`: what headless shell and every newer Chrome take alike.
  '--headless',
  // Two pipes: no debugging port that a page or a neighbour on the machine could find.
  '--remote-debugging-pipe',
  // No traffic of the browser's own, as far as these go: updates, sync, metrics, crash reports, what extensions do.
  '--disable-background-networking',
  '--disable-sync',
  '--disable-client-side-phishing-detection',
  '--metrics-recording-only',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-extensions',
  '--disable-component-extensions-with-background-pages',
  '--disable-default-apps',
  // A page that nobody looks at keeps its timers and its priority.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // Containers have 64 MB of /dev/shm, less than one long page needs.
  '--disable-dev-shm-usage',
  // Nothing that would ask a person: the deadline ends what hangs, and there is no keychain to unlock.
  '--disable-hang-monitor',
  '--disable-infobars',
  '--disable-search-engine-choice-screen',
  '--no-first-run',
  '--password-store=basic',
  '--use-mock-keychain',
  // `navigator.webdriver`: a page is told the truth.
  '--enable-automation',
  // The same colours on every machine.
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--mute-audio',
  // Drawn in pieces of a window instead of 256 × 256 pixels: a long page costs a fifth less (docs/performance.md).
  '--default-tile-width=1920',
  '--default-tile-height=1080',
];

const disabledFeatures = [
  // Offers to a reader, and hints fetched for one.
  'Translate',
  'OptimizationHints',
  // Looks for screens in the local network.
  'MediaRouter',
  // A process of its own for each sandboxed frame costs more than all the rest of a small page.
  'IsolateSandboxedIframes',
  // Connections that are opened or pages that are rendered on a guess.
  'Prerender2',
  'PreconnectToSearch',
  // An https:// attempt before the http:// address that was asked for.
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
];

/** How a browser process is started. The sandbox stays on unless the run's settings say otherwise. */
export function launchOptions({ executablePath, sandbox, profile }: ProfileSettings): BrowserCommand {
  return {
    executablePath,
    args: [
      ...drivenFlags,
      `--user-data-dir=${profile}`,
      ...flags,
      `--disable-features=${disabledFeatures.join(',')}`,
      ...(sandbox ? [] : ['--no-sandbox', '--disable-setuid-sandbox']),
      'about:blank',
    ],
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
