import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { acceptWebSocket, listenOnLoopback } from '@shotclock/testing';

/** A page with a red square that runs a script in the main world after the load event. */
const scripted = (script: string) =>
  `<!doctype html><title>Budget</title><style>body{margin:0}</style>` +
  `<div style="width:100px;height:100px;background:red"></div><script>addEventListener('load', () => { ${script} })</script>`;

/**
 * Pages that make the browser send large messages or many messages, or use many processes. Each large message has more
 * than 32 MiB of JSON, so the capture would fail if the worker kept it. The largest message exceeds the maximum length of
 * a V8 string.
 */
const pages: Record<string, string> = {
  '/ordinary': scripted(''),
  '/web-socket-sends': scripted(
    `const w = new WebSocket('ws://' + location.host); w.onopen = () => w.send('\\u0001'.repeat(90e6))`,
  ),
  '/web-socket-receives': scripted(
    `const w = new WebSocket('ws://' + location.host + '/?size=12000000&byte=1')`,
  ),
  '/web-socket-flood': scripted(
    `const w = new WebSocket('ws://' + location.host + '/?size=100000&byte=1&count=200000000'); w.onopen = () => setInterval(() => { if (w.bufferedAmount < 1e7) for (let i = 0; i < 100; i++) w.send('x'.repeat(1e4)) }, 1)`,
  ),
  '/data-fetch': scripted(`fetch('data:text/plain,' + 'x'.repeat(40e6)).catch(() => {})`),
  '/request-body': scripted(
    `fetch('/ordinary', { method: 'POST', body: '\\u0001'.repeat(8e6) }).catch(() => {})`,
  ),
  '/prompt': scripted(`prompt('x'.repeat(1e6), '\\u0001'.repeat(8e6))`),
  '/push-state': scripted(`history.pushState(null, '', '#' + 'a'.repeat(40e6))`),
  '/frame-name': scripted(
    `document.body.append(Object.assign(document.createElement('iframe'), { name: 'x'.repeat(40e6) }))`,
  ),
  '/data-frame': scripted(
    `document.body.append(Object.assign(document.createElement('iframe'), { src: 'data:text/html,' + 'x'.repeat(40e6) }))`,
  ),
  '/console': scripted(`console.log('x'.repeat(40e6)); throw new Error('x'.repeat(40e6))`),
  '/messages': scripted(
    `setInterval(() => { for (let i = 0; i < 300; i++) fetch('data:,' + i).catch(() => {}) }, 1)`,
  ),
  '/busy-workers': scripted(
    `const url = URL.createObjectURL(new Blob(['for (;;);'])); for (let i = 0; i < 8; i++) new Worker(url)`,
  ),
  '/workers': scripted(
    `const url = URL.createObjectURL(new Blob(['setInterval(() => {}, 1e4)'])); for (let i = 0; i < 150; i++) new Worker(url)`,
  ),
  '/memory': scripted(`const kept = []; setInterval(() => kept.push(new Uint8Array(2 ** 25).fill(1)), 10)`),
  // Noise in a band that repeats vertically. A PNG encoder cannot compress it.
  '/noise': scripted(
    `const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 512 });
    const context = canvas.getContext('2d');
    const image = context.createImageData(1280, 512);
    new Uint32Array(image.data.buffer).forEach((_, at, pixels) => { pixels[at] = Math.random() * 2 ** 32 });
    image.data.forEach((_, at, bytes) => { if (at % 4 === 3) bytes[at] = 255 });
    context.putImageData(image, 0, 0);
    document.body.style.cssText = 'margin:0;height:60000px;background:url(' + canvas.toDataURL() + ')';`,
  ),
  '/long-html': scripted(
    `document.body.append(document.createComment('\\u4e2d\\ud83d\\ude00'.repeat(900_000) + 'end'))`,
  ),
};

/** Starts a site on loopback. Its WebSockets send text frames of control characters, which take 6 bytes each in JSON. */
export async function startBudgetSite() {
  const server = createServer((request, response) => {
    const body = pages[request.url ?? ''];
    request.resume();
    response
      .writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      .end(body);
  });
  server.on('upgrade', (request, socket: Socket) => acceptWebSocket(request, socket));
  return listenOnLoopback(server);
}
