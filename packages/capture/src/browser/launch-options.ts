import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BrowserCommand } from '../isolation/browser-command.ts';

export type LaunchSettings = {
  executablePath: string;
  sandbox: boolean;
  /** Folders of the worker that an isolated browser must not see. */
  hidden?: readonly string[];
  /** Default: `browserFlags`. Only tests that show the effect of each flag pass other flags. */
  flags?: readonly string[];
};

type ProfileSettings = LaunchSettings & { profile: string; isolated: boolean };

/**
 * Flags that restrict the network access of pages and of the browser, and flags that make rendering reproducible. The
 * comment above each flag gives the reason for it. "Observed" describes the traffic without the flag, in headless shell
 * 153 and full Chromium 156 on Linux; `test/egress/egress-canary.system.test.ts` repeats these observations. "Not
 * observed" means that these two versions send nothing without the flag; it is kept for the sake of other versions.
 */
export const browserFlags: readonly string[] = [
  // No server listens at this address. The flag stops pages in contexts without a proxy, and requests of full Chrome
  // itself (accounts, updates). Observed: every channel.
  '--proxy-server=http://127.0.0.1:9',
  // Without the flag, Chromium connects to loopback directly, bypassing any proxy. Observed: every channel to 127.0.0.1.
  '--proxy-bypass-list=<-loopback>',
  // WebRTC bypasses the proxy by using UDP: STUN, TURN, candidates. Full Chrome reads the first flag, headless shell the
  // second. Observed for each flag in the browser that reads it.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // WebRTC uses mDNS to resolve candidates whose host name ends in .local. Proxies do not carry multicast traffic.
  // Observed: packets on every interface, even with the policies above. The feature also hides local addresses, but those
  // policies already hide them from pages.
  '--disable-features=WebRtcHideLocalIpsWithMdns',
  // QUIC uses UDP, which an HTTP proxy cannot carry; a browser with a proxy does not attempt it. Observed without a
  // proxy, for a site that is known to support QUIC. WebTransport ignores the flag, but the proxies stop it.
  '--disable-quic',
  // The browser must not resolve names: the proxies resolve them, and the proxies' own URLs contain addresses. Observed
  // when loopback is reached directly: localhost, *.localhost and ::1.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  // A DNS lookup discloses a name to the network's resolver. Not observed: neither version looks up names for dns-prefetch and
  // preconnect, even without the other flags.
  '--dns-prefetch-disable',
  // Full Chrome sends descriptions of a page's forms to Google, through the capture's proxy. Observed: on every page with a
  // form that has several fields.
  '--disable-features=AutofillServerCommunication',
  // Speculative rendering and connections. Not observed; such requests would end at the proxy.
  '--disable-features=Prerender2,PreconnectToSearch',
  // The browser's own reports and updates. Not observed: full Chrome requests updates even with the flags. These
  // requests end at the address of --proxy-server.
  '--disable-domain-reliability',
  '--disable-component-update',
  // Hyperlink auditing. Observed: full Chrome obeys the flag; headless shell ignores it and sends pings through the proxy.
  '--no-pings',
  // A page must not open windows, because each one is another renderer process. Observed: headless shell obeys the flag; full
  // Chrome ignores it, and its windows use the proxy of the page that opened them.
  '--block-new-web-contents',
  // Chromium would try https:// before the requested http:// URL.
  '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
  // Software GL takes 1.9 times the CPU time of the software compositor.
  '--disable-gpu',
  // Renders the same glyphs on every machine, regardless of its hinting settings.
  '--font-render-hinting=none',
  // Draws images in the frame that they belong to, instead of in a later frame after decoding.
  '--disable-checker-imaging',
  // Animated images show their first frame, so that captures of an unchanged page are identical. The document is painted beyond
  // its viewport, so that a full-page screenshot does not resize it.
  '--blink-settings=imageAnimationPolicy=2,mainFrameClipsContent=false',
  '--no-default-browser-check',
];

/** Flags for an automated browser, each with the reason for it. */
const automationFlags = [
  // Both headless shell and current Chrome accept this form.
  '--headless',
  // Two pipes instead of a debugging port, to which a page or another process could connect.
  '--remote-debugging-pipe',
  // Logs only errors, because headless shell would otherwise print whatever pages log to their console. Without a
  // destination, it ignores the log level; it interprets any destination except `stderr` as the name of a file in the
  // executable's folder.
  '--enable-logging=stderr',
  '--log-level=2',
  // Reduces the browser's own traffic: updates, sync, metrics, crash reports, extensions.
  '--disable-background-networking',
  '--disable-sync',
  '--disable-client-side-phishing-detection',
  '--metrics-recording-only',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-extensions',
  '--disable-component-extensions-with-background-pages',
  '--disable-default-apps',
  // Background pages keep their timers and their priority.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // Containers provide only 64 MB of /dev/shm, but a long page needs more.
  '--disable-dev-shm-usage',
  // No dialogs: the deadline ends pages that hang, and there is no keychain to unlock.
  '--disable-hang-monitor',
  '--disable-infobars',
  '--disable-search-engine-choice-screen',
  '--no-first-run',
  '--password-store=basic',
  '--use-mock-keychain',
  // Sets `navigator.webdriver`, as the standard requires.
  '--enable-automation',
  // Renders the same colors on every machine.
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--mute-audio',
  // Features for interactive users.
  '--disable-features=Translate,OptimizationHints',
  // Media Router searches the local network for devices to cast to.
  '--disable-features=MediaRouter',
  // A separate process for each sandboxed frame costs more than the rest of a small page.
  '--disable-features=IsolateSandboxedIframes',
  // Raster tiles as large as a typical viewport instead of 256 × 256 pixels reduce the cost of a long page by a fifth (ADR 18).
  '--default-tile-width=1920',
  '--default-tile-height=1080',
];

const disableFeatures = '--disable-features=';

/** Chromium reads only the last `--disable-features`, so the values of all such flags are joined. */
function commandLine(flags: readonly string[]): string[] {
  const features = flags.filter((flag) => flag.startsWith(disableFeatures));
  const others = flags.filter((flag) => !flag.startsWith(disableFeatures));
  if (features.length === 0) return others;
  return [...others, disableFeatures + features.map((flag) => flag.slice(disableFeatures.length)).join(',')];
}

/** The command line and environment of a browser process. */
export function launchOptions({
  executablePath,
  sandbox,
  profile,
  isolated,
  hidden = [],
  flags = browserFlags,
}: ProfileSettings): BrowserCommand {
  return {
    executablePath,
    args: [
      `--user-data-dir=${profile}`,
      ...commandLine([...automationFlags, ...(isolated ? flags.map(allowProxyAddresses) : flags)]),
      ...(sandbox ? [] : ['--no-sandbox', '--disable-setuid-sandbox']),
      'about:blank',
    ],
    env: browserEnvironment(executablePath),
    hidden,
  };
}

/**
 * The proxies of an isolated browser have addresses in 127.0.0.0/8. The pattern also matches names such as
 * 127.0.0.1.example, which no server in the browser's network namespace resolves.
 */
function allowProxyAddresses(flag: string): string {
  return flag.startsWith('--host-resolver-rules=') ? `${flag}, EXCLUDE 127.*.*.*` : flag;
}

/**
 * The environment of a browser process. It contains none of the worker's variables, because some of them are secrets. It
 * points to the fonts and libraries of the bundled browser.
 */
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

/** Searched before the bundled libraries, so that the machine's own libraries take precedence. */
const systemLibraries =
  '/usr/lib/x86_64-linux-gnu:/usr/lib/aarch64-linux-gnu:/usr/lib64:/usr/lib:/lib64:/lib';
