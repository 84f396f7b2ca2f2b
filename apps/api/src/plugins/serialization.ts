import { setImmediate } from 'node:timers/promises';
import type { AnySchemaObject } from 'ajv';
import type { Api } from '../api-instance.ts';
import { compileSchema } from '../serialization/compile-schema.ts';
import type { Write, WritePieces } from '../serialization/json-writer.ts';

/** Writes the resource that GET requests for a path template return, as they return it. */
export type ResourceText = (url: string, resource: object) => string;

/** A body that is JSON already. */
class WrittenBody {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** From this length on, a body is encoded once instead of by each hook and by the socket. In characters. */
const longText = 65_536;

/**
 * Compiles the response schemas of routes into serializers, which also check the responses: one that does not match its schema is an
 * internal error, and the log names the field. Long lists are written in pieces, and other requests are served between them.
 * Register before the hooks that read the bodies of responses.
 */
export function registerSerialization(app: Api): ResourceText {
  const resources = new Map<string, Write>();
  /** By serializer. */
  const lists = new Map<unknown, WritePieces>();
  app.setSerializerCompiler(({ schema, method, url, httpStatus, contentType }) => {
    // Bodies of other types are streams or buffers.
    if (contentType !== undefined && contentType !== 'application/json') return rejectJson;
    const { write, pieces } = compileSchema(schema as AnySchemaObject);
    if (method === 'GET' && httpStatus === '200') resources.set(url, write);
    const serialize = (body: unknown) => (body instanceof WrittenBody ? body.text : write(body));
    if (pieces) lists.set(serialize, pieces);
    return serialize;
  });

  app.addHook('preSerialization', (_request, reply, payload, done) => {
    const pieces = lists.get(reply.getSerializationFunction(String(reply.statusCode)))?.(payload, '');
    if (!pieces) return done(null, payload);
    const first = pieces.next();
    if (first.done) return done(null, new WrittenBody(first.value));
    writeInTurns(first.value, pieces).then((body) => done(null, body), done);
  });

  app.addHook('onSend', (_request, _reply, payload, done) =>
    done(null, typeof payload === 'string' && payload.length >= longText ? Buffer.from(payload) : payload),
  );

  return (url, resource) => (resources.get(url) ?? JSON.stringify)(resource);
}

async function writeInTurns(first: string, rest: Iterator<string, string>): Promise<WrittenBody> {
  let text = first;
  for (;;) {
    await setImmediate();
    const { value, done } = rest.next();
    text += value;
    if (done) return new WrittenBody(text);
  }
}

function rejectJson(): never {
  throw new TypeError('the response of this type must be a stream or a buffer');
}
