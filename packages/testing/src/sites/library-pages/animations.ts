import { libraryPage } from './library-page.ts';
import { colorsIn, type Picture, shareOf } from './picture.ts';

const place = 'position:absolute;left:20px;top:80px;width:400px;height:300px';
const area = { left: 20, top: 80, width: 400, height: 300 };
const white = [255, 255, 255] as const;
const black = [0, 0, 0] as const;

/** A Lottie animation of `frames` frames at 60 per second: a square moves from the left to the right edge of 400 × 300 px. */
const lottieData = (frames: number) =>
  JSON.stringify({
    v: '5.7.0',
    fr: 60,
    ip: 0,
    op: frames,
    w: 400,
    h: 300,
    layers: [
      {
        ty: 4,
        ip: 0,
        op: frames,
        st: 0,
        ks: {
          o: { a: 0, k: 100 },
          r: { a: 0, k: 0 },
          p: {
            a: 1,
            k: [
              { t: 0, s: [50, 150, 0], i: { x: 1, y: 1 }, o: { x: 0, y: 0 } },
              { t: frames - 1, s: [350, 150, 0] },
            ],
          },
          a: { a: 0, k: [0, 0, 0] },
          s: { a: 0, k: [100, 100, 100] },
        },
        shapes: [
          {
            ty: 'gr',
            it: [
              { ty: 'rc', d: 1, s: { a: 0, k: [100, 100] }, p: { a: 0, k: [0, 0] }, r: { a: 0, k: 0 } },
              { ty: 'fl', c: { a: 0, k: [0.8, 0.2, 0.2, 1] }, o: { a: 0, k: 100 } },
              {
                ty: 'tr',
                p: { a: 0, k: [0, 0] },
                a: { a: 0, k: [0, 0] },
                s: { a: 0, k: [100, 100] },
                r: { a: 0, k: 0 },
                o: { a: 0, k: 100 },
              },
            ],
          },
        ],
      },
    ],
  });
const lottie = (loop: boolean, frames: number, renderer = 'svg') =>
  `<script src="/packages/lottie-web/build/player/lottie.min.js"></script><div id="lottie" style="${place}"></div>
  <script>lottie.loadAnimation({ container: document.getElementById('lottie'), renderer: '${renderer}', loop: ${loop}, animationData: ${lottieData(frames)} });</script>`;
const square = [204, 51, 51] as const;

const three = (loop: string) => `<canvas id="scene" style="${place}" width="400" height="300"></canvas>
  <script type="importmap">{"imports":{"three":"/packages/three/build/three.module.js"}}</script>
  <script type="module">
    import * as THREE from 'three';
    const renderer = new THREE.WebGLRenderer({ canvas: document.getElementById('scene') });
    const scene = new THREE.Scene();
    const camera = new THREE.PerspectiveCamera(60, 4 / 3, 0.1, 10);
    camera.position.z = 2;
    const cube = new THREE.Mesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial({ color: 0xff3322 }));
    cube.rotation.set(0.5, 0.5, 0);
    scene.add(cube);
    ${loop}
  </script>`;
const cubeShown = (picture: Picture) => {
  const share = shareOf(picture, area, [255, 51, 34]);
  return share > 0.1 && share < 0.5 ? [] : [`the cube covers ${share.toFixed(2)} of the canvas`];
};

const swiper = (options: string) => `<link rel="stylesheet" href="/packages/swiper/swiper-bundle.min.css">
  <script src="/packages/swiper/swiper-bundle.min.js"></script>
  <div class="swiper" style="${place}"><div class="swiper-wrapper">${['#cc3333', '#33aa33', '#3333cc']
    .map((color) => `<div class="swiper-slide" style="background:${color}"></div>`)
    .join('')}</div></div><script>new Swiper('.swiper', { ${options} });</script>`;
/** A single slide must fill the whole area. A capture must not show a slide that is still moving. */
const slideShown = (picture: Picture) =>
  colorsIn(picture, area) === 1 && shareOf(picture, area, white) === 0 ? [] : ['no slide fills the area'];
const secondSlideShown = (picture: Picture) =>
  shareOf(picture, area, [51, 170, 51]) === 1 ? [] : ['the second slide does not fill the area'];

/** Animations that end, and animations that never end. */
export const animationPages = [
  libraryPage({
    name: 'css-endless',
    height: 400,
    points: [
      [25, 85, [200, 60, 60]],
      [115, 175, [200, 60, 60]],
      [305, 225, [60, 60, 200]],
    ],
    style: `@keyframes turn{to{transform:rotate(360deg)}}@keyframes beat{50%{transform:scale(.5)}}
      .a,.b{position:absolute;top:80px;width:100px;height:100px}.a{left:20px;background:rgb(200,60,60);animation:turn 900ms linear infinite}
      .b{left:300px;top:220px;background:rgb(60,60,200);animation:beat 700ms infinite}`,
    body: '<div class="a"></div><div class="b"></div>',
  }),
  libraryPage({
    name: 'css-finite',
    height: 400,
    points: [
      [470, 130, [200, 60, 60]],
      [70, 300, [60, 60, 200]],
    ],
    style: `@keyframes go{to{transform:translateX(400px)}}@keyframes in{from{opacity:0}}
      .a,.b{position:absolute;left:20px;top:80px;width:100px;height:100px;background:rgb(200,60,60);animation:go 3s 1s both}
      .b{top:250px;background:rgb(60,60,200);animation:in 2s 2s both}`,
    body: '<div class="a"></div><div class="b"></div>',
  }),
  libraryPage({
    name: 'counter',
    height: 200,
    points: [
      [1_015, 130, [30, 120, 60]],
      [1_035, 130, white],
    ],
    body: `<output style="position:absolute;left:20px;top:80px">0</output>
      <div id="bar" style="position:absolute;left:20px;top:110px;height:40px;width:0;background:rgb(30,120,60)"></div><script>
      let value = 0;
      const timer = setInterval(() => {
        value = Math.min(1234, value + 11);
        document.querySelector('output').textContent = value;
        document.getElementById('bar').style.width = Math.round(value / 1.234) + 'px';
        if (value === 1234) clearInterval(timer);
      }, 25);
    </script>`,
  }),
  libraryPage({
    name: 'canvas-once',
    height: 400,
    points: [
      [400, 200, [40, 120, 40]],
      [60, 200, white],
    ],
    body: `<canvas id="c" width="400" height="300" style="${place}"></canvas><script>
      const context = document.getElementById('c').getContext('2d');
      const start = performance.now();
      const draw = () => {
        const part = Math.min(1, (performance.now() - start) / 1200);
        context.clearRect(0, 0, 400, 300);
        context.fillStyle = 'rgb(40,120,40)';
        context.fillRect(part * 300, 50, 100, 200);
        if (part < 1) requestAnimationFrame(draw);
      };
      draw();
    </script>`,
  }),
  libraryPage({
    name: 'lottie-once',
    height: 400,
    points: [
      [370, 230, square],
      [70, 230, white],
    ],
    body: lottie(false, 60),
  }),
  libraryPage({
    name: 'lottie-once-canvas',
    height: 400,
    points: [
      [370, 230, square],
      [70, 230, white],
    ],
    body: lottie(false, 60, 'canvas'),
  }),
  libraryPage({
    name: 'three-once',
    height: 400,
    body: three('renderer.render(scene, camera);'),
    faults: cubeShown,
  }),
  libraryPage({ name: 'swiper', height: 400, body: swiper('loop: true'), faults: slideShown }),
  libraryPage({
    name: 'swiper-fade',
    height: 400,
    body: swiper(
      "effect: 'fade', initialSlide: 0, on: { init(swiper) { setTimeout(() => swiper.slideTo(1, 700), 200); } }",
    ),
    faults: secondSlideShown,
  }),
  libraryPage({
    name: 'lottie-endless',
    height: 400,
    rests: false,
    body: lottie(true, 120),
    faults: (picture) => {
      const pixels = shareOf(picture, area, square) * area.width * area.height;
      return Math.abs(pixels - 10_000) < 600 ? [] : [`the square has ${pixels} pixels`];
    },
  }),
  libraryPage({
    name: 'three-endless',
    height: 400,
    rests: false,
    body: three(
      'renderer.setAnimationLoop(() => { cube.rotation.y += 0.02; renderer.render(scene, camera); });',
    ),
    faults: cubeShown,
  }),
  libraryPage({
    name: 'canvas-endless',
    height: 400,
    rests: false,
    body: `<canvas id="c" width="400" height="300" style="${place}"></canvas><script>
      const context = document.getElementById('c').getContext('2d');
      const draw = (time) => {
        context.clearRect(0, 0, 400, 300);
        context.fillStyle = 'rgb(40,120,40)';
        context.fillRect(150 + 150 * Math.sin(time / 300), 100, 100, 100);
        requestAnimationFrame(draw);
      };
      draw(0);
    </script>`,
    faults: (picture) =>
      Math.abs(shareOf(picture, area, [40, 120, 40]) - 1 / 12) < 0.01 ? [] : ['the square is not whole'],
  }),
  libraryPage({
    name: 'gsap-endless',
    height: 400,
    rests: false,
    body: `<script src="/packages/gsap/dist/gsap.min.js"></script>
      <div id="part" style="position:absolute;left:20px;top:180px;width:100px;height:100px;background:rgb(40,120,40)"></div>
      <script>gsap.to('#part', { x: 300, duration: 1.3, repeat: -1, yoyo: true });</script>`,
    faults: (picture) =>
      Math.abs(shareOf(picture, area, [40, 120, 40]) - 1 / 12) < 0.01 ? [] : ['the block is not whole'],
  }),
  libraryPage({
    name: 'clock',
    height: 200,
    rests: false,
    style: 'output{position:absolute;left:20px;top:80px;width:400px;font-size:40px;line-height:60px}',
    body: `<output></output><script>
      const show = () => { document.querySelector('output').textContent = new Date().toISOString().slice(11, 23); };
      setInterval(show, 100);
      show();
    </script>`,
    faults: (picture) =>
      shareOf(picture, { left: 20, top: 80, width: 400, height: 60 }, black) > 0.01
        ? []
        : ['it shows no time'],
  }),
  libraryPage({
    name: 'ticker',
    height: 200,
    rests: false,
    style: 'output{position:absolute;left:20px;top:80px;width:400px;font-size:40px;line-height:60px}',
    body: `<output>0</output><script>
      new WebSocket('ws://' + location.host + '/socket?every=100').onmessage = () => {
        const output = document.querySelector('output');
        output.textContent = Number(output.textContent) + 1;
      };
    </script>`,
    faults: (picture) =>
      shareOf(picture, { left: 20, top: 80, width: 400, height: 60 }, black) > 0.001
        ? []
        : ['it shows no number'],
  }),
];
