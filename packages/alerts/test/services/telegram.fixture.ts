// https://core.telegram.org/bots/api: sendMessage, sendPhoto, sendDocument, sendMediaGroup, and "HTML style"
import { readImageHeader } from '@shotclock/images';
import type { ReceivedRequest } from '@shotclock/testing';
import {
  type Answer,
  type FormValue,
  fileBytes,
  readForm,
  type SeenMessage,
  type TestService,
} from './service.fixture.ts';

const token = '987654321:AAtElEgRaMtOkEn-_012345678901234';

export const telegramService = (origin: string): TestService => ({
  config: { token, chat: '-1001234567890', server: `${origin}/` },
  secrets: [token, 'AAtElEgRaMtOkEn'],
  uploads: true,
  answer,
  tooManyRequests: {
    status: 429,
    body: {
      ...{ ok: false, error_code: 429, description: 'Too Many Requests: retry after 7' },
      parameters: { retry_after: 7 },
    },
  },
  fileRejected: badRequest('not enough rights to send photos to the chat'),
});

function badRequest(description: string): Answer {
  return { status: 400, body: { ok: false, error_code: 400, description: `Bad Request: ${description}` } };
}

async function answer(request: ReceivedRequest): Promise<Answer> {
  const [, bot, method] = /^\/bot([^/]+)\/(\w+)$/.exec(request.path) ?? [];
  if (bot !== token) return { status: 404, body: { ok: false, error_code: 404, description: 'Not Found' } };
  const form = await readForm(request);
  if (form.get('chat_id') !== '-1001234567890') return badRequest('chat not found');
  try {
    const seen = await accept(method!, form);
    return { status: 200, body: { ok: true, result: { message_id: 1 } }, seen };
  } catch (error) {
    return badRequest((error as Error).message);
  }
}

async function accept(method: string, form: FormData): Promise<SeenMessage> {
  const mode = form.get('parse_mode');
  if (method === 'sendMessage') return { ...parse(String(form.get('text')), mode, 4_096), files: [] };
  if (method !== 'sendMediaGroup') {
    const type = method === 'sendPhoto' ? 'photo' : 'document';
    const file = await fileBytes(form.get(type)!);
    if (type === 'photo') checkPhoto(file);
    return { ...parse(String(form.get('caption')), mode, 1_024), files: [file] };
  }
  const media = JSON.parse(String(form.get('media'))) as {
    type: string;
    media: string;
    caption?: string;
    parse_mode?: string;
  }[];
  if (media.length < 2 || media.length > 10) throw new Error('wrong number of media');
  if (new Set(media.map(({ type }) => type)).size > 1) throw new Error('media types cannot be mixed');
  const files = await Promise.all(
    media.map(async (one) => fileBytes(form.get(one.media.replace('attach://', ''))!)),
  );
  for (const [n, { type }] of media.entries()) if (type === 'photo') checkPhoto(files[n]!);
  const captions = media.flatMap((one) =>
    one.caption === undefined ? [] : [parse(one.caption, one.parse_mode ?? null, 1_024)],
  );
  if (captions.length !== 1) throw new Error('the test expects one caption');
  return { ...captions[0]!, files };
}

function checkPhoto(file: Buffer) {
  const { width, height } = readImageHeader(file);
  const ratio = Math.max(width, height) / Math.min(width, height);
  if (width + height > 10_000 || ratio > 20 || file.length > 10_000_000)
    throw new Error('PHOTO_INVALID_DIMENSIONS');
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };

function parse(html: string, mode: FormValue | null, max: number): Omit<SeenMessage, 'files'> {
  if (mode !== 'HTML') throw new Error('the test expects HTML');
  const links: string[] = [];
  const open: string[] = [];
  const text = html.replace(/<(\/?)(\w+)([^>]*)>|<|&(?:(\w+);)?/g, (all, end, tag, attributes, entity) => {
    if (all.startsWith('&')) {
      if (!entities[entity]) throw new Error(`can't parse entities: ${all}`);
      return entities[entity];
    }
    if (!['b', 'a'].includes(tag)) throw new Error(`can't parse entities: unsupported start tag "${tag}"`);
    if (end ? open.pop() !== tag : open.push(tag) > 1) throw new Error("can't parse entities: nesting");
    const href = / href="([^"]*)"/.exec(attributes)?.[1];
    if (href) links.push(href.replace(/&(\w+);/g, (_, name) => entities[name]!));
    return '';
  });
  if (open.length > 0) throw new Error("can't parse entities: unclosed tag");
  if (text.trim() === '') throw new Error('message text is empty');
  if (text.length > max) throw new Error('message is too long');
  return { text: text.replaceAll('@\u2060', '@'), links, mentions: text.match(/@\w+/g) ?? [] };
}
