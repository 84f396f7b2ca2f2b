import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/**
 * Opens a port at which connections are never established (Linux): its server does not accept connections, and its
 * backlog is full. The system drops additional connection requests, as if the host did not respond.
 */
export async function openFullBacklog(address: string) {
  const thread = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
    const server = require('node:net').createServer().listen({ port: 0, host: workerData, backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`,
    { eval: true, workerData: address },
  );
  const [port] = (await once(thread, 'message')) as [number];
  const sockets: Socket[] = [];
  const fill = () => sockets.push(connect(port, address).on('error', () => {}));
  for (let i = 0; i < 4; i += 1) fill();
  await Promise.race(sockets.map((socket) => once(socket, 'connect')));
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await thread.terminate();
    },
  };
}
