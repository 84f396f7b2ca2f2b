import { block, type Cell, cellGrid, centers, corners, css, heightOf, placeOf } from './cells.ts';
import { libraryPage } from './library-page.ts';

const few = cellGrid(10);
const tall = cellGrid(20, { columns: 2, width: 400, height: 250, rowHeight: 500 });
const blocks = (cells: Cell[], attributes = '') => cells.map((cell) => block(cell, attributes)).join('');
const gsap = '<script src="/packages/gsap/dist/gsap.min.js"></script>';
const scrollTrigger = `${gsap}<script src="/packages/gsap/dist/ScrollTrigger.min.js"></script>`;
const aos =
  '<link rel="stylesheet" href="/packages/aos/dist/aos.css"><script src="/packages/aos/dist/aos.js"></script>';

/** Every block must be opaque and at its final position. */
const revealed = (cells: Cell[]) => ({
  height: heightOf(cells),
  points: [...centers(cells), ...corners(cells)],
});

const observerScript = (leave: string) => `<script>
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting) target.classList.add('in'); else { ${leave} }
  }, { threshold: 0.2 });
  for (const part of document.querySelectorAll('.part')) observer.observe(part);
</script>`;
const fading =
  '.part{opacity:0;transform:translateY(60px);transition:opacity 800ms,transform 800ms}.part.in{opacity:1;transform:none}';

/** Content that moves into position or fades in. */
export const revealPages = [
  libraryPage({
    name: 'gsap-from',
    ...revealed(few),
    body: `${gsap}${blocks(few, 'class="part"')}
      <script>gsap.from('.part', { x: -600, opacity: 0, duration: 1, stagger: 0.1 });</script>`,
  }),
  libraryPage({
    name: 'gsap-timeline',
    ...revealed(few),
    body: `${gsap}${blocks(few, 'class="part"')}<script>
      const timeline = gsap.timeline();
      for (const part of document.querySelectorAll('.part'))
        timeline.from(part, { y: 300, scale: 0, rotation: 90, duration: 0.25, ease: 'back.out' }, '-=0.05');
    </script>`,
  }),
  libraryPage({
    name: 'gsap-counter',
    height: 200,
    points: [
      [1_015, 130, [30, 120, 60]],
      [1_035, 130, [255, 255, 255]],
    ],
    body: `${gsap}<output style="position:absolute;left:20px;top:80px">0</output>
      <div id="bar" style="position:absolute;left:20px;top:110px;height:40px;width:0;background:rgb(30,120,60)"></div><script>
      const counter = { value: 0 };
      gsap.to(counter, { value: 1000, duration: 1.8, onUpdate() {
        document.querySelector('output').textContent = Math.round(counter.value);
        document.getElementById('bar').style.width = counter.value + 'px';
      } });
    </script>`,
  }),
  libraryPage({
    name: 'gsap-scroll-once',
    ...revealed(tall),
    body: `${scrollTrigger}${blocks(tall, 'class="part"')}<script>
      for (const part of document.querySelectorAll('.part'))
        gsap.from(part, { opacity: 0, x: -200, duration: 0.8, scrollTrigger: { trigger: part, start: 'top 80%' } });
    </script>`,
  }),
  libraryPage({
    name: 'gsap-scroll-reverse',
    ...revealed(tall),
    body: `${scrollTrigger}${blocks(tall, 'class="part"')}<script>
      for (const part of document.querySelectorAll('.part'))
        gsap.from(part, { opacity: 0, scale: 0.4, duration: 0.8,
          scrollTrigger: { trigger: part, start: 'top 80%', toggleActions: 'play none none reverse' } });
    </script>`,
  }),
  libraryPage({
    name: 'aos-once',
    ...revealed(tall),
    body: `${aos}${blocks(tall, 'data-aos="fade-up"')}<script>AOS.init({ duration: 800, once: true });</script>`,
  }),
  libraryPage({
    name: 'aos-repeat',
    ...revealed(tall),
    body: `${aos}${blocks(tall, 'data-aos="fade-up"')}<script>AOS.init({ duration: 800, once: false, mirror: true });</script>`,
  }),
  libraryPage({
    name: 'aos-zoom',
    ...revealed(tall),
    body: `${aos}${tall.map((cell) => block(cell, `data-aos="${['zoom-in', 'flip-left', 'slide-right'][cell.index % 3]}"`)).join('')}
      <script>AOS.init({ duration: 600 });</script>`,
  }),
  libraryPage({
    name: 'observed-fade',
    ...revealed(tall),
    style: fading,
    body: `${blocks(tall, 'class="part"')}${observerScript('')}`,
  }),
  libraryPage({
    name: 'observed-fade-repeat',
    ...revealed(tall),
    style: fading,
    body: `${blocks(tall, 'class="part"')}${observerScript("target.classList.remove('in')")}`,
  }),
  libraryPage({
    name: 'scroll-listener-fade',
    ...revealed(tall),
    style: fading,
    body: `${blocks(tall, 'class="part"')}<script>
      const show = () => {
        for (const part of document.querySelectorAll('.part'))
          if (part.getBoundingClientRect().top < innerHeight - 50) part.classList.add('in');
      };
      addEventListener('scroll', show);
      show();
    </script>`,
  }),
  libraryPage({
    name: 'jquery-fade',
    ...revealed(few),
    style: '.part{display:none}',
    body: `<script src="/packages/jquery/dist/jquery.min.js"></script>
      ${blocks(few, 'class="part"')}
      <script>$('.part').each((index, part) => $(part).delay(index * 60).fadeIn(900));</script>`,
  }),
  libraryPage({
    name: 'jquery-slide',
    height: 700,
    points: [
      [300, 300, [120, 60, 20]],
      [300, 500, [20, 90, 60]],
    ],
    body: `<script src="/packages/jquery/dist/jquery.min.js"></script>
      <div style="position:absolute;left:20px;top:80px;width:600px">
      <div id="part" style="display:none;height:360px;background:rgb(120,60,20)"></div>
      <div style="height:200px;background:rgb(20,90,60)"></div></div>
      <script>$('#part').slideDown(1200);</script>`,
  }),
  libraryPage({
    name: 'typed-text',
    height: 300,
    points: [[20 + 39 * 12 + 6, 120, [60, 40, 120]]],
    style:
      '#line{position:absolute;left:20px;top:100px;white-space:nowrap;font-size:0}#line i{display:inline-block;width:12px;height:40px;background:rgb(60,40,120)}',
    body: `<div id="line"></div><script>
      let shown = 0;
      const type = () => {
        document.getElementById('line').append(document.createElement('i'));
        shown += 1;
        if (shown < 40) setTimeout(type, 40);
      };
      setTimeout(type, 100);
    </script>`,
  }),
  libraryPage({
    name: 'transition-bars',
    height: 600,
    points: [0, 1, 2, 3, 4].map((index) => [
      20 + (index + 1) * 200 - 5,
      100 + index * 80,
      [150, 30, 90] as const,
    ]),
    style:
      '.bar{position:absolute;left:20px;height:40px;width:0;background:rgb(150,30,90);transition:width 1.5s}',
    body: `${[0, 1, 2, 3, 4].map((index) => `<div class="bar" style="top:${80 + index * 80}px" data-width="${(index + 1) * 200}"></div>`).join('')}
      <script>requestAnimationFrame(() => setTimeout(() => {
        for (const bar of document.querySelectorAll('.bar')) bar.style.width = bar.dataset.width + 'px';
      }, 200));</script>`,
  }),
  libraryPage({
    name: 'staggered-transitions',
    ...revealed(few),
    style: '.part{opacity:0;transition:opacity 400ms}.part.in{opacity:1}',
    body: `${blocks(few, 'class="part"')}<script>
      document.querySelectorAll('.part').forEach((part, index) => setTimeout(() => part.classList.add('in'), index * 150));
    </script>`,
  }),
  libraryPage({
    name: 'skeleton',
    ...revealed(few),
    style:
      '@keyframes shine{to{background-position:200px}}.skeleton{background:#ddd;animation:shine 1s linear infinite}',
    body: `${few.map((cell) => `<div class="skeleton" data-color="${css(cell.color)}" style="${placeOf(cell)}"></div>`).join('')}<script>
      document.querySelectorAll('.skeleton').forEach(async (part, index) => {
        await fetch('/data.json?ms=' + (300 + index * 120));
        part.className = '';
        part.style.background = part.dataset.color;
      });
    </script>`,
  }),
];
