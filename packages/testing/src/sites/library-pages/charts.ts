import { libraryPage, movingNote } from './library-page.ts';
import { columnLength, type Picture, type Rgb, shareOf } from './picture.ts';

const values = [30, 85, 60, 15, 100, 45];
const bar: Rgb = [40, 90, 160];
const slices = [
  { share: 0.5, color: [200, 60, 60] },
  { share: 0.3, color: [60, 160, 60] },
  { share: 0.2, color: [60, 60, 200] },
] satisfies { share: number; color: Rgb }[];
const rgb = (color: Rgb) => `rgb(${color.join()})`;
const script = '<script src="/packages/chart.js/dist/chart.umd.min.js"></script>';

/** The size and position of the canvas. The chart has no axes, so it fills the whole canvas. */
const canvas = { left: 20, top: 80, width: 600, height: 300 };
const place = (top: number) =>
  `position:absolute;left:${canvas.left}px;top:${top}px;width:${canvas.width}px;height:${canvas.height}px`;

/** Checks that the height of each bar, as a percentage of the canvas, matches its value. */
const barFaults = (picture: Picture, top: number): string[] =>
  values.flatMap((value, index) => {
    const left = canvas.left + Math.round(((index + 0.5) * canvas.width) / values.length);
    const found = columnLength(picture, left, { ...canvas, top }, bar);
    const expected = (value / 100) * canvas.height;
    return Math.abs(found - expected) <= 3
      ? []
      : [`bar ${index} is ${found} px high instead of ${expected} px`];
  });

const barConfig = (more = '') => `{
  type: 'bar',
  data: { labels: ${JSON.stringify(values)}, datasets: [{ data: ${JSON.stringify(values)}, backgroundColor: '${rgb(bar)}' }] },
  options: { ${more} plugins: { legend: { display: false } }, scales: { x: { display: false }, y: { display: false, min: 0, max: 100 } } },
}`;

export const chartPages = [
  libraryPage({
    name: 'chart-bar',
    height: 400,
    body: `${script}<canvas id="chart" style="${place(canvas.top)}" width="600" height="300"></canvas>
      <script>new Chart('chart', ${barConfig('responsive: false,')});</script>`,
    faults: (picture) => barFaults(picture, canvas.top),
  }),
  libraryPage({
    name: 'chart-responsive',
    height: 400,
    body: `${script}<div style="${place(canvas.top)}"><canvas id="chart"></canvas></div>
      <script>new Chart('chart', ${barConfig('maintainAspectRatio: false,')});</script>`,
    faults: (picture) => barFaults(picture, canvas.top),
  }),
  libraryPage({
    name: 'chart-below-fold',
    height: 2_400,
    body: `${script}<div style="${place(2_000)}"><canvas id="chart"></canvas></div><script>
      new IntersectionObserver((entries, observer) => {
        if (!entries[0].isIntersecting) return;
        observer.disconnect();
        new Chart('chart', ${barConfig('maintainAspectRatio: false,')});
      }).observe(document.getElementById('chart'));
    </script>`,
    faults: (picture) => barFaults(picture, 2_000),
  }),
  libraryPage({
    name: 'chart-after-request',
    height: 400,
    body: `${script}<div style="${place(canvas.top)}"><canvas id="chart"></canvas></div><script>
      fetch('/data.json?ms=800').then(() => new Chart('chart', ${barConfig('maintainAspectRatio: false,')}));
    </script>`,
    faults: (picture) => barFaults(picture, canvas.top),
  }),
  libraryPage({
    name: 'chart-doughnut',
    height: 400,
    body: `${script}<div style="${place(canvas.top)}"><canvas id="chart"></canvas></div><script>
      new Chart('chart', {
        type: 'pie',
        data: { datasets: [{ data: ${JSON.stringify(slices.map(({ share }) => share))}, borderWidth: 0,
          backgroundColor: ${JSON.stringify(slices.map(({ color }) => rgb(color)))} }] },
        options: { maintainAspectRatio: false },
      });
    </script>`,
    faults: (picture) => {
      const found = slices.map(({ color }) => shareOf(picture, canvas, color));
      const pie = found.reduce((sum, share) => sum + share, 0);
      return [
        // The pie almost touches the upper and the lower edge of the canvas.
        ...(pie > (0.9 * Math.PI * (canvas.height / 2) ** 2) / (canvas.width * canvas.height)
          ? []
          : ['the pie is smaller than its canvas']),
        ...slices.flatMap(({ share }, index) =>
          Math.abs(found[index]! / pie - share) < 0.015
            ? []
            : [`the slice of ${share} has ${(found[index]! / pie).toFixed(3)} of the pie`],
        ),
      ];
    },
  }),
  libraryPage({
    name: 'chart-live',
    height: 400,
    rests: false,
    note: movingNote,
    body: `${script}<div style="${place(canvas.top)}"><canvas id="chart"></canvas></div><script>
      const chart = new Chart('chart', ${barConfig('maintainAspectRatio: false,')});
      setInterval(() => {
        chart.data.datasets[0].data = chart.data.datasets[0].data.map(() => 20 + Math.random() * 80);
        chart.update();
      }, 300);
    </script>`,
    faults: (picture) =>
      shareOf(picture, canvas, bar) > 0.1 && shareOf(picture, canvas, bar) < 0.9 ? [] : ['it has no bars'],
  }),
];
