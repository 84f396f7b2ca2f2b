import { type HostilePages, marked, scripted, send } from './answer.ts';

/** The visible text of `/scripts`. */
export const scriptsText = [
  '漢字かな交じり文 한국어',
  'مرحبا بالعالم שלום עולם',
  '👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 é 𝕏',
  '\u202Etxet desrever\u202C',
];

/** Content that needs special parsing or rendering. */
export const contentPages: HostilePages = {
  '/scripts': marked('Scripts', scriptsText.map((line) => `<p>${line}</p>`).join('')),
  '/zalgo': marked(
    'Zalgo',
    `<p style="overflow:hidden">${`a${'\u0301\u0323\u0310'.repeat(2_000)}`.repeat(20)}</p>`,
  ),
  '/long-word': marked('Long word', `<p>${'x'.repeat(1_000_000)}</p>`),
  '/lone-surrogates': scripted('Lone surrogates', `document.body.append('before \\uD800 after \\uDFFF')`),
  '/zero-bytes': send(`<div style="width:100px;height:100px;background:red"></div>\u0000\u0000<p>after</p>`),
  '/changed-builtins': scripted(
    'Changed built-ins',
    `const no = () => { throw new Error('no') };
    for (const name of ['map', 'push', 'forEach', 'join', 'slice', 'filter', 'indexOf', 'toString', Symbol.iterator]) Array.prototype[name] = no;
    for (const name of ['call', 'apply', 'bind', 'toString']) Function.prototype[name] = no;
    for (const name of ['querySelector', 'querySelectorAll', 'createElement', 'getElementById', 'createTreeWalker']) Document.prototype[name] = document[name] = no;
    for (const name of ['getBoundingClientRect', 'scrollIntoView', 'cloneNode', 'remove', 'matches', 'closest']) Element.prototype[name] = no;
    for (const name of ['outerHTML', 'innerHTML']) Object.defineProperty(Element.prototype, name, { get: no });
    for (const name of ['innerText']) Object.defineProperty(HTMLElement.prototype, name, { get: no });
    Object.defineProperty(Object.prototype, 'then', { get: () => undefined, set: no, configurable: true });
    Object.prototype.toJSON = () => 'stolen';
    JSON.stringify = JSON.parse = no;
    for (const name of ['Promise', 'Date', 'Map', 'Set', 'WeakMap', 'Symbol', 'Error', 'MutationObserver', 'XMLSerializer', 'setTimeout', 'requestAnimationFrame', 'performance', 'Math', 'Number', 'String', 'Object', 'Reflect', 'Proxy', 'console', 'Array', 'getComputedStyle', 'scrollTo', 'innerWidth', 'innerHeight', 'scrollX', 'scrollY', 'name', 'fetch'])
      try { globalThis[name] = name.startsWith('inner') || name.startsWith('scroll') ? -1 : null } catch {}`,
    '<p>Still readable</p>',
  ),
  '/clobbered': marked(
    'Clobbered document',
    `<form name="body"></form><form name="documentElement"><input name="outerHTML"></form><img name="querySelector" alt=""><img name="fonts" alt="">
    <form id="f"><input name="getBoundingClientRect"><input name="innerText"><input name="outerHTML"><input name="children"><input name="parentNode"></form><p>Still readable</p>`,
  ),
  '/video': scripted(
    'Video',
    `const canvas = document.createElement('canvas'), brush = canvas.getContext('2d');
    setInterval(() => { brush.fillStyle = 'rgb(0,128,0)'; brush.fillRect(0, 0, 300, 150) }, 20);
    const video = document.querySelector('video'); video.srcObject = canvas.captureStream(25);
    video.play().then(() => { document.body.dataset.video = 'plays' }, (error) => { document.body.dataset.video = error });`,
    '<video muted autoplay loop width="100" height="100"></video><video src="/never-ending.mp4" autoplay></video><audio src="/never-ending.mp4" autoplay loop></audio>',
  ),
  '/never-ending.mp4': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'video/mp4' }).flushHeaders(),
  /** Letters are wide in the fallback font and narrow in the web font, which loads after half a second. */
  '/web-font': marked(
    'Web font',
    `<p>Shotclock</p><script>document.fonts.load('20px narrow').then((fonts) => { document.body.dataset.fonts = fonts.length })</script>`,
    '@font-face{font-family:narrow;src:url(/late-font.woff);font-display:swap}p{font-family:narrow;font-size:20px}',
  ),
  '/animations': marked(
    'Animations',
    '<div class="a"></div>'.repeat(500),
    '@keyframes spin{to{transform:rotate(1turn)}}.a{width:10px;height:10px;background:blue;animation:spin 1s infinite;float:left}',
  ),
  '/shadow': scripted(
    'Shadow trees',
    `let host = document.body.appendChild(document.createElement('div'));
    for (let i = 0; i < 500; i++) { const root = host.attachShadow({ mode: 'closed' }); host = root.appendChild(document.createElement('div')) }`,
  ),
  '/base': marked('Base', '<base href="http://10.0.0.1/"><img src="private.png" alt="">'),
  '/content-security-policy': send(
    `<style>div{width:100px;height:100px;background:red}</style><div></div><p>Strict</p>`,
    { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" },
  ),
  '/refused-frame': marked('A frame inside the network', '<iframe src="http://10.0.0.1/"></iframe>'),
};
