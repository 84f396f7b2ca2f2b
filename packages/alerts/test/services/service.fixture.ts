import { type ReceivedRequest, startReceiver } from '@shotclock/testing';
import type { StoredConfig } from '../../src/index.ts';

/** A message as its reader sees it. */
export type SeenMessage = {
  text: string;
  /** Targets of links whose text is not their URL. */
  links: string[];
  /** Users and groups that the service would notify. */
  mentions: string[];
  /** The uploaded files. */
  files: Buffer[];
};

/** What a service responds; `seen` is the message that it accepted. */
export type Answer = {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  seen?: SeenMessage;
};

export type TestService = {
  config: StoredConfig;
  /** What neither outcomes nor errors may contain. */
  secrets: string[];
  /** Whether the service takes files. */
  uploads: boolean;
  answer(request: ReceivedRequest): Answer | Promise<Answer>;
  /** How the service asks to wait for 7 seconds. */
  tooManyRequests: Answer;
  /** How the service rejects a file; null if it takes none. */
  fileRejected: Answer | null;
};

/** A local server of a service, with its limits and errors. */
export async function startService(create: (origin: string) => TestService) {
  const receiver = await startReceiver();
  const service = create(receiver.origin);
  const seen: SeenMessage[] = [];
  const respond = (answer: (request: ReceivedRequest) => Answer | Promise<Answer>) =>
    receiver.respondWith(async (response, request) => {
      const { status, body = '', headers = {}, seen: message } = await answer(request);
      if (message) seen.push(message);
      response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  respond(service.answer);
  return { ...service, receiver, seen, respond };
}

export type FormValue = string | File;

/** The fields and files of a `multipart/form-data` request. */
export function readForm({ headers, body }: ReceivedRequest): Promise<FormData> {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) throw new Error(`not a form: ${type}`);
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
}

export const fileBytes = async (file: FormValue): Promise<Buffer> => {
  if (typeof file === 'string') throw new Error('a file without a file name');
  return Buffer.from(await file.arrayBuffer());
};
