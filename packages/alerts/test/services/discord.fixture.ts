// https://docs.discord.com/developers/resources/webhook#execute-webhook and …/message#embed-object-embed-limits
import type { ReceivedRequest } from '@shotclock/testing';
import {
  type Answer,
  type FormValue,
  fileBytes,
  readForm,
  type SeenMessage,
  type TestService,
} from './service.fixture.ts';

type Embed = { title?: string; description?: string; url?: string; image?: { url: string } };
type Payload = {
  content?: string;
  embeds: Embed[];
  attachments: { id: number; description: string }[];
  allowed_mentions?: { parse: string[] };
};

const path = '/api/webhooks/123456789012345678/dIsCoRdToKeN-_x';

export const discordService = (origin: string): TestService => ({
  config: { url: `${origin}${path}` },
  secrets: ['123456789012345678', 'dIsCoRdToKeN'],
  uploads: true,
  answer,
  tooManyRequests: {
    status: 429,
    body: { message: 'You are being rate limited.', retry_after: 6.57, global: false },
  },
  fileRejected: { status: 413, body: { message: 'Request entity too large', code: 40005 } },
});

async function answer(request: ReceivedRequest): Promise<Answer> {
  if (request.path !== `${path}?wait=true`) return { status: 404, body: { code: 10015 } };
  const isJson = request.headers['content-type'] === 'application/json';
  const form = isJson ? null : await readForm(request);
  const payload = JSON.parse(form ? String(form.get('payload_json')) : request.body.toString()) as Payload;
  const files = [...(form ?? [])].filter(([name]) => name !== 'payload_json');
  const fault = faultOf(payload, files);
  if (fault) return { status: 400, body: { code: 50035, message: 'Invalid Form Body', errors: fault } };
  const seen = { ...read(payload), files: await Promise.all(files.map(([, file]) => fileBytes(file))) };
  return { status: 200, body: { id: '1' }, seen };
}

function faultOf({ embeds, attachments }: Payload, files: [string, FormValue][]): string | null {
  const names = files.map(([, file]) => (typeof file === 'string' ? '' : file.name));
  const texts = embeds.flatMap(({ title = '', description = '' }) => [title, description]);
  if (embeds.length > 10) return 'too many embeds';
  if (embeds.some(({ title = '' }) => title.length > 256)) return 'title too long';
  if (embeds.some(({ description = '' }) => description.length > 4_096)) return 'description too long';
  if (texts.join('').length > 6_000) return 'embeds too long';
  for (const { url, image } of embeds) {
    const { protocol, hostname } = new URL(image?.url ?? 'attachment://');
    if (url !== undefined && !new URL(url).hostname.includes('.')) return 'Not a well formed URL.';
    if (image && !(protocol === 'attachment:' && names.includes(hostname))) return 'unknown attachment';
  }
  if (names.some((name) => !/^[\w.-]+$/.test(name))) return 'invalid file name';
  if (attachments.some(({ id }) => !files.some(([name]) => name === `files[${id}]`))) return 'no such file';
  if (attachments.some(({ description }) => description.length > 1_024)) return 'description too long';
  return null;
}

const token =
  /\\([^0-9A-Za-z\s])|\[((?:\\.|[^\]\\])*)\]\((https?:[^)\s]+)\)|(@everyone|@here|<[@#][!&]?\d+>)|(\*\*)|([\s\S])/gu;

function read({ content = '', embeds, allowed_mentions: allowed }: Payload): Omit<SeenMessage, 'files'> {
  const links: string[] = [];
  const mentions: string[] = [];
  const source = [content, ...embeds.flatMap(({ title, description }) => [title, description])].join('\n');
  const text = source.replace(token, (_, escaped, label, target, mention, bold, other) => {
    if (target) links.push(target);
    if (mention) mentions.push(mention);
    return escaped ?? label ?? mention ?? (bold ? '' : other);
  });
  // Without `allowed_mentions`, Discord notifies everyone whom a message mentions.
  return { text, links, mentions: allowed?.parse.length === 0 ? mentions : ['unrestricted'] };
}
