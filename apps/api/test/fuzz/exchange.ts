import { Agent, request } from 'node:http';
import { type Call, knownEtag } from './calls.ts';
import { KnownId, type KnownIds } from './known-ids.ts';

/** A request as it is sent: the target and the header values as Latin-1, the body as bytes. */
export type SentRequest = {
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body: Buffer | null;
};

export type ReceivedAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
};

const answerWithinMs = 20_000;

/** The request with ids and entity tags that are known now. */
export function requestOf(call: Call, known: KnownIds): SentRequest {
  let path = '';
  for (const [index, segment] of call.path.entries()) {
    if (index === 0) continue;
    path += `/${pathText(segment, known, path)}`;
  }
  path ||= '/';
  const query = call.query.map((one) => ('raw' in one ? one.raw : queryText(one, known))).join('&');
  const body = bodyOf(call, known);
  const headers = Object.entries(call.headers).map(([name, value]) => [
    name,
    value.replaceAll(knownEtag, known.etagOf(path)),
  ]);
  return {
    method: call.method,
    target: query === '' ? path : `${path}?${query}`,
    headers: {
      ...Object.fromEntries(headers),
      ...(body ? { 'content-length': String(body.length) } : {}),
    },
    body,
  };
}

function pathText(segment: Call['path'][number], known: KnownIds, before: string): string {
  if (segment instanceof KnownId) return known.resolve(segment, before);
  return typeof segment === 'string' ? encode(segment) : segment.raw;
}

function queryText([name, value]: [string, unknown], known: KnownIds): string {
  const text = value instanceof KnownId ? known.resolve(value) : String(value);
  return `${encode(name)}=${encode(text)}`;
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

function bodyOf({ body }: Call, known: KnownIds): Buffer | null {
  if (body.kind === 'none') return null;
  if (body.kind === 'text') return Buffer.from(body.text, 'latin1');
  return Buffer.from(JSON.stringify(withIds(body.value, known)) ?? '');
}

function withIds(value: unknown, known: KnownIds): unknown {
  if (value instanceof KnownId) return Number(known.resolve(value));
  if (Array.isArray(value)) return value.map((one) => withIds(one, known));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withIds(field, known)]));
}

export type Client = { send(request: SentRequest): Promise<ReceivedAnswer>; close(): void };

/** Sends requests as they are, over kept-alive connections: nothing is normalised on the way. */
export function createClient(port: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: ({ method, target, headers, body }) =>
      new Promise((resolve, reject) => {
        const sent = request(
          { agent, host: '127.0.0.1', port, method, path: target, headers, timeout: answerWithinMs },
          (answer) => {
            const parts: Buffer[] = [];
            answer.on('data', (part: Buffer) => parts.push(part));
            answer.on('error', reject);
            answer.on('end', () =>
              resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(parts) }),
            );
          },
        );
        sent.on('timeout', () => sent.destroy(new Error(`no answer within ${answerWithinMs} ms`)));
        sent.on('error', reject);
        sent.end(body ?? undefined);
      }),
    close: () => agent.destroy(),
  };
}

/** The request as text that can be read and repeated. */
export function describeRequest({ method, target, headers, body }: SentRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return [`${method} ${target}`, ...lines, ...(body ? ['', body.toString('utf8').slice(0, 4_000)] : [])].join(
    '\n',
  );
}
