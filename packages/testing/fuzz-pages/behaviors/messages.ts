import type { Random } from '../../chaos/random.ts';
import { type Behaviors, longText, repeatedly, script, sizeUpTo } from '../behavior.ts';

/** Sizes around the limits on WebSocket frames, buffers and protocol messages. */
const frameSizes = [1, 125, 126, 65_535, 65_536, 1e6, 8e6, 48e6, 48e6, 110e6, 110e6, 110e6] as const;
/** In JSON, a control character takes six times as much space. */
const socketCharacters = ['x', '\\u0001', '\\u0001', '\\u0001', '\\u00e9', '\\"'] as const;

/** A JavaScript expression for a frame, and how often it can be sent without exceeding 150 MB. */
function frame(random: Random): { content: string; count: number } {
  const size = random.pick(frameSizes);
  const content =
    random.next() < 0.7
      ? `"${random.pick(socketCharacters)}".repeat(${size})`
      : `new Uint8Array(${size}).fill(${random.integer(0, 255)})`;
  return { content, count: sizeUpTo(random, Math.max(1, Math.min(5_000, Math.floor(150e6 / size)))) };
}

/** Data that passes through the protocol, the proxy or the network stack of the browser. */
export const messages: Behaviors = {
  'web-socket-send': (random) => {
    const { content, count } = frame(random);
    return script(
      random,
      `const socket = new WebSocket('ws://' + location.host + '/socket'); const content = ${content};
      socket.onopen = () => { for (let i = 0; i < ${count}; i++) socket.send(content) }`,
    );
  },
  'web-socket-receive': (random) => {
    const size = random.pick(frameSizes);
    const count = sizeUpTo(random, Math.max(1, Math.min(5_000, Math.floor(150e6 / size))));
    return script(
      random,
      `new WebSocket('ws://' + location.host + '/socket?size=${size}&count=${count}&byte=${random.pick([1, 34, 120])}')`,
    );
  },
  'web-socket-flood': (random) =>
    script(
      random,
      repeatedly(random, `new WebSocket('ws://' + location.host + '/socket?' + performance.now())`),
    ),
  'data-fetch': (random) =>
    script(
      random,
      `const data = ${longText(random, 200e6)}; for (let i = 0; i < ${random.integer(1, 3)}; i++) fetch('data:text/plain,' + data).then((r) => r.${random.pick(['text', 'arrayBuffer', 'blob'])}()).catch(() => {})`,
    ),
  'blob-fetch': (random) =>
    script(
      random,
      `const url = URL.createObjectURL(new Blob([${longText(random, 200e6)}])); for (let i = 0; i < ${random.integer(1, 4)}; i++) fetch(url).then((r) => r.${random.pick(['text', 'arrayBuffer'])}()).catch(() => {})`,
    ),
  'data-image': (random) =>
    script(
      random,
      `new Image().src = 'data:image/${random.pick(['png', 'svg+xml', 'avif'])},' + ${longText(random, 60e6)}`,
    ),
  'post-body': (random) =>
    script(
      random,
      `const body = ${longText(random, 100e6)}; for (let i = 0; i < ${random.integer(1, 3)}; i++) fetch('/sink', { method: 'POST', body }).catch(() => {})`,
    ),
  'request-headers': (random) =>
    script(
      random,
      `const headers = {}; for (let i = 0; i < ${sizeUpTo(random, 2_000)}; i++) headers['x-' + i] = 'v'.repeat(${sizeUpTo(random, 100_000)}); fetch('/sink', { headers }).catch(() => {})`,
    ),
  'response-headers': (random) =>
    script(
      random,
      `fetch('/headers?count=${sizeUpTo(random, 3_000)}&size=${sizeUpTo(random, 100)}').catch(() => {})`,
    ),
  'long-url': (random) =>
    script(
      random,
      `const text = ${longText(random, 2e6)}; ${random.pick([
        `fetch('/sink?' + text).catch(() => {})`,
        `history.pushState({}, '', '?' + text)`,
        `location.hash = text`,
        `new Image().src = '/sink?' + text`,
        `performance.mark(text)`,
        `new Worker('/sink?' + text)`,
      ])}`,
    ),
  'fetch-flood': (random) =>
    script(
      random,
      repeatedly(
        random,
        `for (let i = 0; i < ${random.integer(1, 100)}; i++) fetch('/sink?' + performance.now()).catch(() => {})`,
      ),
    ),
  'endless-response': (random) =>
    script(
      random,
      `for (let i = 0; i < ${random.integer(1, 20)}; i++) fetch('/endless?size=${sizeUpTo(random, 65_536)}').then((r) => r.text()).catch(() => {})`,
    ),
  'event-source': (random) =>
    script(
      random,
      `for (let i = 0; i < ${sizeUpTo(random, 50)}; i++) new EventSource('/events?size=${sizeUpTo(random, 1e6)}&i=' + i)`,
    ),
  beacons: (random) =>
    script(
      random,
      repeatedly(random, `navigator.sendBeacon('/sink', 'x'.repeat(${sizeUpTo(random, 65_536)}))`),
    ),
  console: (random) =>
    script(
      random,
      repeatedly(
        random,
        `console.${random.pick(['log', 'error', 'table', 'trace', 'count', 'group'])}(${longText(random, 5e6)}, new Error('no'), [[1, [2]]], document, {})`,
      ),
    ),
  exceptions: (random) =>
    script(
      random,
      repeatedly(
        random,
        random.pick([
          `Promise.reject(new Error(${longText(random, 1e6)}))`,
          `setTimeout(() => { throw new Error(${longText(random, 1e6)}) })`,
          `reportError(${longText(random, 1e6)})`,
          `eval('(')`,
        ]),
      ),
    ),
  'performance-entries': (random) =>
    script(
      random,
      `performance.setResourceTimingBufferSize?.(1e9); new PerformanceObserver(() => {}).observe({ entryTypes: ['mark', 'resource', 'longtask'] });
      for (let i = 0; i < ${sizeUpTo(random, 1e6)}; i++) performance.mark('m' + i, { detail: { i } })`,
    ),
};
