import { type HostilePages, marked, scripted } from './answer.ts';

const box = (width: number, height: number) =>
  `<div style="width:${width}px;height:${height}px;background:linear-gradient(blue, green)"></div>`;

/** Pages with unusual sizes or positions. */
export const layoutPages: HostilePages = {
  '/tall-60000': marked('60,000 px tall', box(100, 59_900)),
  '/wide-60000': marked('60,000 px wide', box(60_000, 100)),
  '/tall-1000000': marked('1,000,000 px tall', box(100, 999_900)),
  '/tall-for-ever': marked('As tall as can be', box(100, 1e9)),
  '/large-60000': marked('60,000 px on both sides', box(60_000, 59_900)),
  '/infinite-scroll': scripted(
    'Infinite scroll',
    `const grow = () => { for (let i = 0; i < 20; i++) { const p = document.createElement('p'); p.textContent = 'More'; document.body.append(p) } };
    grow(); addEventListener('scroll', grow); new IntersectionObserver(grow).observe(document.body.appendChild(document.createElement('footer')));
    setInterval(grow, 20);`,
  ),
  '/scroll-thief': scripted(
    'Scroll thief',
    `document.body.style.height = '5000px'; setInterval(() => scrollTo(0, Math.random() * 5_000), 1)`,
  ),
  '/sticky': marked(
    'Sticky header',
    `<header style="position:sticky;top:0;height:50px;background:green"></header>${box(100, 4_000)}`,
  ),
  '/fixed': marked(
    'Fixed header',
    `<header style="position:fixed;top:100px;left:0;width:100px;height:50px;background:green"></header>${box(100, 4_000)}`,
  ),
  '/lazy': marked(
    'Lazy images',
    `${box(100, 3_000)}<img src="/image" loading="lazy" width="100" height="100" alt="" style="display:block">`,
  ),
  '/negative': marked(
    'Beyond the left upper edge',
    '<div style="position:absolute;left:-60000px;top:-60000px;width:100px;height:100px">x</div>',
  ),
  '/zoom': marked('Zoom', '', 'html{zoom:1}p{zoom:100}'),
  '/no-body': (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><script>document.documentElement.remove()</script>'),
  '/frameset': (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><frameset cols="50%,50%"><frame src="/normal"><frame src="/normal"></frameset>'),
};
