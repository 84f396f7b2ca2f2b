/** The target of a channel: `at` is `127.0.0.1:<port>`, `url` is `http://<at>/<channel>`. */
type Target = { channel: string; at: string; port: number; url: string };
type Snippet = (target: Target) => string;

const script = (code: string) => `<script type="module">${code}</script>`;
/** Runs the HTML in a frame, so that its navigation does not affect the page. */
const inFrame = (document: string) => `<iframe srcdoc="${document.replaceAll('"', '&quot;')}"></iframe>`;
const own = (path: string, { url }: Target) => `${path}?to=${encodeURIComponent(url)}`;
const spelled =
  (host: string): Snippet =>
  ({ channel, port }) =>
    `<img src="http://${host}:${port}/${channel}" alt="">`;
const peer = (server: string) =>
  script(`const peer = new RTCPeerConnection({ iceServers: [${server}] });
    peer.createDataChannel('canary');
    await peer.setLocalDescription(await peer.createOffer());`);

/** Every known way in which a page can make a browser use the network: the name of the channel and its HTML. */
export const pageChannels: Readonly<Record<string, Snippet>> = {
  // Images and styles.
  img: ({ url }) => `<img src="${url}" alt="">`,
  'img-srcset': ({ url }) => `<img srcset="${url} 1x" alt="">`,
  picture: ({ url }) => `<picture><source srcset="${url}"><img alt=""></picture>`,
  'input-image': ({ url }) => `<input type="image" src="${url}" alt="">`,
  stylesheet: ({ url }) => `<link rel="stylesheet" href="${url}">`,
  'css-import': ({ url }) => `<style>@import url("${url}");</style>`,
  'css-background': ({ url }) => `<div style="height:1px;background:url('${url}')"></div>`,
  'css-image-set': ({ url }) => `<div style="height:1px;background:image-set('${url}' 1x)"></div>`,
  'css-content': ({ url }) => `<div style="content:url('${url}')"></div>`,
  'css-mask': ({ url }) => `<div style="height:1px;mask-image:url('${url}')"></div>`,
  'css-filter': (target) =>
    `<div style="height:1px;filter:url('${own('/channels/redirect', target)}#f')"></div>`,
  'css-list-style': ({ url }) => `<ul style="list-style-image:url('${url}')"><li>x</li></ul>`,
  'css-cursor': ({ url }) => `<div style="cursor:url('${url}'),auto">x</div>`,
  'css-font': ({ url }) =>
    `<style>@font-face{font-family:canary;src:url("${url}")}</style><p style="font-family:canary">x</p>`,
  'font-face': ({ url }) => script(`new FontFace('other', 'url(${url})').load()`),
  'paint-worklet': ({ url }) => script(`CSS.paintWorklet?.addModule('${url}')`),
  icon: ({ url }) => `<link rel="icon" href="${url}">`,
  manifest: ({ url }) => `<link rel="manifest" href="${url}">`,
  // Documents inside the page.
  iframe: ({ url }) => `<iframe src="${url}"></iframe>`,
  'iframe-srcdoc': ({ url }) => inFrame(`<img src='${url}'>`),
  'iframe-sandbox': ({ url }) => `<iframe sandbox src="${url}"></iframe>`,
  object: ({ url }) => `<object data="${url}"></object>`,
  embed: ({ url }) => `<embed src="${url}">`,
  portal: ({ url }) => `<portal src="${url}"></portal>`,
  'fenced-frame': ({ url }) =>
    script(`const frame = document.createElement('fencedframe');
      document.body.append(frame);
      frame.config = new FencedFrameConfig('${url}')`),
  'meta-refresh': ({ url }) => inFrame(`<meta http-equiv='refresh' content='0;url=${url}'>`),
  'form-post': ({ url }) =>
    inFrame(
      `<form method='post' action='${url}'><input name='a' value='b'></form><script>document.forms[0].submit()</script>`,
    ),
  xslt: (target) => `<iframe src="${own('/channels/xslt', target)}"></iframe>`,
  'xml-entity': (target) => `<iframe src="${own('/channels/xml-entity', target)}"></iframe>`,
  // SVG and media.
  'svg-image': ({ url }) => `<svg><image href="${url}" width="1" height="1"/></svg>`,
  'svg-use': (target) => `<svg><use href="${own('/channels/redirect', target)}#a"/></svg>`,
  'svg-fe-image': ({ url }) =>
    `<svg width="9" height="9"><filter id="fe"><feImage href="${url}"/></filter><rect width="9" height="9" filter="url(#fe)"/></svg>`,
  'svg-foreign-object': ({ url }) =>
    `<svg><foreignObject width="9" height="9"><img src="${url}" alt=""></foreignObject></svg>`,
  'svg-document': (target) => `<iframe src="${own('/channels/svg', target)}"></iframe>`,
  video: ({ url }) => `<video src="${url}" preload="auto" muted autoplay></video>`,
  poster: ({ url }) => `<video poster="${url}"></video>`,
  audio: ({ url }) => `<audio src="${url}" preload="auto"></audio>`,
  source: ({ url }) => `<video preload="auto"><source src="${url}"></video>`,
  track: ({ url }) =>
    `<video crossorigin src="/tick"><track default kind="captions" src="${url}"></video>
    ${script("for (const { track } of document.querySelectorAll('track')) track.mode = 'showing'")}`,
  'audio-worklet': ({ url }) => script(`new AudioContext().audioWorklet.addModule('${url}')`),
  // Scripts and requests.
  script: ({ url }) => `<script src="${url}"></script>`,
  'script-module': ({ url }) => `<script type="module" src="${url}"></script>`,
  'dynamic-import': ({ url }) => script(`import('${url}')`),
  fetch: ({ url }) => script(`fetch('${url}', { mode: 'no-cors' })`),
  'fetch-preflight': ({ url }) => script(`fetch('${url}', { method: 'PUT', headers: { 'x-a': 'b' } })`),
  'fetch-keepalive': ({ url }) => script(`fetch('${url}', { mode: 'no-cors', keepalive: true })`),
  'fetch-later': ({ url }) => script(`fetchLater('${url}', { activateAfter: 0 })`),
  'fetch-redirect': (target) => script(`fetch('${own('/channels/redirect', target)}', { mode: 'no-cors' })`),
  'img-redirect': (target) => `<img src="${own('/channels/redirect', target)}" alt="">`,
  xhr: ({ url }) => script(`const xhr = new XMLHttpRequest(); xhr.open('GET', '${url}'); xhr.send()`),
  beacon: ({ url }) => script(`navigator.sendBeacon('${url}', 'payload')`),
  'event-source': ({ url }) => script(`new EventSource('${url}')`),
  ws: ({ at }) => script(`new WebSocket('ws://${at}/ws')`),
  wss: ({ at }) => script(`new WebSocket('wss://${at}/wss')`),
  'websocket-stream': ({ at }) => script(`new WebSocketStream('ws://${at}/')`),
  https: ({ at }) => `<img src="https://${at}/https" alt="">`,
  'a-ping': ({ url }) =>
    inFrame(`<a id=a href='#x' ping='${url}'>x</a><script>document.getElementById('a').click()</script>`),
  'a-download': ({ url }) =>
    inFrame(`<a href='${url}' download>x</a><script>document.links[0].click()</script>`),
  'form-fields': ({ url }) =>
    `<form method="post" action="${url}"><input name="name" autocomplete="name"><input type="email" name="email">
    <input name="street" autocomplete="street-address"><input name="city"><input name="zip"></form>`,
  popup: ({ url }) => script(`window.open('${url}')`),
  'popup-noopener': ({ url }) => script(`window.open('${url}', '_blank', 'noopener')`),
  // Workers.
  worker: (target) => script(`new Worker('${own('/channels/worker.js', target)}')`),
  'worker-import': (target) => script(`new Worker('${own('/channels/importing-worker.js', target)}')`),
  'worker-ws': (target) => script(`new Worker('${own('/channels/ws-worker.js', target)}')`),
  'shared-worker': (target) => script(`new SharedWorker('${own('/channels/worker.js', target)}')`),
  'service-worker': (target) =>
    script(`navigator.serviceWorker.register('${own('/channels/service-worker.js', target)}')`),
  // Hints.
  preload: ({ url }) => `<link rel="preload" as="image" href="${url}">`,
  'preload-fetch': ({ url }) => `<link rel="preload" as="fetch" crossorigin href="${url}">`,
  modulepreload: ({ url }) => `<link rel="modulepreload" href="${url}">`,
  prefetch: ({ url }) => `<link rel="prefetch" href="${url}">`,
  preconnect: ({ url }) => `<link rel="preconnect" href="${url}">`,
  prerender: ({ url }) => `<link rel="prerender" href="${url}">`,
  'dns-prefetch': ({ port }) => `<link rel="dns-prefetch" href="http://dns-prefetch.canary.test:${port}/">`,
  'preconnect-name': ({ port }) => `<link rel="preconnect" href="http://preconnect.canary.test:${port}/">`,
  'speculation-prefetch': ({ url }) =>
    `<script type="speculationrules">{"prefetch":[{"urls":["${url}"],"eagerness":"immediate"}]}</script>`,
  'speculation-prerender': (target) =>
    `<script type="speculationrules">{"prerender":[{"urls":["${own('/channels/frame', target)}"],"eagerness":"immediate"}]}</script>`,
  // Headers of the page itself, and reports.
  'link-header': () => '',
  'csp-report': () => '<img src="/channels/frame?csp" alt="">',
  'reporting-api': () => '<img src="/channels/frame?csp2" alt="">',
  nel: () => '',
  'attribution-src': ({ url }) => `<img attributionsrc="${url}" src="data:," alt="">`,
  'shared-storage': ({ url }) => script(`sharedStorage.createWorklet('${url}')`),
  'interest-group': ({ url }) =>
    script(
      `navigator.joinAdInterestGroup({ owner: location.origin, name: 'x', biddingLogicURL: '${url}', updateURL: '${url}' }, 60)`,
    ),
  // UDP and WebRTC.
  'stun-udp': ({ at }) => peer(`{ urls: 'stun:${at}' }`),
  'turn-udp': ({ at }) => peer(`{ urls: 'turn:${at}?transport=udp', username: 'u', credential: 'c' }`),
  'turn-tcp': ({ at }) => peer(`{ urls: 'turn:${at}?transport=tcp', username: 'u', credential: 'c' }`),
  'turn-tls': ({ at }) => peer(`{ urls: 'turns:${at}?transport=tcp', username: 'u', credential: 'c' }`),
  'rtc-candidate': ({ port }) =>
    script(`const [one, other] = [new RTCPeerConnection(), new RTCPeerConnection()];
      one.createDataChannel('canary');
      await one.setLocalDescription(await one.createOffer());
      await other.setRemoteDescription(one.localDescription);
      const answer = await other.createAnswer();
      await other.setLocalDescription(answer);
      await one.setRemoteDescription(answer);
      await one.addIceCandidate({ sdpMid: '0', candidate:
        'candidate:1 1 udp 2122260223 127.0.0.1 ${port} typ host generation 0' })`),
  webtransport: ({ at }) => script(`new WebTransport('https://${at}/')`),
  'webtransport-pinned': ({ at }) =>
    script(`new WebTransport('https://${at}/', { serverCertificateHashes: [
      { algorithm: 'sha-256', value: new Uint8Array(32) }] })`),
  'stun-name': ({ port }) => peer(`{ urls: 'stun:stun.canary.test:${port}' }`),
  'webtransport-name': ({ port }) => script(`new WebTransport('https://webtransport.canary.test:${port}/')`),
  // Names and notations for loopback.
  localhost: spelled('localhost'),
  'localhost-dot': spelled('localhost.'),
  'sub-localhost': spelled('canary.localhost'),
  ipv6: spelled('[::1]'),
  'ipv4-mapped': spelled('[::ffff:127.0.0.1]'),
  decimal: spelled('2130706433'),
  octal: spelled('0177.1'),
  unspecified: spelled('0.0.0.0'),
  'own-name': spelled('canary.test'),
};

/** Navigations of the main frame, each on its own page. */
export const journeys: Readonly<Record<string, Snippet>> = {
  'go-meta-refresh': ({ url }) => `<meta http-equiv="refresh" content="0;url=${url}">`,
  'go-script': ({ url }) => script(`location.href = '${url}'`),
  'go-replace': ({ url }) => script(`location.replace('${url}')`),
  'go-form': ({ url }) =>
    `<form method="post" action="${url}"></form>${script('document.forms[0].submit()')}`,
  'go-link': ({ url }) => `<a href="${url}">x</a>${script("document.querySelector('a').click()")}`,
  'go-open-self': ({ url }) => script(`window.open('${url}', '_self')`),
  'go-later': ({ url }) => script(`setTimeout(() => { location.href = '${url}' }, 200)`),
  'go-from-frame': ({ url }) => inFrame(`<script>top.location.href = '${url}'</script>`),
  'go-redirect': () => '',
  'go-refresh-header': () => '',
};

export const targetOf = (channel: string, port: number): Target => {
  const at = `127.0.0.1:${port}`;
  return { channel, at, port, url: `http://${at}/${channel}` };
};
