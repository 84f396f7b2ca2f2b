import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BrowserCommand } from './launch-browser.ts';

export type LaunchSettings = {
  executablePath: string;
  sandbox: boolean;
  /** All of `browserFlags` when left out, as in every run but the tests that show what each of them is for. */
  flags?: readonly string[];
};

type ProfileSettings = LaunchSettings & { profile: string };

/**
 * What keeps a page and the browser itself inside, and the same picture everywhere: each flag under its reason. "Measured"
 * is what was seen to go out without it, by headless shell 153 and full Chromium 156 on Linux;
 * `test/egress-canary.test.ts` repeats it. What is "not measured" protects from nothing that those two do, and stays for
 * the browsers to come.
 */
export const browserFlags: readonly string[] = [
  // Nobody listens there. A page in a context without a proxy of its own would reach the network, and full Chrome's own
  // requests (accounts, updates) do. Measured: every channel.
  '--proxy-server=http://127.0.0.1:9',
  // Without it Chromium goes to loopback directly, past any proxy. Measured: every channel to 127.0.0.1.
  '--proxy-bypass-list=<-loopback>',
  // WebRTC sends UDP past the proxy: STUN, TURN, candidates. Full Chrome reads the first spelling, headless shell the
  // second. Measured: each, in the browser that reads it.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // QUIC is UDP, which an HTTP proxy does not carry, and no browser with a proxy tries it. Measured where there is none
  // and a site is known for QUIC. WebTransport takes no notice of the flag: the proxies stop it.
  '--disable-quic',
  // The browser resolves no name: proxies do, and ours are addresses. Measured where loopback is reached directly:
  // localhost, *.localhost and ::1.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  // A look-up tells a name to the network's resolver. Not measured: neither looks up what dns-prefetch and preconnect
  // name, even with nothing else in place.
  '--dns-prefetch-disable',
  // Full Chrome describes the forms of a page to Google, through the capture's own proxy. Measured: each page with a form
  // of several fields.
  '--disable-features=AutofillServerCommunication',
  // Pages that are rendered, connections that are opened on a guess. Not measured; they would end at the proxy.
  '--disable-features=Prerender2,PreconnectToSearch',
  // The browser's own reports and updates. Not measured: full Chrome asks for updates all the same, and finds nobody
  // at the launch proxy.
  '--disable-domain-reliability',
  '--disable-component-update',
  // Hyperlink auditing. Measured: full Chrome heeds it; headless shell does not, and its pings go through the proxy.
  '--no-pings',
  // A page may open no window: each would be one more renderer to pay for. Measured: headless shell heeds it; full
  // Chrome does not, and its windows have the proxy of their page.
  '--block-new-web-contents',
  // An https:// attempt before the http:// address that was asked for.
  '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
  // Software GL costs 1.9 times the CPU of the plain software compositor.
  '--disable-gpu',
  // The same glyphs on every machine, whatever its hinting is set to.
  '--font-render-hinting=none',
  // An image is drawn with the frame that it belongs to, not in a later one when it has been decoded.
  '--disable-checker-imaging',
  // Animated images stand at their first frame: the same page gives the same bytes.
  '--blink-settings=imageAnimationPolicy=2',
  '--no-default-browser-check',
];

/** What makes a browser one that a program drives: each flag, and why it is there. */
const automationFlags = [
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
  // Offers to a reader, and hints fetched for one.
  '--disable-features=Translate,OptimizationHints',
  // Looks for screens in the local network.
  '--disable-features=MediaRouter',
  // A process of its own for each sandboxed frame costs more than all the rest of a small page.
  '--disable-features=IsolateSandboxedIframes',
  // Drawn in pieces of a window instead of 256 × 256 pixels: a long page costs a fifth less (docs/performance.md).
  '--default-tile-width=1920',
  '--default-tile-height=1080',
];

const disableFeatures = '--disable-features=';

/** Chromium reads only the last `--disable-features`: the lists of all of them become one. */
function commandLine(flags: readonly string[]): string[] {
  const features = flags.filter((flag) => flag.startsWith(disableFeatures));
  const others = flags.filter((flag) => !flag.startsWith(disableFeatures));
  if (features.length === 0) return others;
  return [...others, disableFeatures + features.map((flag) => flag.slice(disableFeatures.length)).join(',')];
}

/** How a browser process is started. The sandbox stays on unless the run's settings say otherwise. */
export function launchOptions({
  executablePath,
  sandbox,
  profile,
  flags = browserFlags,
}: ProfileSettings): BrowserCommand {
  return {
    executablePath,
    args: [
      `--user-data-dir=${profile}`,
      ...commandLine([...automationFlags, ...flags]),
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
