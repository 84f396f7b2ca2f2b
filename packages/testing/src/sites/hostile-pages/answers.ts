import { type HostilePages, mark, marked, send } from './answer.ts';

const raw =
  (text: string): HostilePages[string] =>
  (request) =>
    request.socket.end(text);

/** Missing, broken and unsuitable responses. */
export const answerPages: HostilePages = {
  '/normal': marked('Normal', ''),
  '/attachment': send('not a page', {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="hostile-attachment.bin"',
  }),
  '/attachment-frame': marked('Attachment frame', '<iframe src="/attachment"></iframe>'),
  '/attachment-links': marked(
    'Attachment links',
    `<a download="hostile-attachment.bin" href="/attachment">a</a>
    <script>for (let i = 0; i < 50; i++) document.querySelector('a').click()</script>`,
  ),
  '/zip': send(Buffer.from('PK\u0003\u0004'), { 'content-type': 'application/zip' }),
  '/pdf': send('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF', {
    'content-type': 'application/pdf',
  }),
  '/pdf-frame': marked('PDF frame', '<iframe src="/pdf"></iframe><embed src="/pdf" type="application/pdf">'),
  '/unauthorized': send(mark, { 'www-authenticate': 'Basic realm="private"' }, 401),
  '/digest': send(mark, { 'www-authenticate': 'Digest realm="private", nonce="1", qop="auth"' }, 401),
  '/negotiate': send(mark, { 'www-authenticate': ['Negotiate', 'NTLM'] }, 401),
  '/proxy-auth': send(mark, { 'proxy-authenticate': 'Basic realm="private"' }, 407),
  '/no-content': (_request, response) => response.writeHead(204).end(),
  '/reset-content': (_request, response) => response.writeHead(205).end(),
  '/reset': (request) => request.socket.resetAndDestroy(),
  '/reset-in-body': (request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100000' }).write(mark);
    setTimeout(() => request.socket.resetAndDestroy(), 100);
  },
  '/empty-answer': (request) => request.socket.end(),
  '/empty-page': send(''),
  '/not-found': send(mark, {}, 404),
  '/server-error': send(mark, {}, 500),
  '/empty-error': send('', {}, 503),
  '/garbage': raw('\u0000\u0001\u0002 this is no HTTP \r\n\r\n'),
  '/http-0.9': raw('<!doctype html><h1>No headers at all</h1>'),
  '/odd-status': raw('HTTP/1.1 299 \r\ncontent-type: text/html\r\n\r\n<h1>odd</h1>'),
  '/status-42': raw('HTTP/1.1 42 What\r\ncontent-type: text/html\r\n\r\n<h1>odd</h1>'),
  '/endless-early-hints': (request) => {
    const timer = setInterval(() => request.socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)), 1);
    request.socket.once('close', () => clearInterval(timer));
  },
  '/endless-header': (request) => {
    request.socket.write('HTTP/1.1 200 OK\r\nx-long: ');
    const timer = setInterval(() => request.socket.write('x'.repeat(10_000)), 1);
    request.socket.once('close', () => clearInterval(timer));
  },
  '/broken-gzip': send(Buffer.from('no gzip at all'), { 'content-encoding': 'gzip' }),
  '/broken-chunks': raw(
    `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\n${mark.length.toString(16)}\r\n${mark}\r\nzz\r\n`,
  ),
  '/redirect-to-data': send('', { location: 'data:text/html,<h1>data</h1>' }, 302),
  '/redirect-to-file': send('', { location: 'file:///etc/passwd' }, 302),
  '/redirect-to-nowhere': send('', { location: 'http://[' }, 302),
  '/cookies': send(
    mark,
    Object.assign({
      'set-cookie': Array.from({ length: 50 }, (_, index) => `c${index}=${'x'.repeat(4_000)}; Max-Age=9999`),
    }),
  ),
  '/binary-as-html': send(Buffer.from(Array.from({ length: 65_536 }, (_, index) => (index * 7_919) % 256))),
  '/image': send(
    '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="red"/></svg>',
    { 'content-type': 'image/svg+xml' },
  ),
};
