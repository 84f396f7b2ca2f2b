import { Agent, request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { type Call, knownEtag } from './calls.fixture.ts';
import { DiscoveredId, type DiscoveredIds } from './discovered-ids.fixture.ts';

/** A request as it is sent: the target and header values in Latin-1, the body as bytes. */
export type SentRequest = {
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body: Buffer | null;
};

export type ReceivedResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** As sent, in the coding that `Content-Encoding` names. */
  body: Buffer;
};

/** The decoded body of a response. Generated requests accept only brotli. */
export const contentOf = ({ headers, body }: ReceivedResponse): Buffer =>
  headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body;

const responseTimeoutMs = 20_000;

/** Resolves the IDs and ETags of a generated request. */
export function requestOf(call: Call, ids: DiscoveredIds): SentRequest {
  let path = '';
  for (const [index, segment] of call.path.entries()) {
    if (index === 0) continue;
    path += `/${pathText(segment, ids, path)}`;
  }
  path ||= '/';
  const query = call.query.map((one) => ('raw' in one ? one.raw : queryText(one, ids))).join('&');
  const body = bodyOf(call, ids);
  const headers = Object.entries(call.headers).map(([name, value]) => [
    name,
    value.replaceAll(knownEtag, ids.etagOf(path)),
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

function pathText(segment: Call['path'][number], ids: DiscoveredIds, before: string): string {
  if (segment instanceof DiscoveredId) return ids.resolve(segment, before);
  return typeof segment === 'string' ? encode(segment) : segment.raw;
}

function queryText([name, value]: [string, unknown], ids: DiscoveredIds): string {
  const text = value instanceof DiscoveredId ? ids.resolve(value) : String(value);
  return `${encode(name)}=${encode(text)}`;
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

function bodyOf({ body }: Call, ids: DiscoveredIds): Buffer | null {
  if (body.kind === 'none') return null;
  if (body.kind === 'text') return Buffer.from(body.text, 'latin1');
  return Buffer.from(JSON.stringify(withIds(body.value, ids)) ?? '');
}

function withIds(value: unknown, ids: DiscoveredIds): unknown {
  if (value instanceof DiscoveredId) return Number(ids.resolve(value));
  if (Array.isArray(value)) return value.map((one) => withIds(one, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withIds(field, ids)]));
}

export type Client = { send(request: SentRequest): Promise<ReceivedResponse>; close(): void };

/** Sends requests over kept-alive connections without normalizing them. */
export function createClient(port: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: ({ method, target, headers, body }) =>
      new Promise((resolve, reject) => {
        const sent = request(
          { agent, host: '127.0.0.1', port, method, path: target, headers, timeout: responseTimeoutMs },
          (response) => {
            const parts: Buffer[] = [];
            response.on('data', (part: Buffer) => parts.push(part));
            response.on('error', reject);
            // An event stream does not end on its own.
            if (response.headers['content-type'] === 'text/event-stream') {
              response.once('data', () => response.destroy());
              response.once('close', () => response.emit('end'));
            }
            response.on('end', () =>
              resolve({
                status: response.statusCode!,
                headers: response.headers,
                body: Buffer.concat(parts),
              }),
            );
          },
        );
        sent.on('timeout', () => sent.destroy(new Error(`no response within ${responseTimeoutMs} ms`)));
        sent.on('error', reject);
        sent.end(body ?? undefined);
      }),
    close: () => agent.destroy(),
  };
}

/** Describes the request as text. */
export function describeRequest({ method, target, headers, body }: SentRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return [`${method} ${target}`, ...lines, ...(body ? ['', body.toString('utf8').slice(0, 4_000)] : [])].join(
    '\n',
  );
}
