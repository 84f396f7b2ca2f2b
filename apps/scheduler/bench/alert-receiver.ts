// The receivers of `alerts.ts`, in a process of their own. Sends its port, and on request the number or the times of first arrivals.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** By the ID of the delivery, in milliseconds since 1970. */
const arrivals = new Map<number, number>();
const server = createServer((request, response) => {
  if (request.url === '/hanging') return;
  request.resume().on('end', () => {
    const id = Number(String(request.headers['webhook-id']).split('_')[1]);
    if (!arrivals.has(id)) arrivals.set(id, Date.now());
    response.writeHead(204).end();
  });
}).listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('message', (what) => {
  process.send!(what === 'count' ? arrivals.size : [...arrivals]);
});
