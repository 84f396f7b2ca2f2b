// https://docs.ntfy.sh/publish/ and server/server.go of ntfy 2.13: `parsePublishParams` and `handlePublishBody`
import type { ReceivedRequest } from '@shotclock/testing';
import type { Answer, TestService } from './service.fixture.ts';

const token = 'tk_nTfYtOkEn0123456789abcdefghij';

export const ntfyService = (origin: string): TestService => ({
  config: { url: `${origin}/alerts-of-nTfYtOpIc`, token },
  secrets: [token, 'nTfYtOpIc'],
  uploads: true,
  answer,
  tooManyRequests: {
    status: 429,
    headers: { 'retry-after': '7' },
    body: { code: 42901, http: 429, error: 'limit reached: too many requests' },
  },
  fileRejected: { status: 400, body: { code: 40014, http: 400, error: 'attachments not allowed' } },
});

function answer({ method, path, headers, body }: ReceivedRequest): Answer {
  const header = (name: string) => decodeWords(String(headers[name] ?? '')).trim();
  if (headers.authorization !== `Bearer ${token}`) return { status: 403, body: { code: 40301 } };
  if (method !== 'PUT' || path !== '/alerts-of-nTfYtOpIc') return { status: 404, body: { code: 40401 } };
  for (const name of ['click', 'attach'])
    if (headers[name] !== undefined && !/^https?:\/\//.test(header(name)))
      return { status: 400, body: { code: 40013 } };
  const actions = JSON.parse(header('actions') || '[]') as { action: string; label: string; url: string }[];
  const isValid = ({ action, label, url }: (typeof actions)[number]) =>
    action === 'view' && label !== '' && /^https?:\/\//.test(url);
  if (actions.length > 3 || !actions.every(isValid)) return { status: 400, body: { code: 40018 } };
  const attached = headers.attach === undefined ? [] : [header('attach')];
  const links = [...attached, ...actions.map(({ url }) => url)];
  const hasFile = headers.filename !== undefined;
  const message = hasFile ? header('message') : body.toString('utf8');
  // ntfy turns a longer body into a file, and its apps do not receive a longer message.
  if (message === '' || Buffer.byteLength(message) > 4_096) return { status: 413, body: { code: 41301 } };
  const text = [header('title'), message, header('click')].join('\n');
  return {
    status: 200,
    body: { topic: path.slice(1), message },
    seen: { text, links, mentions: [], files: hasFile ? [body] : [] },
  };
}

/** RFC 2047, section 2. */
const decodeWords = (header: string) =>
  header.replace(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, encoded) =>
    Buffer.from(encoded, 'base64').toString('utf8'),
  );
