import type { Random } from '../../chaos/random.ts';
import { type Behaviors, longText, repeatedly, script, sizeUpTo } from '../behavior.ts';

/** JavaScript that uses CPU time without yielding. */
const busyCode = (random: Random) =>
  random.pick([
    `for (;;);`,
    `const end = performance.now() + ${random.integer(1, 3_000)}; while (performance.now() < end);`,
    `/^(a+)+$/.test('a'.repeat(60) + 'b')`,
    `const again = () => Promise.resolve().then(again); again()`,
    `const again = () => queueMicrotask(again); again()`,
    `Array.from({ length: ${sizeUpTo(random, 5e6)} }, Math.random).sort()`,
    `const deeper = () => deeper() + 1; deeper()`,
    `let n = 2n; for (let i = 0; i < 40; i++) n *= n`,
    `new Function('return ' + '('.repeat(${sizeUpTo(random, 1e6)}))()`,
    `JSON.parse('['.repeat(${sizeUpTo(random, 5e6)}))`,
    `JSON.stringify(Array(${sizeUpTo(random, 5e6)}).fill({ a: [1] }))`,
    `structuredClone(Array(${sizeUpTo(random, 5e6)}).fill([1]))`,
    `for (let i = 0; i < 100; i++) new Intl.DateTimeFormat('en', { timeZone: 'Europe/Paris' }).format()`,
  ]);

/** JavaScript that allocates memory and never frees it. */
const allocation = (random: Random) =>
  random.pick([
    `(globalThis.kept ??= []).push(new Array(1e6).fill(1.1))`,
    `(globalThis.kept ??= []).push(new Uint8Array(${sizeUpTo(random, 2 ** 27)}).fill(1))`,
    `(globalThis.kept ??= []).push(${longText(random, 50e6)} + performance.now())`,
    `(globalThis.kept ??= []).push(new Blob([new Uint8Array(${sizeUpTo(random, 50e6)})]))`,
    `globalThis.map ??= new Map(); for (let i = 0; i < 1e5; i++) map.set({}, i)`,
    `(globalThis.memory ??= new WebAssembly.Memory({ initial: 1, maximum: 65536 })).grow(${sizeUpTo(random, 4_096)}); new Uint8Array(memory.buffer).fill(1)`,
    `document.body.append(document.createRange().createContextualFragment('<i></i>'.repeat(${sizeUpTo(random, 1e5)})))`,
    `(globalThis.kept ??= []).push(new SharedArrayBuffer(${sizeUpTo(random, 2 ** 27)}))`,
  ]);

const workerUrl = (code: string) =>
  `URL.createObjectURL(new Blob([${JSON.stringify(code)}], { type: 'text/javascript' }))`;

const workerCode = (random: Random) =>
  random.pick([
    busyCode(random),
    `for (;;) { ${allocation(random).replace(/document.*/, '0')} }`,
    `setInterval(() => { for (let i = 0; i < 100; i++) fetch('/sink').catch(() => {}) }, 1)`,
    `setInterval(() => postMessage('x'.repeat(${sizeUpTo(random, 1e6)})), 0)`,
    `new Worker(self.location.href)`,
    `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`,
    `const channel = new BroadcastChannel('fuzz'); channel.onmessage = () => channel.postMessage(1); channel.postMessage(1)`,
    `close()`,
    `throw new Error('no')`,
  ]);

/** CPU time, memory, workers, storage and modified built-in objects. */
export const scripts: Behaviors = {
  busy: (random) => script(random, busyCode(random)),
  'busy-often': (random) =>
    script(
      random,
      repeatedly(
        random,
        `const end = performance.now() + ${random.integer(1, 500)}; while (performance.now() < end);`,
      ),
    ),
  memory: (random) => script(random, repeatedly(random, allocation(random))),
  'memory-at-once': (random) => script(random, `for (;;) { ${allocation(random)} }`),
  workers: (random) =>
    script(
      random,
      `const url = ${workerUrl(workerCode(random))}; for (let i = 0; i < ${sizeUpTo(random, 60)}; i++) new Worker(url, { type: '${random.pick(['classic', 'module'])}' })`,
    ),
  'shared-workers': (random) =>
    script(
      random,
      `for (let i = 0; i < ${sizeUpTo(random, 40)}; i++) new SharedWorker('/worker.js?code=${encodeURIComponent(workerCode(random))}', 'w' + i)`,
    ),
  'service-worker': (random) =>
    script(
      random,
      `await navigator.serviceWorker.register('/worker.js?code=${encodeURIComponent(
        random.pick([
          `oninstall = (event) => event.waitUntil(new Promise(() => {}))`,
          `oninstall = () => skipWaiting(); onactivate = (event) => event.waitUntil(clients.claim()); onfetch = (event) => event.respondWith(new Promise(() => {}))`,
          `onfetch = (event) => event.respondWith(new Response(new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(1e6)) } })))`,
          busyCode(random),
        ]),
      )}&n=' + Date.now()); location.reload()`,
    ),
  worklets: (random) =>
    script(
      random,
      `const url = ${workerUrl(`registerProcessor('p', class extends AudioWorkletProcessor { process() { ${random.pick(['for (;;);', 'return true', 'throw 1'])} } }); registerPaint('p', class { paint() { for (;;); } })`)}; CSS.paintWorklet?.addModule(url); const context = new AudioContext(); await context.audioWorklet.addModule(url); new AudioWorkletNode(context, 'p').connect(context.destination)`,
    ),
  'message-floods': (random) =>
    script(
      random,
      random.pick([
        `const channel = new BroadcastChannel('fuzz'), other = new BroadcastChannel('fuzz'); other.onmessage = () => channel.postMessage('x'.repeat(${sizeUpTo(random, 1e6)})); channel.onmessage = () => other.postMessage(1); channel.postMessage(1); other.postMessage(1)`,
        `const { port1, port2 } = new MessageChannel(); port1.onmessage = () => port2.postMessage(1); port2.onmessage = () => port1.postMessage(1); port1.postMessage(1)`,
        repeatedly(random, `postMessage(${longText(random, 1e6)}, '*')`),
      ]),
    ),
  'atomics-wait': (random) =>
    script(
      random,
      `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${random.pick([1_000, 100_000])})`,
    ),
  'web-assembly': (random) =>
    script(
      random,
      `const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536, shared: ${random.pick(['true', 'false'])} }); for (;;) { memory.grow(${sizeUpTo(random, 8_192)}); new Uint8Array(memory.buffer).fill(1) }`,
    ),
  'idle-callbacks': (random) =>
    script(random, `const again = () => { requestIdleCallback(again); requestIdleCallback(again) }; again()`),
  timers: (random) =>
    script(random, `for (let i = 0; i < ${sizeUpTo(random, 1e6)}; i++) setTimeout(() => {}, i % 1000)`),
  'mutation-loop': (random) =>
    script(
      random,
      `new MutationObserver(() => { document.body.dataset.n = performance.now() }).observe(document, { attributes: true, childList: true, subtree: true }); document.body.dataset.n = 1`,
    ),
  'resize-loop': (random) =>
    script(
      random,
      `new ResizeObserver(() => { document.body.style.width = (document.body.offsetWidth + ${random.integer(1, 1_000)}) + 'px' }).observe(document.body)`,
    ),
  storage: (random) =>
    script(
      random,
      random.pick([
        `for (let i = 0; ; i++) localStorage['k' + i] = 'x'.repeat(100_000)`,
        `for (let i = 0; i < ${sizeUpTo(random, 5_000)}; i++) document.cookie = 'c' + i + '=' + 'x'.repeat(${sizeUpTo(random, 4_000)}) + '; max-age=9999'`,
        `const open = indexedDB.open('full'); open.onupgradeneeded = () => open.result.createObjectStore('s'); open.onsuccess = () => { const put = (i) => { const t = open.result.transaction('s', 'readwrite'); t.objectStore('s').put(new Uint8Array(${sizeUpTo(random, 20e6)}), i); t.oncomplete = () => put(i + 1) }; put(0) }`,
        `const cache = await caches.open('full'); for (let i = 0; ; i++) await cache.put('/' + i, new Response(new Uint8Array(${sizeUpTo(random, 20e6)})))`,
        `const root = await navigator.storage.getDirectory(); for (let i = 0; ; i++) { const file = await root.getFileHandle('f' + i, { create: true }); const writable = await file.createWritable(); await writable.write(new Uint8Array(${sizeUpTo(random, 20e6)})); await writable.close() }`,
        `for (let i = 0; i < ${sizeUpTo(random, 2_000)}; i++) indexedDB.open('db' + i)`,
        `navigator.locks.request('a', () => new Promise(() => {})); for (let i = 0; i < ${sizeUpTo(random, 1e5)}; i++) navigator.locks.request('a', () => {}).catch(() => {})`,
      ]),
    ),
  'changed-builtins': (random) =>
    `<script>try { ${random.pick([
      `JSON.stringify = JSON.parse = () => { throw 1 }`,
      `Object.prototype.toJSON = function () { return this }`,
      `Array.prototype[Symbol.iterator] = function* () { for (;;) yield 1 }`,
      `for (const name of Object.getOwnPropertyNames(Document.prototype)) try { Document.prototype[name] = null } catch {}`,
      `Object.defineProperty(Node.prototype, 'childNodes', { get() { for (;;); } })`,
      `document.querySelector = document.querySelectorAll = () => { throw document }`,
      `Element.prototype.getBoundingClientRect = () => ({ x: NaN, y: Infinity, width: -1, height: 1e308 })`,
      `Object.setPrototypeOf(window, null)`,
      `Promise = Date = performance = Array = undefined`,
      `Object.defineProperty(Object.prototype, 'url', { get() { for (;;); }, set() {} })`,
      `window.requestAnimationFrame = window.setTimeout = () => 0`,
      `Object.freeze(document.documentElement.style); getComputedStyle = () => { throw 1 }`,
      `Error.prepareStackTrace = () => { for (;;); }; Error.stackTraceLimit = Infinity`,
    ])} } catch {}</script>`,
};
