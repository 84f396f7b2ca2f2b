// Runs in the network namespace of a browser: opens a listener on all addresses, passes it to the worker and exits. This file
// is JavaScript, because stripping types would add a third to its run time.
import { createServer } from 'node:net';

const server = createServer().listen({ host: '0.0.0.0', port: Number(process.argv[2]), backlog: 511 }, () =>
  process.send('listener', server, { keepOpen: false }, () => process.disconnect()),
);
server.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
process.on('disconnect', () => process.exit());
