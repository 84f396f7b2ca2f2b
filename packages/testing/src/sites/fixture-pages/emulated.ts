// Pages that report the values visible to scripts in the document, in its workers, and in a frame with its own worker.
import type { IncomingMessage, ServerResponse } from 'node:http';

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown;

/** What a script sees. `window` is null in workers. */
export type SeenByScript = {
  timezone: string;
  /** The hour of the Unix epoch in local time. */
  epochHour: number;
  locale: string;
  number: string;
  userAgent: string;
  /** From the client hints. Null in documents without client hints, because their connection is not secure. */
  mobile: boolean | null;
  window: {
    scale: number;
    width: number;
    height: number;
    touchPoints: number;
    dark: boolean;
    reducedMotion: boolean;
    print: boolean;
    coarsePointer: boolean;
    orientation: string;
    platform: string;
  } | null;
};

const probe = `
  function probe() {
    const { timeZone: timezone, locale } = new Intl.DateTimeFormat().resolvedOptions();
    const media = (query) => matchMedia(query).matches;
    return {
      timezone, locale,
      epochHour: new Date(0).getHours(),
      number: (1234.5).toLocaleString(),
      userAgent: navigator.userAgent,
      mobile: navigator.userAgentData ? navigator.userAgentData.mobile : null,
      window: typeof matchMedia === 'undefined' ? null : {
        scale: devicePixelRatio, width: innerWidth, height: innerHeight,
        touchPoints: navigator.maxTouchPoints,
        dark: media('(prefers-color-scheme: dark)'),
        reducedMotion: media('(prefers-reduced-motion: reduce)'),
        print: media('print'),
        coarsePointer: media('(pointer: coarse)'),
        orientation: screen.orientation.type,
        platform: navigator.platform,
      },
    };
  }
`;

const style = `
  html, body { margin: 0; background: #fff }
  @media (prefers-color-scheme: dark) { html, body { background: #000; color: #fff } }
  #block { width: 100px; height: 100px; background: rgb(255, 0, 0) }
  @media (prefers-reduced-motion: reduce) { #block { background: rgb(0, 128, 0) } }
  @media print { #block { background: rgb(0, 0, 255) } }
`;

const html: (body: string) => Handler = (body) => (_request, response) =>
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Emulated</title><meta name="viewport" content="width=device-width"><style>${style}</style></head><body>${body}</body></html>`,
    );
const script: (source: string) => Handler = (source) => (_request, response) =>
  response.writeHead(200, { 'content-type': 'text/javascript' }).end(source);
const frameOf = (url: URL) =>
  `<iframe width="20" height="20" src="${encodeURI(url.searchParams.get('frame') ?? '')}"></iframe>`;

export const emulatedRoutes: Record<string, Handler> = {
  /**
   * Shows a JSON object with the values visible to scripts in the document (`page`) and, if the query asks for them, in
   * its workers (`workers`) and in a frame (`frame=URL` of `/emulated/frame`). The body has `data-complete` when
   * everything has been reported.
   */
  '/emulated': (request, response, url) => {
    const [workers, frame] = [url.searchParams.has('workers'), url.searchParams.has('frame')];
    const expected = [
      'page',
      ...(workers ? ['worker', 'nested', 'shared', 'service'] : []),
      ...(frame ? ['frame', 'frameWorker'] : []),
    ];
    const body = `<div id="block"></div>${frame ? frameOf(url) : ''}<pre></pre><script>${probe}
      const seen = {};
      const expected = ${JSON.stringify(expected)};
      function report(name, values) {
        seen[name] = values;
        document.querySelector('pre').textContent = JSON.stringify(seen);
        if (expected.every((one) => one in seen)) document.body.dataset.complete = '';
      }
      addEventListener('message', ({ data }) => report(data.name, data.values));
      if (${workers}) {
        new Worker('/emulated/worker.js').onmessage = ({ data }) => report(data.name, data.values);
        const { port } = new SharedWorker('/emulated/shared.js');
        port.onmessage = ({ data }) => report('shared', data);
        navigator.serviceWorker.onmessage = ({ data }) => report('service', data);
        navigator.serviceWorker.register('/emulated/service.js').then(({ installing, waiting, active }) => {
          (installing ?? waiting ?? active).postMessage(null);
        });
      }
      report('page', probe());
    </script>`;
    html(body)(request, response, url);
  },
  '/emulated/frame': html(`<script>${probe}
    const report = (name, values) => parent.postMessage({ name, values }, '*');
    report('frame', probe());
    const worker = new Worker('/emulated/nested.js');
    worker.onmessage = ({ data }) => report('frameWorker', data);
  </script>`),
  /** A frame without a worker. It posts a message when it has loaded, and again for each message that it receives. */
  '/emulated/small-frame': html(`<script>${probe}
    const report = () => parent.postMessage({ name: 'frame', values: probe() }, '*');
    addEventListener('message', report);
    report();
  </script>`),
  '/emulated/worker.js': script(`${probe}
    postMessage({ name: 'worker', values: probe() });
    new Worker('/emulated/nested.js').onmessage = ({ data }) => postMessage({ name: 'nested', values: data });
  `),
  '/emulated/nested.js': script(`${probe} postMessage(probe());`),
  '/emulated/shared.js': script(`${probe} onconnect = ({ ports: [port] }) => port.postMessage(probe());`),
  '/emulated/service.js': script(`${probe}
    onmessage = ({ source }) => source.postMessage(probe());
  `),
  /** A document whose dedicated worker has started by the time the document has loaded. */
  '/emulated/one-worker': html(`<div id="block"></div><script>
    const worker = new Worker('/emulated/nested.js');
    worker.onmessage = () => document.body.setAttribute('data-complete', '');
  </script>`),
  /**
   * Replaces a frame with another one of the same site. It is complete when, at least half a second later, scripts in the
   * remaining frame read the time zone `timezone` (query).
   */
  '/emulated/replaced': (request, response, url) => {
    const body = `${frameOf(url)}<pre></pre><script>
      let frames = 0;
      addEventListener('message', ({ data }) => {
        const [first] = document.querySelectorAll('iframe');
        frames += 1;
        if (frames === 1) {
          const second = first.cloneNode();
          second.src = first.src + '?later';
          document.body.append(second);
        } else if (frames === 2) {
          first.remove();
          const [second] = document.querySelectorAll('iframe');
          setTimeout(() => setInterval(() => second.contentWindow.postMessage(null, '*'), 200), 500);
        } else {
          document.querySelector('pre').textContent = JSON.stringify({ frame: data.values });
          const { timezone } = data.values;
          if (timezone === ${JSON.stringify(url.searchParams.get('timezone'))}) document.body.dataset.complete = '';
        }
      });
    </script>`;
    html(body)(request, response, url);
  },
  /** 100 small frames with an empty document, one below the other. */
  '/emulated/many': (request, response, url) => html(frameOf(url).repeat(60))(request, response, url),
  '/emulated/empty-frame': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
  /** Shows the position of the device, or the reason why it cannot be read. */
  '/position': html(`<pre></pre><script>
    function show(text) {
      document.querySelector('pre').textContent = text;
      document.body.dataset.complete = '';
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => show([coords.latitude, coords.longitude, coords.accuracy].join(' ')),
      ({ message }) => show(message),
    );
  </script>`),
  '/position/redirect': (_request, response, url) =>
    response.writeHead(302, { location: url.searchParams.get('to') ?? '/position' }).end(),
};
