import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { listenOnLoopback } from '../src/network/listen-on-loopback.ts';

/** How a receiver responds: with 204, after 3 s, with 500, with a redirect to itself, by closing the connection, or never. */
export const troubles = ['slow', 'fails', 'redirects', 'away', 'stalls'] as const;
export type Behavior = 'accepts' | (typeof troubles)[number];

/** A request as it arrived. */
export type Received = { headers: Record<string, string>; body: string; accepted: boolean };

export type AlertReceiver = {
  url: string;
  readonly received: readonly Received[];
  behave(behavior: Behavior): void;
  close(): Promise<void>;
};

const slowMs = 3_000;

/** A receiver of webhooks on loopback. It accepts messages after up to `delayMs`, so that processes also end while it responds. */
export async function startAlertReceiver({
  delayMs = () => 0,
}: {
  delayMs?: () => number;
} = {}): Promise<AlertReceiver> {
  const received: Received[] = [];
  let behavior: Behavior = 'accepts';

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const now = behavior;
    if (now === 'away') return void request.socket.destroy();
    const accepted = now === 'accepts' || now === 'slow';
    received.push({
      headers: request.headers as Record<string, string>,
      body: await text(request),
      accepted,
    });
    if (now === 'stalls') return;
    await delay(now === 'slow' ? slowMs : delayMs());
    if (accepted) response.writeHead(204).end();
    else if (now === 'redirects') response.writeHead(307, { location: '/elsewhere' }).end();
    else response.writeHead(500).end('The receiver fails.');
  }

  const server = createServer((request, response) => {
    // The sender was killed before its request was complete.
    receive(request, response).catch(() => response.destroy());
  });
  const { url, close } = await listenOnLoopback(server);
  return {
    url: url('/alerts'),
    received,
    behave: (next) => {
      behavior = next;
    },
    close,
  };
}
