import { asAttribute, type Behaviors, longText, repeatedly, script, sizeUpTo } from '../behavior.ts';

/** The paths of pages that navigate again as soon as they have loaded, which `fuzz-site.ts` serves. */
const loops = ['meta', 'header', 'script', 'replace', 'form', 'reload', 'open', 'write'] as const;

/** Frames, navigations, history and windows. */
export const documents: Behaviors = {
  'nested-frames': (random) =>
    `<iframe src="/nested?depth=${sizeUpTo(random, 60)}&width=${random.integer(1, 3)}" style="${random.pick(['', 'display:none', 'width:9999px;height:9999px'])}"></iframe>`,
  'srcdoc-frames': (random) => {
    let html = '<p>inner</p>';
    for (let depth = random.integer(1, 8); depth > 0; depth--)
      html = `<iframe ${random.pick(['', 'sandbox', 'sandbox="allow-scripts"'])} srcdoc="${asAttribute(html)}"></iframe>`;
    return html;
  },
  'many-frames': (random) =>
    script(
      random,
      `for (let i = 0; i < ${sizeUpTo(random, 1_500)}; i++) document.body.append(Object.assign(document.createElement('${random.pick(['iframe', 'iframe', 'object', 'embed', 'fencedframe'])}'), { ${random.pick([`src: '/sink?' + i`, `srcdoc: '<p>x</p>'`, `src: 'about:blank'`, `data: '/nested?depth=1'`, `src: 'data:text/html,x'`])} }))`,
    ),
  'frame-churn': (random) =>
    script(
      random,
      repeatedly(
        random,
        `const frame = document.createElement('iframe'); frame.src = '${random.pick(['/sink', 'about:blank', '/nested?depth=2'])}'; document.body.append(frame); if (document.querySelectorAll('iframe').length > ${random.integer(1, 50)}) document.querySelector('iframe').remove()`,
      ),
    ),
  'navigation-loop': (random) => {
    const url = `/loop/${random.pick(loops)}?after=${random.integer(0, 300)}`;
    return random.pick([
      script(random, `location.href = '${url}'`),
      `<meta http-equiv="refresh" content="${random.integer(0, 1)};url=${url}">`,
      `<iframe src="${url}"></iframe>`,
    ]);
  },
  'no-page': (random) =>
    script(
      random,
      repeatedly(
        random,
        `location.href = '${random.pick(['/status?code=204', '/status?code=205', '/download', '/endless?size=1000', 'mailto:a@b.invalid', 'javascript:void 0', 'blob:null/x', 'data:text/html,x', 'about:blank#x', '/silent'])}'`,
      ),
    ),
  downloads: (random) =>
    script(
      random,
      repeatedly(
        random,
        `const link = document.createElement('a'); link.href = '${random.pick(['/download', '/endless?size=65536', 'data:application/zip,x', '/download?size=5000000'])}'; link.download = ${longText(random, 5_000)}; link.click()`,
      ),
    ),
  history: (random) =>
    script(
      random,
      `let n = 0; ${repeatedly(random, random.pick([`history.pushState({ text: ${longText(random, 1e6)} }, '', '?' + n++)`, `history.replaceState(null, '', '#' + n++)`, `history.go(${random.integer(-3, 3)})`, `location.hash = n++`, `navigation.navigate('?' + n++).finished.catch(() => {})`, `history.back(); history.forward()`]))}`,
    ),
  'document-write': (random) =>
    script(
      random,
      repeatedly(
        random,
        `document.${random.pick(['open()', 'write("<p>" + Date())', 'close()', 'replaceChildren()', 'documentElement.remove()', 'documentElement.replaceWith(document.documentElement.cloneNode(true))'])}`,
      ),
    ),
  popups: (random) =>
    script(
      random,
      repeatedly(
        random,
        `window.open('${random.pick(['/sink', 'about:blank', '/nested?depth=3', 'javascript:for(;;);'])}', '_blank', '${random.pick(['', 'noopener', 'width=9,height=9', 'popup'])}')`,
      ),
    ),
  dialogs: (random) =>
    script(
      random,
      repeatedly(random, `${random.pick(['alert', 'confirm', 'prompt'])}(${longText(random, 20e6)})`),
    ),
  printing: (random) => script(random, repeatedly(random, 'print()')),
  unloading: (random) =>
    script(
      random,
      `addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay' }); onpagehide = () => { ${random.pick(['for (;;);', `alert('stay')`, `fetch('/sink', { keepalive: true })`, `navigator.sendBeacon('/sink', 'x')`])} };
      setTimeout(() => { location.href = '/sink' }, ${random.integer(0, 1_000)})`,
    ),
  closing: (random) =>
    script(random, random.pick(['window.close()', 'window.stop()', `open('', '_self').close()`])),
  permissions: (random) =>
    script(
      random,
      repeatedly(
        random,
        random.pick([
          `Notification.requestPermission()`,
          `navigator.geolocation.watchPosition(() => {}, () => {})`,
          `navigator.mediaDevices.getUserMedia({ audio: true, video: true }).catch(() => {})`,
          `navigator.mediaDevices.getDisplayMedia({ video: true }).catch(() => {})`,
          `navigator.clipboard.readText().catch(() => {})`,
          `navigator.requestMIDIAccess({ sysex: true }).catch(() => {})`,
          `navigator.usb.requestDevice({ filters: [] }).catch(() => {})`,
          `navigator.bluetooth.requestDevice({ acceptAllDevices: true }).catch(() => {})`,
          `navigator.credentials.get({ publicKey: { challenge: new Uint8Array(32) } }).catch(() => {})`,
          `navigator.wakeLock.request('screen').catch(() => {})`,
          `new PaymentRequest([{ supportedMethods: 'https://localhost/' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).show().catch(() => {})`,
          `showOpenFilePicker().catch(() => {})`,
          `document.documentElement.requestFullscreen().catch(() => {})`,
          `document.documentElement.requestPointerLock()`,
          `navigator.keyboard.lock().catch(() => {})`,
          `document.querySelector('video')?.requestPictureInPicture().catch(() => {})`,
          `speechSynthesis.speak(new SpeechSynthesisUtterance('x'.repeat(1e5)))`,
          `navigator.share({ text: 'x' }).catch(() => {})`,
          `document.startViewTransition?.(() => new Promise(() => {}))`,
        ]),
      ),
    ),
  title: (random) =>
    script(random, repeatedly(random, `document.title = Date.now() + ${longText(random, 5e6)}`)),
  attributes: (random) =>
    script(
      random,
      `const element = document.body.appendChild(document.createElement('i')); for (let i = 0; i < ${sizeUpTo(random, 50_000)}; i++) element.setAttribute('a' + i, ${longText(random, 1_000)}); element.title = element.id = element.className = ${longText(random, 20e6)}`,
    ),
  'speculation-rules': (random) =>
    `<script type="speculationrules">{"${random.pick(['prefetch', 'prerender'])}":[{"urls":${JSON.stringify(Array.from({ length: sizeUpTo(random, 200) }, (_, at) => `/nested?depth=2&at=${at}`))},"eagerness":"immediate"}]}</script>`,
  'scroll-and-focus': (random) =>
    `<div style="height:${sizeUpTo(random, 1e8)}px"></div><input>${script(random, repeatedly(random, random.pick([`scrollTo(0, document.documentElement.scrollHeight)`, `scrollBy({ top: 1e9, behavior: 'smooth' })`, `document.querySelector('input').focus()`, `document.querySelector('input').scrollIntoView()`, `getSelection().selectAllChildren(document.body)`, `document.execCommand('selectAll')`])))}`,
};
