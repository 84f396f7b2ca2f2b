// Runs as a process with a low `ulimit -n`: opens an egress session and sends the URL of its proxy. Between the messages
// `exhaust` and `release`, the process has no free file descriptors.
import { closeSync, openSync } from 'node:fs';
import { createEgressResources } from '../egress-resources.ts';
import { openEgressSession } from '../egress-session.ts';
import { parseEgressAllow } from '../policy/egress-allow.ts';

const [nameServer = '', hostsPath = ''] = process.argv.slice(2);
const resources = createEgressResources({ nameServers: [nameServer], hostsPath });
const session = await openEgressSession({ allow: parseEgressAllow('127.0.0.1'), resources });
const files: number[] = [];
let exhausted = false;

/** Connections that close free their descriptors, so the process also takes these until `release`. */
function takeAll(): void {
  if (!exhausted) return;
  try {
    for (;;) files.push(openSync('/dev/null', 'r'));
  } catch {
    setImmediate(takeAll);
  }
}

process.on('message', (message) => {
  exhausted = message === 'exhaust';
  if (exhausted) takeAll();
  else for (const file of files.splice(0)) closeSync(file);
  process.send?.(message as string);
});
process.send?.(session.proxyUrl);
