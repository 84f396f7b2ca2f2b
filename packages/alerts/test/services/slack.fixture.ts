// https://docs.slack.dev/reference/methods: chat.postMessage, files.getUploadURLExternal and files.completeUploadExternal; and
// https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
import type { ReceivedRequest } from '@shotclock/testing';
import type { Answer, SeenMessage, TestService } from './service.fixture.ts';

const token = 'xoxb-sLaCkToKeN-0123456789';
const channel = 'C0123456789';
const hook = '/services/T0000/B0000/sLaCkHoOk';

type RichText = { type: string; text?: string; url?: string };
type Block = { type: string; elements: { type: string; elements: RichText[] }[] };

export function slackService(origin: string): TestService {
  const uploads = new Map<string, Buffer>();

  return {
    config: { token, channel, server: origin },
    secrets: [token, 'sLaCkToKeN'],
    uploads: true,
    answer,
    tooManyRequests: {
      ...{ status: 429, headers: { 'retry-after': '7' }, body: { ok: false, error: 'ratelimited' } },
    },
    fileRejected: { status: 403, body: 'upload rejected' },
  };

  function answer(request: ReceivedRequest): Answer {
    const { path, headers, body } = request;
    const upload = /^\/upload\/(F\d+)$/.exec(path)?.[1];
    if (upload) {
      const announced = uploads.get(upload);
      if (announced?.length !== body.length) return { status: 400, body: 'wrong length' };
      uploads.set(upload, body);
      return { status: 200, body: `OK - ${body.length}` };
    }
    if (headers.authorization !== `Bearer ${token}`) return failed('invalid_auth');
    const form = new URLSearchParams(body.toString());
    if (path === '/api/files.getUploadURLExternal') {
      const length = Number(form.get('length'));
      if (!form.get('filename') || !(length > 0)) return failed('missing_argument');
      const id = `F${uploads.size + 1}`;
      uploads.set(id, Buffer.alloc(length));
      return { status: 200, body: { ok: true, upload_url: `${origin}/upload/${id}`, file_id: id } };
    }
    if (path === '/api/files.completeUploadExternal') {
      if (form.get('channel_id') !== channel) return failed('channel_not_found');
      const files = JSON.parse(form.get('files')!) as { id: string }[];
      return accept(
        form.get('blocks'),
        '',
        files.map(({ id }) => uploads.get(id)!),
      );
    }
    if (path !== '/api/chat.postMessage') return failed('unknown_method');
    if (form.get('channel') !== channel) return failed('channel_not_found');
    return accept(form.get('blocks'), form.get('text')!, []);
  }
}

const hookService = (origin: string): TestService => ({
  config: { url: `${origin}${hook}` },
  secrets: ['sLaCkHoOk', 'T0000/B0000'],
  uploads: false,
  answer({ path, body }) {
    if (path !== hook) return { status: 404, body: 'no_service' };
    const { blocks, text } = JSON.parse(body.toString()) as { blocks: Block[]; text: string };
    const { status, seen } = accept(JSON.stringify(blocks), text, []);
    return seen ? { status, seen, body: 'ok' } : { status: 400, body: 'invalid_blocks' };
  },
  tooManyRequests: { status: 429, headers: { 'retry-after': '7' }, body: 'rate_limited' },
  fileRejected: null,
});

export { hookService as slackHookService };

function failed(error: string): Answer {
  return { status: 200, body: { ok: false, error } };
}

function accept(json: string | null, fallback: string, files: Buffer[]): Answer & { seen?: SeenMessage } {
  const sections = (JSON.parse(json ?? '[]') as Block[]).flatMap(({ type, elements }) =>
    type === 'rich_text' ? elements : [],
  );
  const elements = sections.flatMap(({ type, elements }) => (type === 'rich_text_section' ? elements : []));
  const isValid = elements.every(
    ({ type, text, url }) =>
      ['text', 'link'].includes(type) && text !== '' && (type === 'link') === (url !== undefined),
  );
  const text = elements.map((one) => one.text).join('');
  if (!isValid || elements.length === 0 || text.length > 3_000) return failed('invalid_blocks');
  const links = elements.flatMap(({ url }) => url ?? []);
  // The fallback is markup: an unescaped `<` begins a link or a mention.
  const mentions = fallback.match(/<[^>]*>?/g) ?? [];
  return { status: 200, body: { ok: true }, seen: { text, links, mentions, files } };
}
