import { promisify } from 'node:util';
import { brotliCompress, constants, deflateRawSync } from 'node:zlib';
import { type HostilePages, mark, marked, scripted, scriptedAfterLoad } from './answer.ts';

const mebibyte = 1_024 * 1_024;
const bombMebibytes = 600;
/** The content that the decompression bombs repeat. */
const filler = Buffer.alloc(mebibyte, '<p>a</p>');

/**
 * Compresses 600 MiB to 1.5 MB. Each block ends with a flush, so its compressed form can be repeated.
 */
function gzipBomb(): Buffer {
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  const first = deflateRawSync(mark, { finishFlush: constants.Z_FULL_FLUSH });
  const block = deflateRawSync(filler, { finishFlush: constants.Z_FULL_FLUSH });
  // Browsers do not verify the checksum at the end.
  return Buffer.concat([
    head,
    first,
    ...Array(bombMebibytes).fill(block),
    deflateRawSync(''),
    Buffer.alloc(8),
  ]);
}

let brotliBomb: Promise<Buffer> | undefined;

const compressed = (encoding: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-encoding': encoding,
});
const images = (count: number, source: string) => `<img src="${source}" alt="">`.repeat(count);
const laughs = (levels: number) =>
  Array.from(
    { length: levels },
    (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`,
  ).join('');

/** Pages that are small to transfer but take a lot of memory or are expensive to render. */
export const bombPages: HostilePages = {
  '/gzip-bomb': (_request, response) => response.writeHead(200, compressed('gzip')).end(gzipBomb()),
  '/brotli-bomb': async (_request, response) => {
    brotliBomb ??= promisify(brotliCompress)(Buffer.alloc(bombMebibytes * mebibyte, filler), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 22 },
    });
    response.writeHead(200, compressed('br')).end(await brotliBomb);
  },
  '/gzip-bomb-fetch': scripted(
    'Bomb in a fetch',
    `fetch('/gzip-bomb').then((answer) => answer.arrayBuffer()).then(() => { document.body.dataset.bomb = 'whole' })`,
  ),
  '/out-of-memory': scriptedAfterLoad(
    'Out of memory',
    `const kept = []; for (;;) kept.push(new Array(1e6).fill(1.1))`,
  ),
  '/array-buffers': scriptedAfterLoad(
    'Array buffers',
    `const kept = []; for (;;) kept.push(new Uint8Array(2 ** 26).fill(1))`,
  ),
  '/long-string': scripted('Long string', `let s = 'x'; for (;;) s += s`),
  '/stack-overflow': scripted('Stack overflow', `const deeper = () => deeper() + 1; deeper()`),
  '/nodes-10000': marked('10,000 nodes', '<i>x</i>'.repeat(10_000)),
  '/nodes-1000000': scripted(
    '1,000,000 nodes',
    `const all = document.createDocumentFragment(); for (let i = 0; i < 1_000_000; i++) all.append(document.createElement('i')); document.body.append(all)`,
  ),
  '/deep': scripted(
    'Deep',
    `let inner = document.body; for (let i = 0; i < 100_000; i++) inner = inner.appendChild(document.createElement('div'))`,
  ),
  '/deep-markup': marked('Deep markup', '<div>'.repeat(20_000)),
  '/canvas': scripted(
    'Canvas',
    `for (let i = 0; i < 20; i++) { const c = Object.assign(document.createElement('canvas'), { width: 16384, height: 16384 });
      c.style.width = '10px'; document.body.append(c); c.getContext('2d')?.fillRect(0, 0, 16384, 16384) }`,
  ),
  '/webgl': scripted(
    'WebGL',
    `for (let i = 0; i < 50; i++) { const c = Object.assign(document.createElement('canvas'), { width: 16384, height: 16384 });
      document.body.append(c); c.style.width = '10px'; const gl = c.getContext('webgl2'); gl?.clear(gl.COLOR_BUFFER_BIT) }`,
  ),
  '/svg-laughs': marked(
    'Billion laughs in SVG',
    `<svg width="10" height="10"><defs><rect id="l0" width="1" height="1"/>${laughs(9)}</defs><use href="#l9"/></svg>`,
  ),
  '/xml-laughs': (_request, response) => {
    const entities = Array.from(
      { length: 9 },
      (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
    ).join('');
    response
      .writeHead(200, { 'content-type': 'image/svg+xml' })
      .end(
        `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "lol">${entities}]><svg xmlns="http://www.w3.org/2000/svg"><text>&l9;</text></svg>`,
      );
  },
  '/svg-filters': marked(
    'SVG filters',
    `<svg width="4000" height="4000"><filter id="f">${'<feTurbulence baseFrequency=".01" numOctaves="10"/><feGaussianBlur stdDeviation="200"/>'.repeat(30)}</filter><rect width="4000" height="4000" filter="url(#f)"/></svg>`,
  ),
  '/css-variables': marked(
    'CSS variables',
    '',
    `html{--l0:lol;${Array.from({ length: 12 }, (_, level) => `--l${level + 1}:${`var(--l${level}) `.repeat(10)};`).join('')}}p{content:var(--l12)}`,
  ),
  '/css-selectors': marked(
    'CSS selectors',
    '<b><i></i></b>'.repeat(3_000),
    Array.from(
      { length: 200 },
      (_, index) => `body:has(b + b + b:nth-child(${index}n) i){color:#${100 + index}}`,
    ).join(''),
  ),
  '/css-blur': marked(
    'CSS blur',
    '<div class="b"></div>'.repeat(200),
    '.b{position:absolute;inset:0;backdrop-filter:blur(200px);filter:blur(200px);mix-blend-mode:difference}',
  ),
  '/css-shadows': marked(
    'CSS shadows',
    '<div class="s"></div>',
    `.s{width:1px;height:1px;box-shadow:${Array.from({ length: 5_000 }, (_, index) => `${index}px ${index}px 500px red`).join()}}`,
  ),
  '/big.svg': (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'image/svg+xml' })
      .end(
        '<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"><rect width="30000" height="30000" fill="blue"/></svg>',
      ),
  '/huge-images': marked(
    'Huge images',
    images(50, '/big.svg'),
    'img{width:30000px;height:30000px;image-rendering:pixelated}',
  ),
  '/huge-data-url': scripted(
    'Huge data: URL',
    `const image = new Image(); image.src = 'data:image/png;base64,' + 'A'.repeat(60_000_000); document.body.append(image)`,
  ),
  '/blobs': scriptedAfterLoad(
    'Blobs',
    `const kept = []; for (let i = 0; i < 10; i++) kept.push(new Blob([new Uint8Array(50_000_000)]))`,
  ),
  '/local-storage': scripted(
    'Local storage',
    `try { for (let i = 0; ; i++) localStorage['k' + i] = 'x'.repeat(100_000) } catch {}
    for (let i = 0; i < 5_000; i++) document.cookie = 'c' + i + '=' + 'x'.repeat(3_000) + '; max-age=9999';
    const open = indexedDB.open('full'); open.onupgradeneeded = () => open.result.createObjectStore('s');
    open.onsuccess = () => { const put = (i) => { const t = open.result.transaction('s', 'readwrite'); t.objectStore('s').put(new Uint8Array(5_000_000), i); t.oncomplete = () => put(i + 1) }; put(0) }`,
  ),
  '/frames': (_request, response, url) => {
    const depth = Number(url.search.slice(1) || 0);
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(mark + `<iframe src="/frames?${depth + 1}"></iframe>`.repeat(2));
  },
  '/self-frame': marked('Frame of itself', '<iframe src="/self-frame"></iframe>'),
  '/frames-1000': marked('1,000 frames', '<iframe src="/tick"></iframe>'.repeat(1_000)),
};
