import { decodeTraces, type ReceivedSpan } from './decode-traces.ts';
import { startReceiver } from './webhook-receiver.ts';

/** A local server that receives traces by OTLP over HTTP, in both encodings. */
export async function startOtlpReceiver() {
  const receiver = await startReceiver();
  const typeOf = (headers: { 'content-type'?: string }) => headers['content-type'] ?? '';
  receiver.respondWith((response, { headers }) => {
    const type = typeOf(headers);
    response.writeHead(200, { 'content-type': type }).end(type === 'application/json' ? '{}' : '');
  });
  return {
    ...receiver,
    /** All received spans. */
    spans: (): ReceivedSpan[] =>
      receiver.received.flatMap(({ headers, body }) => decodeTraces(typeOf(headers), body)),
  };
}
