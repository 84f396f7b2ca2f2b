import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * - a response: its status, headers and JSON body, or the text of an event stream
 * - `close`: the connection is closed before the response
 * - `cut`: the connection is closed in the middle of the body
 * - `hang`: no response
 * - `stall`: only the first half of the body is sent
 */
type Answer =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | { eventStream: string }
  | Fault;
export type Fault = 'close' | 'cut' | 'hang' | 'stall';

type ReceivedRequest = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

export type FaultServer = Awaited<ReturnType<typeof startFaultServer>>;

/** A server that sends the responses in `answers` in order, and responds to all further requests with 200. */
export async function startFaultServer() {
  const answers: Answer[] = [];
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, body: await text(request) });
    answer(response, answers.shift() ?? { status: 200 });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Replaces the responses to send and clears the recorded requests. */
    willAnswer(...next: Answer[]) {
      answers.splice(0, answers.length, ...next);
      received.splice(0);
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function answer(response: ServerResponse, given: Answer): void {
  if (given === 'hang') return;
  if (given === 'close') return void response.destroy();
  if (given === 'cut' || given === 'stall') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
    response.write('{"balance":', () => given === 'cut' && response.destroy());
    return;
  }
  if ('eventStream' in given) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    return void response.end(given.eventStream);
  }
  const { status, headers, body = { balance: 1 } } = given;
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(status === 204 ? undefined : JSON.stringify(body));
}
