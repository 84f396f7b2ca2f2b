import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { LaunchOptions } from 'puppeteer';

export type LaunchSettings = { executablePath: string; sandbox: boolean };

/** Each flag beyond Puppeteer's own, and why it is there. */
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
  // An image is drawn with the frame that it belongs to, not in a later one when it has been decoded.
  '--disable-checker-imaging',
  // Animated images stand at their first frame: the same page gives the same bytes.
  '--blink-settings=imageAnimationPolicy=2',
  '--no-default-browser-check',
];

const disabledFeatures = [
  // Connections that are opened or pages that are rendered on a guess.
  'Prerender2',
  'PreconnectToSearch',
  // An https:// attempt before the http:// address that was asked for.
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
];

/** How a browser process is started. The sandbox stays on unless the run's settings say otherwise. */
export function launchOptions({ executablePath, sandbox }: LaunchSettings): LaunchOptions {
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
    args: [
      ...flags,
      `--disable-features=${disabledFeatures.join(',')}`,
      ...(sandbox ? [] : ['--no-sandbox', '--disable-setuid-sandbox']),
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
