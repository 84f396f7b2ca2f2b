// Two typical pages with a style sheet, a script, an image, drawings, text and tables. The small page fits into a
// viewport of 1280 × 800; the long page is about 8,000 pixels high. Their content is the same on every load.
import { createServer } from 'node:http';
import { encodePng, listenOnLoopback } from '@shotclock/testing';

const words =
  'schedule record capture page window baseline account lease storage queue worker browser network answer element picture colour text check diff settle release claim moment archive history review report change order'.split(
    ' ',
  );
/** A pseudo-random sequence of numbers below `limit`, determined by the seed. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function sentence(random: ReturnType<typeof createRandom>, length: number): string {
  const text = Array.from({ length }, () => words[random(words.length)]).join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function paragraph(random: ReturnType<typeof createRandom>, sentences: number): string {
  return `<p>${Array.from({ length: sentences }, () => sentence(random, 6 + random(12))).join(' ')}</p>`;
}

function chart(random: ReturnType<typeof createRandom>): string {
  const bars = Array.from({ length: 24 }, (_, at) => {
    const height = 20 + random(140);
    return `<rect x="${at * 25}" y="${170 - height}" width="18" height="${height}" rx="3" fill="hsl(${200 + at * 4} 60% 55%)"/>`;
  });
  return `<svg viewBox="0 0 600 180" width="600" height="180">${bars.join('')}</svg>`;
}

function table(random: ReturnType<typeof createRandom>, rows: number): string {
  const row = () =>
    `<tr>${Array.from({ length: 6 }, () => `<td>${words[random(words.length)]} ${random(10_000)}</td>`).join('')}</tr>`;
  return `<table>${Array.from({ length: rows }, row).join('')}</table>`;
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<link rel="stylesheet" href="/style.css"><script src="/script.js" defer></script></head>
<body><header><h1>${title}</h1><nav>${words
    .slice(0, 7)
    .map((word) => `<a href="#${word}">${word}</a>`)
    .join('')}</nav></header>
<main>${body}</main></body></html>`;
}

function section(random: ReturnType<typeof createRandom>, at: number): string {
  const picture = at % 3 === 0 ? '<img src="/picture.png" width="560" height="240" alt="">' : chart(random);
  return `<section><h2>${sentence(random, 5)}</h2>${paragraph(random, 5)}<div class="row">${picture}<aside>${paragraph(random, 4)}</aside></div>${table(random, 5)}</section>`;
}

const style = `body{margin:0;font:16px/1.5 sans-serif;color:#223;background:#f6f7fb}
header{display:flex;align-items:center;gap:40px;padding:12px 40px;background:linear-gradient(90deg,#1b2a4a,#3b5b92);color:#fff}
nav a{color:#cfe0ff;margin-right:18px;text-decoration:none}main{max-width:1120px;margin:24px auto}
section{background:#fff;border-radius:10px;box-shadow:0 2px 10px #1b2a4a22;padding:20px 28px;margin-bottom:24px}
.row{display:flex;gap:24px;align-items:center}aside{flex:1;border-left:4px solid #3b5b92;padding-left:16px}
table{border-collapse:collapse;width:100%;font-size:14px}td{border-bottom:1px solid #dde;padding:6px 8px}tr:nth-child(odd){background:#f2f5fc}`;
const script = `for (const cell of document.querySelectorAll('td')) if (/7$/.test(cell.textContent)) cell.style.fontWeight = 'bold';`;

/** An image with smooth gradients and some noise, like a photograph. */
function createImage(width: number, height: number): Buffer {
  const random = createRandom(7);
  const stride = width * 3 + 1;
  const rows = Buffer.alloc(stride * height);
  for (let top = 0; top < height; top++)
    for (let left = 0; left < width; left++)
      for (let channel = 0; channel < 3; channel++) {
        const shade = 128 + 90 * Math.sin((left + channel * 60) / 90) * Math.cos(top / (50 + channel * 15));
        rows[top * stride + 1 + left * 3 + channel] = Math.round(shade) + random(6);
      }
  return encodePng(width, height, rows);
}

/** Serves the pages on loopback. */
export async function serveBenchPages() {
  const [smallRandom, longRandom] = [createRandom(1), createRandom(2)];
  const html = 'text/html; charset=utf-8';
  const resources: Record<string, [type: string, body: string | Buffer]> = {
    '/small': [html, page('Small', section(smallRandom, 0))],
    '/long': [html, page('Long', Array.from({ length: 12 }, (_, at) => section(longRandom, at)).join(''))],
    '/style.css': ['text/css', style],
    '/script.js': ['text/javascript', script],
    '/picture.png': ['image/png', createImage(560, 240)],
  };
  const server = createServer((request, response) => {
    const [type, body] = resources[request.url ?? ''] ?? ['text/plain', null];
    if (body === null) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
  });
  return listenOnLoopback(server);
}
