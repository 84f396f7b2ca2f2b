import { type HostilePages, mark, scripted, scriptedAfterLoad, send } from './answer.ts';

const next = (url: URL) => `${url.pathname}?${Number(url.search.slice(1) || 0) + 1}`;
const html = { 'content-type': 'text/html; charset=utf-8' };

/** Pages that navigate repeatedly, or to forbidden URLs. */
export const navigationPages: HostilePages = {
  '/redirect-loop': send('', { location: '/redirect-loop' }, 302),
  '/redirect-chain': (_request, response, url) => response.writeHead(302, { location: next(url) }).end(),
  '/slow-redirect-chain': (_request, response, url) =>
    void setTimeout(() => response.writeHead(307, { location: next(url) }).end(), 500),
  '/script-loop': (_request, response, url) =>
    response.writeHead(200, html).end(`${mark}<script>location.href = '${next(url)}'</script>`),
  '/replace-loop': (_request, response, url) =>
    response
      .writeHead(200, html)
      .end(`${mark}<script>addEventListener('load', () => location.replace('${next(url)}'))</script>`),
  '/meta-loop': (_request, response, url) =>
    response.writeHead(200, html).end(`<meta http-equiv="refresh" content="0;url=${next(url)}">${mark}`),
  '/refresh-header-loop': (_request, response, url) =>
    response.writeHead(200, { ...html, refresh: `0;url=${next(url)}` }).end(mark),
  '/reload-loop': scripted('Reload loop', `location.reload()`),
  '/form-loop': (_request, response, url) =>
    response
      .writeHead(200, html)
      .end(
        `${mark}<form method="post" action="${next(url)}"></form><script>document.forms[0].submit()</script>`,
      ),
  '/push-state-storm': scripted(
    'pushState storm',
    `let n = 0; setInterval(() => { for (let i = 0; i < 100; i++) try { history.pushState({}, '', '?' + n++) } catch {} }, 1)`,
  ),
  '/hash-storm': scripted('Hash storm', `let n = 0; setInterval(() => { location.hash = n++ }, 1)`),
  '/history-storm': scripted(
    'History storm',
    `let n = 0; setInterval(() => { location.hash = n++; history.back(); history.forward() }, 1)`,
  ),
  '/javascript-url': scripted(
    'javascript: URL',
    `location.href = "javascript:void (document.body.dataset.ran = 'yes')"; setInterval(() => { location.href = 'javascript:void 0' }, 5)`,
  ),
  '/blob-url': scriptedAfterLoad(
    'blob: URL',
    `location.href = URL.createObjectURL(new Blob(['<h1>blob</h1>'], { type: 'text/html' }))`,
  ),
  '/data-url': scriptedAfterLoad('data: URL', `location.href = 'data:text/html,<h1>data</h1>'`),
  '/file-url': scriptedAfterLoad('file: URL', `location.href = 'file:///etc/passwd'`),
  '/view-source-url': scriptedAfterLoad('view-source: URL', `location.href = 'view-source:/normal'`),
  '/chrome-urls': scriptedAfterLoad(
    'chrome: URLs',
    `for (const url of ['chrome://crash', 'chrome://kill', 'about:crash', 'chrome://gpucrash', 'devtools://devtools'])
      try { location.href = url } catch {}`,
  ),
  '/about-blank': scriptedAfterLoad('about:blank', `location.href = 'about:blank'`),
  '/document-write-loop': scripted(
    'document.write loop',
    `setInterval(() => { document.open(); document.write(${JSON.stringify(mark)}); document.close() }, 1)`,
  ),
  '/document-write-for-ever': scripted('document.write for ever', `for (;;) document.write('<p>more</p>')`),
  '/document-open': scriptedAfterLoad(
    'document.open',
    `document.open(); document.write(${JSON.stringify(mark)})`,
  ),
  '/document-element-loop': scripted(
    'Root replaced',
    `setInterval(() => { const html = document.documentElement.cloneNode(true); document.documentElement.replaceWith(html) }, 1)`,
  ),
  '/frame-buster': scriptedAfterLoad(
    'Frames that navigate the top',
    ``,
    '<iframe src="/top-navigator"></iframe>',
  ),
  '/top-navigator': scripted(
    'Top navigator',
    `setInterval(() => { try { top.location.href = '/frame-buster?' + Math.random() } catch {} }, 1)`,
  ),
};
