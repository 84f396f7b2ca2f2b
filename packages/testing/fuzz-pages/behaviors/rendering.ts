import { type Behaviors, longText, repeatedly, script, sizeUpTo } from '../behavior.ts';

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

/** Markup, styles, images and graphics that are expensive to lay out or paint. */
export const rendering: Behaviors = {
  canvas: (random) =>
    script(
      random,
      `for (let i = 0; i < ${sizeUpTo(random, 50)}; i++) { const canvas = Object.assign(document.createElement('canvas'), { width: ${sizeUpTo(random, 65_536)}, height: ${sizeUpTo(random, 65_536)} }); canvas.style.width = '10px'; document.body.append(canvas); const context = canvas.getContext('2d'${random.pick(['', ', { willReadFrequently: true }'])}); context.fillRect(0, 0, 99999, 99999); context.filter = 'blur(99px)'; context.drawImage(canvas, 1, 1); ${random.pick(['', 'canvas.toDataURL()', 'context.getImageData(0, 0, canvas.width, canvas.height)', 'createImageBitmap(canvas)', 'canvas.captureStream()'])} }`,
    ),
  webgl: (random) =>
    script(
      random,
      `for (let i = 0; i < ${sizeUpTo(random, 50)}; i++) { const canvas = Object.assign(document.createElement('canvas'), { width: ${sizeUpTo(random, 16_384)}, height: ${sizeUpTo(random, 16_384)} }); document.body.append(canvas); const gl = canvas.getContext('${random.pick(['webgl', 'webgl2', 'webgpu', 'bitmaprenderer'])}'); gl?.clear?.(gl.COLOR_BUFFER_BIT); gl?.getExtension?.('WEBGL_lose_context')?.loseContext(); navigator.gpu?.requestAdapter().then((adapter) => adapter?.requestDevice()).catch(() => {}) }`,
    ),
  'offscreen-canvas': (random) =>
    script(
      random,
      repeatedly(
        random,
        `const canvas = new OffscreenCanvas(${sizeUpTo(random, 32_768)}, ${sizeUpTo(random, 32_768)}); canvas.getContext('2d').fillRect(0, 0, 9, 9); canvas.transferToImageBitmap()`,
      ),
    ),
  'huge-images': (random) =>
    `<img src="/image?width=${sizeUpTo(random, 60_000)}&height=${sizeUpTo(random, 60_000)}&type=${random.pick(['svg', 'png', 'bmp', 'gif'])}" alt="" style="image-rendering:pixelated${random.pick(['', ';width:50000px;height:50000px', ';transform:rotate3d(1,1,1,45deg) scale(1000)'])}">`.repeat(
      random.integer(1, 20),
    ),
  video: (random) =>
    `<video src="${random.pick(['/endless?size=1000', '/image?width=9&height=9&type=png', '/silent'])}" autoplay muted loop></video>${script(random, `const media = new MediaSource(); const video = document.querySelector('video'); video.src = URL.createObjectURL(media); media.onsourceopen = () => { const buffer = media.addSourceBuffer('video/webm; codecs="vp8"'); buffer.appendBuffer(new Uint8Array(${sizeUpTo(random, 50e6)})) }`)}`,
  'svg-recursion': (random) => {
    const levels = random.integer(1, 9);
    const groups = Array.from(
      { length: levels },
      (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`,
    ).join('');
    return `<svg width="10" height="10"><defs><rect id="l0" width="1" height="1"/>${groups}</defs><use href="#l${levels}"/></svg>`;
  },
  'svg-filters': (random) =>
    `<svg width="${sizeUpTo(random, 8_000)}" height="${sizeUpTo(random, 8_000)}"><filter id="f" x="-100" y="-100" width="200" height="200">${`<feTurbulence baseFrequency=".0${random.integer(1, 9)}" numOctaves="${random.integer(1, 20)}"/><feGaussianBlur stdDeviation="${random.integer(1, 500)}"/><feMorphology operator="dilate" radius="${random.integer(1, 500)}"/>`.repeat(sizeUpTo(random, 40))}</filter><rect width="8000" height="8000" filter="url(#f)"/></svg>`,
  'mathml-depth': (random) =>
    `<math>${nested(sizeUpTo(random, 5_000), '<mfrac><mi>x</mi><msqrt>', '</msqrt></mfrac>')}</math>`,
  'markup-depth': (random) => {
    const tag = random.pick([
      'div',
      'b',
      'table',
      'span',
      'details',
      'ruby',
      'select',
      'button',
      'fieldset',
      'template',
    ]);
    return nested(sizeUpTo(random, 20_000), `<${tag}>`, random.pick(['', `</${tag}>`]));
  },
  'dom-depth': (random) =>
    script(
      random,
      `let inner = document.body; for (let i = 0; i < ${sizeUpTo(random, 100_000)}; i++) inner = inner.appendChild(document.createElement('${random.pick(['div', 'b', 'table', 'math', 'svg', 'dialog'])}'))`,
    ),
  'shadow-depth': (random) =>
    script(
      random,
      `let inner = document.body.appendChild(document.createElement('div')); for (let i = 0; i < ${sizeUpTo(random, 3_000)}; i++) { const shadow = inner.attachShadow({ mode: '${random.pick(['open', 'closed'])}' }); shadow.innerHTML = '<slot></slot>text'; inner = shadow.appendChild(document.createElement('div')) }`,
    ),
  'many-nodes': (random) =>
    `<${random.pick(['i', 'p', 'li', 'td', 'input', 'svg', 'marquee'])}>x`.repeat(sizeUpTo(random, 100_000)),
  'long-text': (random) => {
    const style = random.pick([
      '',
      'word-break:break-all',
      'writing-mode:vertical-rl',
      'font-size:999px',
      'column-count:999',
      'text-wrap:balance',
    ]);
    const text = random.pick(['word ', 'x', '\u0301', '\u202e', '&shy;', '👩‍👩‍👧 ', 'ﷺ', '字']);
    return `<p style="${style}">${text.repeat(sizeUpTo(random, 1e6))}</p>`;
  },
  tables: (random) =>
    `<table border="1"><tr>${`<td colspan="${sizeUpTo(random, 1_000)}" rowspan="${sizeUpTo(random, 65_534)}">x</td>`.repeat(sizeUpTo(random, 300))}</tr></table>`,
  grid: (random) =>
    `<div style="display:grid;grid-template-columns:repeat(${sizeUpTo(random, 100_000)},1fr);grid-template-rows:repeat(${sizeUpTo(random, 100_000)},1px)"><i style="grid-area:1/1/-1/-1">x</i></div>`,
  size: (random) =>
    `<div style="width:${sizeUpTo(random, 1e9)}px;height:${sizeUpTo(random, 1e9)}px;background:linear-gradient(red,blue)"></div>`,
  'endless-growth': (random) =>
    script(
      random,
      `const grow = () => { for (let i = 0; i < ${sizeUpTo(random, 500)}; i++) document.body.append(Object.assign(document.createElement('p'), { textContent: 'More' })) }; grow(); addEventListener('scroll', grow); new IntersectionObserver(grow).observe(document.body.lastChild); setInterval(grow, 20)`,
    ),
  selectors: (random) =>
    `<style>${Array.from({ length: sizeUpTo(random, 500) }, (_, index) => `body:has(b + b:nth-child(${index}n) i, :not(:is(b, i) ~ *)){color:#${100 + index}}`).join('')}</style>${'<b><i></i></b>'.repeat(sizeUpTo(random, 5_000))}`,
  'style-costs': (random) =>
    `<style>.f{${random.pick([
      'position:absolute;inset:0;backdrop-filter:blur(200px);filter:blur(200px);mix-blend-mode:difference',
      `box-shadow:${Array.from({ length: sizeUpTo(random, 3_000) }, (_, index) => `${index}px ${index}px 500px red`).join()}`,
      `background:${Array.from({ length: sizeUpTo(random, 1_000) }, () => 'conic-gradient(red,blue,red)').join()}`,
      'animation:f 1ms infinite;will-change:transform,filter;transform-style:preserve-3d',
      'clip-path:path("M0 0 L 1e9 1e9 Z");mask:radial-gradient(red,blue);contain:strict;zoom:100',
      'width:calc(1px * pow(10, 30));height:calc(infinity * 1px);font-size:1e30px',
    ])}}@keyframes f{to{transform:rotate(1turn) scale(${sizeUpTo(random, 1e6)});filter:blur(99px)}}html{--l0:x;${Array.from({ length: random.integer(1, 30) }, (_, level) => `--l${level + 1}:${`var(--l${level}) `.repeat(10)};`).join('')}}p{content:var(--l9)}</style>${'<div class="f">x</div>'.repeat(sizeUpTo(random, 2_000))}`,
  'style-churn': (random) =>
    script(
      random,
      repeatedly(
        random,
        `document.body.style.${random.pick(['width', 'fontSize', 'zoom', 'transform', 'filter'])} = Math.random() * 100 + '${random.pick(['px', 'vw', 'em', ''])}'; document.body.offsetHeight; document.adoptedStyleSheets = [...document.adoptedStyleSheets, new CSSStyleSheet()]`,
      ),
    ),
  fonts: (random) =>
    `<style>${Array.from({ length: sizeUpTo(random, 500) }, (_, index) => `@font-face{font-family:f${index};src:url(/${random.pick(['silent', 'endless?size=1000', 'sink'])}?f=${index})}`).join('')}p{font-family:${Array.from({ length: 50 }, (_, index) => `f${index}`).join()}}</style><p>text</p>${script(random, `for (let i = 0; i < ${sizeUpTo(random, 1_000)}; i++) document.fonts.add(new FontFace('g' + i, new Uint8Array(${sizeUpTo(random, 1e6)})))`)}`,
  'edited-text': (random) =>
    `<div contenteditable>${'<font><u>x</u></font>'.repeat(sizeUpTo(random, 3_000))}</div>${script(random, repeatedly(random, `document.execCommand('${random.pick(['bold', 'insertText', 'indent', 'removeFormat', 'undo'])}', false, 'x')`))}`,
  'web-components': (random) =>
    script(
      random,
      `customElements.define('x-${random.integer(1, 99)}', class extends HTMLElement { connectedCallback() { ${random.pick(['this.append(this.cloneNode())', 'this.remove(); document.body.append(this)', 'for (;;);', `this.innerHTML = ${longText(random, 1e6)}`])} } }); for (const tag of ['x-1', 'x-2', 'x-${random.integer(1, 99)}']) document.body.append(document.createElement(tag))`,
    ),
};
