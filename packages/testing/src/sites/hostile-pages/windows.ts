import { type HostilePages, mark, marked, scripted, scriptedAfterLoad, send } from './answer.ts';

/** Pages that open dialogs and windows, print, close, or request permissions. */
export const windowPages: HostilePages = {
  '/alert': scripted('Alert', `alert('one'); confirm('two'); prompt('three')`),
  '/alert-loop': scripted('Alert loop', `for (;;) alert('again')`),
  '/alert-interval': scripted('Alert interval', `setInterval(() => alert('again'), 5)`),
  '/huge-alert': scripted('Huge alert', `alert('x'.repeat(20_000_000))`),
  '/beforeunload': scripted(
    'Before unload',
    `addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; alert('stay') })`,
  ),
  '/beforeunload-leave': scripted(
    'Before unload, leaving',
    `onbeforeunload = () => 'stay'; onunload = () => { for (;;); }; setTimeout(() => { location.href = '/normal' }, 10)`,
  ),
  '/print': scripted('Print', `print()`),
  '/print-loop': scriptedAfterLoad('Print loop', `setInterval(() => print(), 5)`),
  '/close': scripted('Close', `window.close()`),
  '/close-later': scriptedAfterLoad('Close later', `window.close()`),
  '/popups': scripted('Popups', `for (let i = 0; i < 200; i++) window.open('/normal?popup=' + i, '_blank')`),
  '/popup-links': scripted(
    'Popup links',
    `for (let i = 0; i < 200; i++) {
      const link = Object.assign(document.createElement('a'), { href: '/normal?link=' + i, target: '_blank' });
      document.body.append(link);
      link.click();
    }`,
  ),
  '/permissions': scripted(
    'Permissions',
    `Notification.requestPermission().catch(() => {});
    navigator.geolocation.getCurrentPosition(() => {}, () => {});
    navigator.geolocation.watchPosition(() => {}, () => {});
    navigator.mediaDevices?.getUserMedia({ audio: true, video: true }).catch(() => {});
    navigator.mediaDevices?.getDisplayMedia?.({ video: true }).catch(() => {});
    navigator.requestMIDIAccess?.({ sysex: true }).catch(() => {});
    navigator.clipboard?.readText?.().catch(() => {});
    navigator.storage?.persist?.().catch(() => {});
    navigator.wakeLock?.request('screen').catch(() => {});
    navigator.credentials?.get({ password: true }).catch(() => {});
    navigator.registerProtocolHandler?.('web+shots', '/?%s');`,
  ),
  '/fullscreen': scriptedAfterLoad(
    'Fullscreen',
    `setInterval(() => {
      document.documentElement.requestFullscreen().catch(() => {});
      document.documentElement.requestPointerLock();
      screen.orientation?.lock?.('portrait').catch(() => {});
    }, 10)`,
  ),
  '/file-chooser': scriptedAfterLoad(
    'File chooser',
    `for (const input of document.querySelectorAll('input')) { input.click(); try { input.showPicker() } catch {} }
    window.showOpenFilePicker?.().catch(() => {}); window.showDirectoryPicker?.().catch(() => {});`,
    '<input type="file" multiple><input type="color"><input type="date">',
  ),
  '/debugger': scripted('Debugger', `debugger; setInterval(() => { debugger }, 5)`),
  '/dialog-element': marked(
    'Dialog element',
    `<dialog id="d">Modal</dialog><script>document.getElementById('d').showModal()</script>`,
    'dialog{position:fixed;left:200px}dialog::backdrop{background:none}',
  ),
  '/basic-auth-frame': marked('Basic auth frame', '<iframe src="/unauthorized"></iframe>'.repeat(5)),
  '/external-protocols': scripted(
    'External protocols',
    `for (const scheme of ['mailto:a@b.invalid', 'tel:1', 'intent://x', 'ms-word:x', 'steam://x'])
      document.body.append(Object.assign(document.createElement('iframe'), { src: scheme }));
    location.href = 'mailto:a@b.invalid';`,
  ),
  '/title-storm': send(
    `<!doctype html><title>t</title>${mark}<script>setInterval(() => { document.title = Math.random() + 'x'.repeat(100_000); }, 1)</script>`,
  ),
};
