import { createServer } from 'node:http';
import { listenOnLoopback } from '@shotclock/testing';
import type { Verdict } from '../../src/model/page-record.ts';

export type VerdictPage = {
  name: string;
  /** Default: 200. */
  status?: number;
  headers?: Record<string, string>;
  body: string;
  /** The expected part of the verdict. */
  verdict: Partial<Verdict>;
};

const prose = `<p>${'A long article about many things that people read to its end. '.repeat(40)}</p>`;
const document = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>${title}</title>${head}</head><body>${body}</body></html>`;
const widget = {
  turnstile: '<div class="cf-turnstile" data-sitekey="1">Verify you are human</div>',
  recaptcha: '<div class="g-recaptcha">I am not a robot</div>',
  hcaptcha: '<div class="h-captcha">I am human</div>',
};
/** Scripts from other hosts are not loaded, because the browser cannot determine their type. */
const script = (src: string) => `<script type="text/unknown" src="${src}"></script>`;
const inline = (text: string) => `<script>${text}</script>`;
const logIn =
  '<form>Name <input name="user"> Password <input type="password" name="p"> <button>Log in</button></form>';

/** Blocks the thread without using CPU time, by waiting for a response that is never sent. */
const blockThread = `() => {
  const request = new XMLHttpRequest();
  request.open('GET', '/silent', false);
  request.send();
}`;

const likely = (vendor: Verdict['vendor']): VerdictPage['verdict'] => ({
  kind: 'challenge',
  certainty: 'likely',
  vendor,
});
const certain = (vendor: Verdict['vendor']): VerdictPage['verdict'] => ({
  kind: 'challenge',
  certainty: 'certain',
  vendor,
  evidence: ['response_header'],
});
const content: VerdictPage['verdict'] = { kind: 'content', certainty: 'likely', vendor: null, evidence: [] };
const httpError: VerdictPage['verdict'] = {
  kind: 'http_error',
  certainty: 'certain',
  evidence: ['http_status'],
};

/** Each kind of page, followed by similar pages of a different kind. */
export const verdictPages: VerdictPage[] = [
  { name: 'not-found', status: 404, body: document('Not found', 'No such page'), verdict: httpError },
  { name: 'unavailable', status: 503, body: document('Sorry', 'Come back later'), verdict: httpError },
  { name: '404-in-the-title', body: document('404: a history of errors', prose), verdict: content },
  { name: '404-in-the-text', body: document('Area codes', '<h1>404 Not Found</h1>'), verdict: content },

  // Cloudflare
  {
    name: 'cloudflare-script',
    status: 403,
    body: document(
      'Just a moment...',
      'Verifying you are human.',
      inline('window._cf_chl_opt = {}') +
        script('/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=1'),
    ),
    verdict: likely('cloudflare'),
  },
  {
    name: 'cloudflare-detections',
    headers: { server: 'cloudflare', 'cf-ray': '1-FRA', 'set-cookie': '__cf_bm=1' },
    body: document('Shop', 'Welcome', script('/cdn-cgi/challenge-platform/scripts/jsd/main.js')),
    verdict: content,
  },
  { name: 'cloudflare-title', body: document('Just a moment...', 'A short story.'), verdict: content },
  {
    name: 'cloudflare-article',
    body: document('How _cf_chl_opt works', `<pre>window._cf_chl_opt, cf-mitigated: challenge</pre>${prose}`),
    verdict: content,
  },
  {
    name: 'cloudflare-data',
    body: document(
      'Just a moment...',
      'A short post.',
      '<script type="application/ld+json">{"articleBody":"window._cf_chl_opt"}</script>',
    ),
    verdict: content,
  },
  {
    name: 'turnstile-in-a-form',
    body: document('Contact', `Write to us<form><input name="text">${widget.turnstile}</form>`),
    verdict: content,
  },
  {
    name: 'blocked-with-turnstile',
    status: 403,
    body: document('Members only', `${prose}${widget.turnstile}`),
    verdict: httpError,
  },
  {
    name: 'turnstile-wall',
    status: 403,
    body: document('Check', `Confirm${widget.turnstile}`),
    verdict: likely('turnstile'),
  },

  // Other vendors with a header
  {
    name: 'aws-captcha',
    status: 405,
    headers: { 'x-amzn-waf-action': 'captcha' },
    body: document('Human Verification', 'Solve it'),
    verdict: certain('aws_waf'),
  },
  {
    name: 'vercel-denied',
    status: 403,
    headers: { 'x-vercel-mitigated': 'deny' },
    body: document('Forbidden', 'Forbidden'),
    verdict: httpError,
  },
  {
    name: 'datadome-protected',
    headers: { 'x-datadome': 'protected', 'x-dd-b': '0', 'set-cookie': 'datadome=1' },
    body: document('News', 'The news of today'),
    verdict: content,
  },

  // Challenges that are detected in the document
  {
    name: 'aws-script',
    status: 202,
    body: document(
      '',
      '',
      inline('window.gokuProps = {}') + script('https://1.token.awswaf.com/1/challenge.js'),
    ),
    verdict: likely('aws_waf'),
  },
  {
    name: 'aws-options-read',
    body: document(
      'Shop',
      'Welcome',
      inline('if (window.gokuProps) location.reload()') + script('https://1.token.awswaf.com/1/challenge.js'),
    ),
    verdict: content,
  },
  {
    name: 'aws-token-script',
    headers: { 'set-cookie': 'aws-waf-token=1' },
    body: document('Shop', 'Welcome', script('https://1.token.awswaf.com/1/challenge.js')),
    verdict: content,
  },
  {
    name: 'datadome-frame',
    status: 403,
    body: document('shop.example', script('https://ct.captcha-delivery.com/c.js')),
    verdict: likely('datadome'),
  },
  {
    name: 'human-captcha',
    status: 403,
    body: document('Access denied', 'Press and hold<div id="px-captcha"></div>'),
    verdict: likely('human'),
  },
  {
    name: 'human-captcha-in-a-page',
    body: document('Shop', 'Welcome<div id="px-captcha"></div>'),
    verdict: content,
  },
  { name: 'kasada', status: 429, body: document('', script('/1/2/ips.js?x=1')), verdict: likely('kasada') },
  {
    name: 'too-many-requests',
    status: 429,
    body: document('Slow down', `Too many requests${script('/chips.js')}`),
    verdict: httpError,
  },
  {
    name: 'imperva',
    body: document(
      '',
      '',
      `<meta name="ROBOTS" content="NOINDEX, NOFOLLOW">${script('/_Incapsula_Resource?a=1')}`,
    ),
    verdict: likely('imperva'),
  },
  {
    name: 'imperva-analytics',
    headers: { 'x-iinfo': '1', 'set-cookie': 'visid_incap_1=1' },
    body: document(
      'Draft',
      prose + script('/_Incapsula_Resource?a=1'),
      '<meta name="robots" content="noindex">',
    ),
    verdict: content,
  },
  {
    name: 'imperva-frame',
    body: document(
      '',
      '<iframe src="/_Incapsula_Resource?b=1"></iframe>',
      '<meta name="robots" content="noindex, nofollow">',
    ),
    verdict: likely('imperva'),
  },
  {
    name: 'imperva-thanks',
    body: document(
      'Order',
      `Thank you for your order${script('/_Incapsula_Resource?a=1')}`,
      '<meta name="robots" content="noindex">',
    ),
    verdict: content,
  },
  {
    name: 'akamai',
    body: document('', '<div id="sec-if-cpt-container"><iframe id="sec-cpt-if"></iframe>Wait</div>'),
    verdict: likely('akamai'),
  },
  {
    name: 'anubis',
    body: document(
      'Making sure you are not a bot',
      'Loading',
      '<script id="anubis_version" type="application/json">"1"</script><script id="anubis_challenge" type="application/json">{}</script>',
    ),
    verdict: likely('anubis'),
  },
  {
    name: 'bot-article',
    body: document("Making sure you're not a bot!", `${prose}Anubis`),
    verdict: content,
  },
  {
    name: 'recaptcha-wall',
    status: 429,
    body: document('Unusual traffic', `Our systems have detected unusual traffic.${widget.recaptcha}`),
    verdict: likely('recaptcha'),
  },
  { name: 'hcaptcha-in-a-form', body: document('Register', `Join${widget.hcaptcha}`), verdict: content },
  {
    name: 'about-captchas',
    body: document('What is a CAPTCHA?', `${prose}${widget.recaptcha}`),
    verdict: content,
  },

  // Login forms
  {
    name: 'unauthorized',
    status: 401,
    body: document('Unauthorized', 'Please sign in'),
    verdict: { kind: 'login_wall', certainty: 'certain', evidence: ['http_status'] },
  },
  {
    name: 'account',
    status: 302,
    headers: { location: '/login?next=%2Faccount' },
    body: '',
    verdict: {
      kind: 'login_wall',
      certainty: 'certain',
      evidence: ['redirected_address', 'return_address', 'password_field'],
    },
  },
  { name: 'login', body: document('Log in', logIn), verdict: content },
  {
    name: 'log-in-in-the-header',
    body: document('Forum', `<header>${logIn}</header>${prose}`),
    verdict: content,
  },
  {
    name: 'moved-with-a-form',
    status: 302,
    headers: { location: '/log-in-in-the-header?from=/moved' },
    body: '',
    verdict: content,
  },
  {
    name: 'signed-out',
    status: 302,
    headers: { location: '/auth?next=/' },
    body: '',
    verdict: content,
  },
  { name: 'auth', body: document('Signed out', 'See you soon'), verdict: content },

  // Blank pages
  {
    name: 'blank',
    body: document('', '<div id="app"></div><img src="data:," width="1" height="1" alt="">'),
    verdict: { kind: 'blank', certainty: 'certain', evidence: ['one_color', 'no_text', 'no_images'] },
  },
  { name: 'one-line', body: document('', 'Hello'), verdict: content },
  { name: 'white-text', body: document('', '<p style="color:white">Hidden</p>'), verdict: content },
  { name: 'white-image', body: document('', '<canvas width="100" height="100"></canvas>'), verdict: content },
  {
    name: 'drawn-by-css',
    body: document('', '<div style="width:8px;height:8px;background:red"></div>'),
    verdict: content,
  },
  {
    name: 'text-in-a-shadow-tree',
    body: document(
      '',
      `<div id="app"></div>${inline("document.getElementById('app').attachShadow({ mode: 'closed' }).textContent = 'Ready'")}`,
    ),
    verdict: content,
  },
  {
    name: 'late',
    body: document('', inline("setTimeout(() => { document.body.textContent = 'Here' }, 1_000)")),
    verdict: content,
  },
];

/** Serves the pages, `/passes` (a challenge that lets the browser through) and `/blocked` (a blank page that stops responding). */
export async function startVerdictSite() {
  const pages = new Map(verdictPages.map((one) => [`/${one.name}`, one]));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://fixture.invalid');
    const html = { 'content-type': 'text/html; charset=utf-8' };
    const page = pages.get(pathname);
    if (page) response.writeHead(page.status ?? 200, { ...html, ...page.headers }).end(page.body);
    else if (pathname === '/passes' && !request.headers.cookie?.includes('passed'))
      response
        .writeHead(403, { ...html, 'cf-mitigated': 'challenge' })
        .end(
          document(
            'Just a moment...',
            inline("document.cookie = 'passed=1'; setTimeout(() => location.reload(), 300)"),
          ),
        );
    else if (pathname === '/blocked')
      // A capture does not wait for this timer.
      response
        .writeHead(200, html)
        .end(document('', inline(`AbortSignal.timeout(1_500).onabort = ${blockThread}`)));
    else if (pathname === '/silent') return;
    else response.writeHead(200, html).end(document('The page', 'Let through'));
  });
  return listenOnLoopback(server);
}
