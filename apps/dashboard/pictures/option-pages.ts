// The pages that the pictures of the capture options show: a news page with a consent banner, an advertisement and a newsletter, and a
// page that puts captures side by side.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

export type Figure = { caption: string; image: Uint8Array; width: number };
export type OptionPages = {
  /** URL of the news page. */
  news: string;
  /** Returns the URL of a page that shows the figures in a row. */
  sideBySide(figures: readonly Figure[]): string;
  close(): Promise<void>;
};

/** The host of the advertisement. Subdomains of localhost are loopback addresses. */
export const adHost = 'ads.localhost';

const consentFolder = dirname(findPackageJSON('vanilla-cookieconsent', import.meta.url)!);
const consentFile = (name: string) => readFileSync(`${consentFolder}/dist/${name}`, 'utf8');

/** @param port the port on 127.0.0.1 that serves all of these pages */
export async function startOptionPages(port: number): Promise<OptionPages> {
  let shown: readonly Figure[] = [];
  const pages: Record<string, () => [type: string, body: string | Uint8Array]> = {
    '/news': () => ['text/html', newsPage(`http://${adHost}:${port}/ad`)],
    '/ad': () => ['text/html', ad],
    '/consent.css': () => ['text/css', consentFile('cookieconsent.css')],
    '/consent.js': () => ['text/javascript', consentFile('cookieconsent.umd.js')],
    '/side-by-side': () => ['text/html', sideBySidePage(shown)],
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://127.0.0.1');
    const figure = shown[Number(/^\/figures\/(\d)$/.exec(pathname)?.[1] ?? Number.NaN)];
    const [type, body] = figure ? ['image/webp', figure.image] : (pages[pathname]?.() ?? ['text/plain', '']);
    response.writeHead(body.length > 0 ? 200 : 404, { 'content-type': `${type}; charset=utf-8` }).end(body);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    news: `http://127.0.0.1:${port}/news`,
    sideBySide(figures) {
      shown = figures;
      return `http://127.0.0.1:${port}/side-by-side`;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const stories = [
  [
    'Ferry line adds a night boat',
    'From May, the last crossing leaves the old harbor an hour after midnight.',
  ],
  [
    'Library stays open on Sundays',
    'After a year of trials, the council has approved the new hours for all branches.',
  ],
  ['A century of tides', 'How a keeper’s notebook became the longest record of sea levels on this coast.'],
  ['Market hall reopens', 'Forty stalls return to the restored building, and the fish counter is back.'],
  ['Trams run on wind', 'Since January, every kilometer has been driven with power from the bay.'],
  ['School wins science prize', 'Three pupils measured how mussels clean the water of the inner basin.'],
];

const newsPage = (
  adUrl: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The Harbor Post</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="/consent.css"><script src="/consent.js"></script><style>
:root{--ink:#1c1917;--paper:#fff;--soft:#78716c;--line:#e7e5e4;--accent:#0f766e}
@media (prefers-color-scheme:dark){:root{--ink:#f5f5f4;--paper:#1c1917;--soft:#a8a29e;--line:#44403c;--accent:#5eead4}}
*{box-sizing:border-box}body{margin:0;font:16px/1.5 'Open Sans',sans-serif;color:var(--ink);background:var(--paper)}
header{position:fixed;top:0;left:0;right:0;padding:14px 24px;background:var(--paper);border-bottom:3px solid var(--accent);font-size:24px;font-weight:700;z-index:2}
main{max-width:1080px;margin:80px auto 40px;padding:0 24px;display:grid;grid-template-columns:1fr 1fr 260px;gap:24px}
article{border-bottom:1px solid var(--line)}article div{height:120px;border-radius:8px;background:linear-gradient(120deg,#0f766e,#7dd3fc)}
article:nth-of-type(even) div{background:linear-gradient(120deg,#b45309,#fde68a)}h2{font-size:19px;line-height:1.3;margin:10px 0 4px}p{margin:0 0 16px;color:var(--soft)}
aside{grid-column:3;grid-row:1/span 3}iframe{border:0;width:260px;height:420px}
.newsletter{position:fixed;right:24px;top:96px;width:300px;padding:20px;border-radius:10px;background:#fef3c7;color:#78350f;box-shadow:0 8px 30px #0004;z-index:3}
.newsletter b{display:block;font-size:18px}.newsletter span{display:block;margin-top:10px;padding:8px;text-align:center;background:#b45309;color:#fff;border-radius:6px}
@media (max-width:700px){main{grid-template-columns:1fr}aside{display:none}.newsletter{display:none}}
</style></head><body><header>The Harbor Post</header><main>
<aside><iframe src="${adUrl}" title="Advertisement"></iframe></aside>
${stories.map(([title, text]) => `<article><div></div><h2>${title}</h2><p>${text}</p></article>`).join('\n')}
</main><div class="newsletter"><b>Our weekly letter</b>The week on the harbor, every Friday in your mailbox.<span>Subscribe</span></div>
<script>CookieConsent.run({hideFromBots:false,categories:{necessary:{enabled:true,readOnly:true},analytics:{}},guiOptions:{consentModal:{layout:'bar',position:'bottom'}},
language:{default:'en',translations:{en:{consentModal:{title:'We use cookies',description:'Cookies help us to measure how this website is used.',acceptAllBtn:'Accept all',acceptNecessaryBtn:'Reject all',showPreferencesBtn:'Preferences'},
preferencesModal:{title:'Preferences',acceptAllBtn:'Accept all',acceptNecessaryBtn:'Reject all',savePreferencesBtn:'Save',sections:[]}}}}})</script>
</body></html>`;

const ad = `<!doctype html><html lang="en"><title>Advertisement</title><body style="margin:0;height:420px;display:grid;place-content:center;text-align:center;
font:700 30px/1.2 'Open Sans',sans-serif;color:#fff;background:radial-gradient(circle at 30% 20%,#f472b6,#be123c)">Mega<br>sale!<p style="font-size:16px">Only today</p></body></html>`;

const sideBySidePage = (
  figures: readonly Figure[],
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Captures</title><style>
body{margin:0;padding:24px;display:inline-flex;gap:24px;align-items:flex-start;background:#f5f5f4;font:15px/1.4 'Open Sans',sans-serif;color:#1c1917}
figure{margin:0}img{display:block;border:1px solid #d6d3d1;border-radius:8px}figcaption{margin-top:10px;font-family:'Fira Mono',monospace;font-size:14px}
</style><body>${figures
  .map(
    ({ caption, width }, index) =>
      `<figure style="width:${width}px"><img src="/figures/${index}" width="${width}" alt=""><figcaption>${caption}</figcaption></figure>`,
  )
  .join('')}</body></html>`;
