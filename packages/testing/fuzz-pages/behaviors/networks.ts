import type { Random } from '../../chaos/random.ts';
import { pageChannels, targetOf } from '../../src/sites/fixture-pages/channels.ts';
import { type Behaviors, repeatedly, script, sizeUpTo } from '../behavior.ts';

/** How the run's name server responds to a query. The first label of a name begins with one of these values. */
export const nameKinds = [
  'loopback',
  'private',
  'missing',
  'failed',
  'silent',
  'slow',
  'many',
  'alias',
  'garbage',
] as const;

const peers = (random: Random, candidate: string) =>
  script(
    random,
    `for (let i = 0; i < ${sizeUpTo(random, 50)}; i++) {
      const [one, other] = [new RTCPeerConnection(), new RTCPeerConnection()];
      one.createDataChannel('fuzz');
      await one.setLocalDescription(await one.createOffer());
      await other.setRemoteDescription(one.localDescription);
      await other.setLocalDescription(await other.createAnswer());
      await one.setRemoteDescription(other.localDescription);
      for (let j = 0; j < ${sizeUpTo(random, 200)}; j++)
        await one.addIceCandidate({ sdpMid: '0', candidate: 'candidate:' + j + ' 1 udp 2122260223 ' + ${candidate} + ' typ host' }).catch(() => {});
    }`,
  );

/** Names, addresses and protocols that the capture's proxy must block. */
export const networks: Behaviors = {
  names: (random, { domain }) => {
    const kind = random.pick(nameKinds);
    const count = sizeUpTo(random, 1_000);
    const ask = random.pick([
      `new Image().src = url`,
      `fetch(url, { mode: 'no-cors' }).catch(() => {})`,
      `new WebSocket(url.replace('http', 'ws'))`,
      `document.body.append(Object.assign(document.createElement('iframe'), { src: url }))`,
      `document.head.append(Object.assign(document.createElement('link'), { rel: 'preconnect', href: url }))`,
      `document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url }))`,
    ]);
    return script(
      random,
      `for (let i = 0; i < ${count}; i++) { const url = 'http://${kind}-' + i + '-${random.integer(0, 1e9)}.${domain}:${random.pick([80, 443, 8_080])}/'; ${ask} }`,
    );
  },
  'names-over-time': (random, { domain }) =>
    script(
      random,
      `let n = 0; ${repeatedly(random, `new Image().src = 'http://${random.pick(nameKinds)}-' + n++ + '-${random.integer(0, 1e9)}.${domain}/'`)}`,
    ),
  'canary-names': (random, { domain, canaryPorts }) =>
    script(
      random,
      `for (let i = 0; i < ${sizeUpTo(random, 100)}; i++) fetch('http://${random.pick(['loopback', 'alias', 'many'])}-' + i + '.${domain}:${canaryPorts.names}/', { mode: 'no-cors' }).catch(() => {})`,
    ),
  channels: (random, { canaryPorts }) => {
    const channels = random.shuffle(Object.keys(pageChannels)).slice(0, random.integer(1, 12));
    return channels
      .map((channel) => pageChannels[channel]!(targetOf(channel, canaryPorts[channel]!)))
      .join('\n');
  },
  'canary-ports': (random, { canaryPorts }) => {
    const ports = random.shuffle(Object.values(canaryPorts)).slice(0, 20);
    const host = random.pick([
      '127.0.0.1',
      'localhost',
      '[::1]',
      '0.0.0.0',
      '127.1',
      '2130706433',
      '[::ffff:7f00:1]',
    ]);
    return script(
      random,
      `for (const port of ${JSON.stringify(ports)}) { fetch('http://${host}:' + port, { mode: 'no-cors' }).catch(() => {}); new WebSocket('ws://${host}:' + port); new EventSource('https://${host}:' + port) }`,
    );
  },
  'redirect-to-canary': (random, { canaryPorts }) =>
    `<img src="/redirect?to=${encodeURIComponent(`http://127.0.0.1:${canaryPorts.redirects}/`)}&hops=${random.integer(0, 5)}" alt="">`,
  'multicast-names': (random) =>
    peers(random, `'fuzz-' + i + '-' + j + '.local ${random.integer(1_024, 65_535)}'`),
  'peer-candidates': (random, { canaryPorts }) =>
    peers(
      random,
      `'${random.pick(['127.0.0.1', '::1', '255.255.255.255', '224.0.0.251'])} ${canaryPorts.peers}'`,
    ),
  'peer-floods': (random) =>
    script(
      random,
      repeatedly(
        random,
        `const peer = new RTCPeerConnection(); peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer))`,
      ),
    ),
  'web-transport': (random, { canaryPorts }) =>
    script(
      random,
      repeatedly(random, `new WebTransport('https://127.0.0.1:${canaryPorts.quic}/').ready.catch(() => {})`),
    ),
};
