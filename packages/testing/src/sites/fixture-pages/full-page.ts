import type { IncomingMessage, ServerResponse } from 'node:http';
import { page } from './blocks.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown;

/** `/ruler` is white with a red line, one pixel wide, every 100 px. The pixel in the lower right corner is blue. */
export const rulerStep = 100;

const rulerPage = (width: number, height: number) =>
  page(
    'Ruler',
    `<div id="all" style="position:relative;width:${width}px;height:${height}px;background:
      repeating-linear-gradient(${width > height ? '90deg' : '180deg'}, red 0 1px, #fff 1px ${rulerStep}px)">
      <div style="position:absolute;right:0;bottom:0;width:1px;height:1px;background:blue"></div>
      <div class="advert" style="position:absolute;right:0;bottom:100px;width:30px;height:40px;background:magenta"></div>
    </div>`,
  );

/**
 * The height of `/lazy`, and the numbers of elements that appear only after scrolling. Each of these elements is 50 px
 * high.
 */
export const lazyPage = { height: 5_000, images: 4, observed: 6, scrolled: 1 } as const;

const place = (top: number) => `position:absolute;left:0;width:50px;height:50px;top:${top}px`;
const lazyImages = Array.from(
  { length: lazyPage.images },
  (_, index) =>
    `<img loading="lazy" src="/picture.svg?color=red&amp;n=${index}" style="${place(3_500 + index * 400)}" alt="">`,
);
const observedPlaces = Array.from(
  { length: lazyPage.observed },
  (_, index) => `<div class="observed" style="${place(400 + index * 700)};left:60px"></div>`,
);

/**
 * Red: images with `loading="lazy"`. Green: blocks that an observer fills after a request. Blue: a block that a scroll
 * listener displays.
 */
const lazyBody = page(
  'Lazy',
  `<header style="position:sticky;top:0;height:20px;background:yellow"></header>
  <footer style="position:fixed;bottom:0;left:0;width:100%;height:10px;background:cyan"></footer>
  ${lazyImages.join('')}${observedPlaces.join('')}
  <div id="scrolled" style="${place(2_600)};left:120px;opacity:0;transition:opacity 2s;background:blue"></div>
  <script>
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        fetch('/picture.svg?color=green').then(() => { target.style.background = 'green'; target.className = 'filled'; });
      }
    });
    for (const place of document.querySelectorAll('.observed')) observer.observe(place);
    addEventListener('scroll', () => { if (scrollY > 2000) document.getElementById('scrolled').style.opacity = 1; });
  </script>`,
  `body{height:${lazyPage.height}px}html{scroll-behavior:smooth}`,
);

/** Grows by 1,000 px when the window is scrolled to within 300 px of the end. */
const infinitePage = page(
  'Infinite',
  `<div style="height:1000px;background:red"></div><script>
    addEventListener('scroll', () => {
      if (scrollY + innerHeight < document.body.scrollHeight - 300) return;
      const more = document.createElement('div');
      more.style.cssText = 'height:1000px;background:blue';
      document.body.append(more);
    });
  </script>`,
);

/**
 * Grows one frame after its animation is frozen, which is usually after the page has been measured. A blue line is always
 * at its end.
 */
const growingPage = page(
  'Growing',
  `<div style="height:200px;background:red"></div><footer style="height:20px;background:blue"></footer><script>
    const footer = document.querySelector('footer');
    const animation = footer.animate([{ opacity: 0 }, { opacity: 1 }], 600_000);
    const grow = () => footer.insertAdjacentHTML('beforebegin', '<div style="height:600px;background:red"></div>');
    animation.onfinish = () => requestAnimationFrame(() => requestAnimationFrame(grow));
  </script>`,
);

/** Grows by a pixel every few milliseconds. */
const alwaysGrowingPage = page(
  'Always growing',
  `<div style="height:300px;background:red"></div><script>
    const { style } = document.querySelector('div');
    setInterval(() => { style.height = parseInt(style.height) + 1 + 'px'; }, 1);
  </script>`,
);

/** Ways for a page to detect scrolling. */
const watching: Record<string, string> = {
  window: `addEventListener('scroll', fill)`,
  polling: `const look = () => { if (scrollY > 0) fill(); requestAnimationFrame(look); }; look()`,
  attribute: `onscroll = fill`,
  document: `document.addEventListener('scroll', fill, true)`,
  shadow: `const inner = document.createElement('div');
    block.attachShadow({ mode: 'open' }).append(inner);
    inner.addEventListener('scroll', () => {});
    const look = () => { if (scrollY > 0) fill(); requestAnimationFrame(look); }; look()`,
  observer: `new IntersectionObserver(([one]) => one.isIntersecting && fill()).observe(block)`,
  replaced: `const native = IntersectionObserver;
    window.IntersectionObserver = class extends native {};
    new IntersectionObserver(([one]) => one.isIntersecting && fill()).observe(block)`,
  wrapped: `const native = IntersectionObserver.prototype.observe;
    IntersectionObserver.prototype.observe = function (...values) { return native.apply(this, values); };
    new IntersectionObserver(([one]) => one.isIntersecting && fill()).observe(block)`,
  reopened: `addEventListener('load', () => {
      const written = '<style>body{height:3000px}</style>' + block.outerHTML;
      document.open();
      document.write(written);
      document.close();
      const { style } = document.getElementById('block');
      new IntersectionObserver(([one]) => one.isIntersecting && (style.background = 'red')).observe(
        document.getElementById('block'));
    })`,
  request: `new IntersectionObserver(([one], self) => {
      if (!one.isIntersecting) return;
      self.disconnect();
      fetch('/slow?ms=1200').then(fill);
    }).observe(block)`,
  asking: `const look = () => { if (scrollY > 0) fill(); requestAnimationFrame(look); }; look()`,
};

/** A block at 1,500 px that turns red when the page detects scrolling. `by` (query) is a key of `watching`. */
const watchingPage = (by: string) =>
  page(
    'Watching',
    `<div id="block" style="position:absolute;top:1500px;width:50px;height:50px"></div>
    <script>const block = document.getElementById('block');
    const fill = () => { block.style.background = 'red'; };
    ${watching[by]}</script>`,
    'body{height:3000px}',
  );

/** The document is as high as the window. Its content scrolls inside `#main` and ends with a green block. */
const appShellPage = page(
  'Application',
  `<nav style="flex:none;height:40px;background:red"></nav>
  <main id="main" style="flex:1;min-height:0;overflow:auto"><div style="height:1500px;background:yellow"></div>
  <div style="height:50px;background:green"></div></main>`,
  'html,body{height:100%}body{display:flex;flex-direction:column;overflow:hidden}',
);

const scrollingBodyPage = page(
  'Scrolling body',
  '<div style="height:1500px;background:yellow"></div><div style="height:50px;background:green"></div>',
  'html,body{height:100%;overflow:auto}',
);

/**
 * A right-to-left page that is 1,000 px wide, with a red left end and a blue right end. If the URL has a query, its
 * script scrolls the page.
 */
const rightToLeftPage = page(
  'Right to left',
  `<div style="position:relative;width:1000px;height:800px;background:linear-gradient(90deg, red 0 100px, #fff 100px 900px, blue 900px)">
    <div id="box" class="advert" style="position:absolute;left:200px;top:500px;width:60px;height:40px;background:magenta"></div>
  </div><script>document.documentElement.dir = 'rtl'; if (location.search) scrollTo(-250, 100)</script>`,
);

const zoomed = (style: string) =>
  page(
    'Zoomed',
    `<div style="${style}"><div style="height:150px"></div>
    <div id="box" style="width:60px;height:40px;box-sizing:border-box;border:2px solid red;background:green"></div></div>`,
  );

const framePage = (inner: string) =>
  page(
    'Frame',
    `<iframe id="frame" src="${inner}" style="position:absolute;left:30px;top:700px;width:400px;height:300px;border:5px solid red"></iframe>`,
  );

/** An endless animated image of one pixel that alternates between red and blue every 100 ms. */
const movingGif =
  'R0lGODlhAQABAIAAAExpcf8AACH/C05FVFNDQVBFMi4wAwEAAAAh+QQFCgAAACwAAAAAAQABAAACAkwBACH5BAUKAAAALAAAAAABAAEAgExpcQAA/wICTAEAOw==';

/** Animations of all kinds on a page whose content does not change. */
const movingPage = page(
  'Moving',
  `<div class="spinner"></div><div class="fading">Faded in</div><div id="shadow"><template shadowrootmode="open">
    <style>@keyframes turn{to{transform:rotate(360deg)}}i{display:block;width:40px;height:20px;background:blue;animation:turn 1s linear infinite}</style><i></i>
  </template></div>
  <input id="field" value="Typed" style="font:20px serif;caret-color:red">
  <img src="data:image/gif;base64,${movingGif}" alt="" width="60" height="60">
  <iframe srcdoc="<style>@keyframes go{to{margin-left:90px}}b{display:block;width:9px;height:9px;background:red;animation:go 700ms linear infinite alternate}</style><b></b>"></iframe>
  <p style="font:18px 'Test Sans', serif">Text in a font of the web, ligatures: office, affluent.</p>
  <script>
    document.getElementById('field').focus();
    document.querySelector('.spinner').animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: 333, iterations: Infinity });
  </script>`,
  `@keyframes turn{to{transform:rotate(360deg)}} @keyframes fade{from{opacity:0}}
  @font-face{font-family:'Test Sans';src:url(/reveal/css/theme/fonts/league-gothic/league-gothic.woff)}
  .spinner{width:40px;height:20px;background:red;animation:turn 900ms linear infinite}
  .fading{animation:fade 3s 500ms both;color:green}`,
);

/**
 * A bar and a block that look different in a narrow window, with a transition and an animation between the two states.
 * The last block turns blue when the script detects a resize.
 */
const responsivePage = page(
  'Responsive',
  `<nav></nav><div class="block"></div><div style="height:900px"></div><div id="end" style="height:50px;background:green"></div>
  <script>addEventListener('resize', () => { document.getElementById('end').style.background = 'blue'; })</script>`,
  `nav{height:50px;background:red;transition:background 3s}.block{width:50px;height:50px;background:red}
  @keyframes in{from{background:red}to{background:green}}
  @media(min-width:200px){nav{background:green}.block{animation:in 600s both}}`,
);

/** Marks itself as loading, waits for a response, and moves. None of this ever ends. */
const restlessPage = page(
  'Restless',
  `<p id="moving" aria-busy="true">This text moves and moves and moves.</p>
  <img data-src="https://visit-my-site.invalid/" alt="" style="display:block;width:50px;height:50px">
  <script>
    fetch('/never-ending.png').catch(() => {});
    const move = () => { document.getElementById('moving').style.marginLeft = Math.random() * 99 + 'px'; requestAnimationFrame(move); };
    move();
  </script>`,
  'body{height:900px}',
);

const html =
  (body: string | ((url: URL) => string)): Handler =>
  (_request, response, url) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(typeof body === 'string' ? body : body(url));

/** Pages for full-page captures and for animations. */
export const fullPageRoutes: Record<string, Handler> = {
  /** `width` and `height` (query) in pixels. */
  '/ruler': html(({ searchParams }) =>
    rulerPage(Number(searchParams.get('width') ?? 200), Number(searchParams.get('height') ?? 200)),
  ),
  '/lazy': html(lazyBody),
  '/infinite': html(infinitePage),
  '/responsive': html(responsivePage),
  '/restless': html(restlessPage),
  '/growing': html(growingPage),
  '/always-growing': html(alwaysGrowingPage),
  '/watching': html(({ searchParams }) => watchingPage(searchParams.get('by') ?? '')),
  '/app-shell': html(appShellPage),
  '/scrolling-body': html(scrollingBodyPage),
  '/right-to-left': html(rightToLeftPage),
  '/css-zoom': html(zoomed('zoom:2')),
  '/scaled': html(zoomed('transform:scale(1.5);transform-origin:0 0')),
  '/frame': html(framePage('/blocks')),
  /** Ten red sections of 400 px that the browser renders only near the window. `#last` is in the last section. */
  '/skipped': html(
    page(
      'Skipped',
      ['', '', '', '', '', '', '', '', '', 'last']
        .map((id) => `<div class="part"><p id="${id}"></p></div>`)
        .join(''),
      '.part{content-visibility:auto;contain-intrinsic-size:auto 100px}p{margin:0;height:400px;background:red}',
    ),
  ),
  /** Blocks that fade in during scrolling with CSS alone, and a fixed header. */
  '/revealed': html(
    page(
      'Revealed',
      `<header style="position:fixed;top:0;height:60px;width:100%;background:yellow"></header>
      ${'<div class="block"></div>'.repeat(3)}<div id="target" style="height:100px;background:blue"></div><script></script>`,
      `@keyframes in{from{opacity:0}} .block{height:100px;margin-top:500px;background:red;
        animation:in linear both;animation-timeline:view();animation-range:entry 0% cover 40%}`,
    ),
  ),
  '/overflow-hidden': html(
    page('Hidden overflow', '<div style="height:1200px;background:red"></div>', 'html,body{overflow:hidden}'),
  ),
  '/moving': html(movingPage),
  /** A square in the color `color` (query; red by default), sent after 300 ms. */
  '/picture.svg': (_request, response, url) => {
    const color = /^[a-z]+$/.exec(url.searchParams.get('color') ?? '')?.[0] ?? 'red';
    setTimeout(
      () =>
        response
          .writeHead(200, { 'content-type': 'image/svg+xml' })
          .end(
            `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="${color}"/></svg>`,
          ),
      300,
    );
  },
};
