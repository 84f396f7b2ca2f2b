import { createReadStream, createWriteStream } from 'node:fs';

// A program that stands in for a browser controlled by a page. It responds like Chromium until Puppeteer is connected,
// and prints two lines and sends the messages in its argument when it receives `Browser.getWindowBounds`.
export type Forged = { text: string; repeat?: number; end?: string; times?: number };
type Command = { id: number; method: string; sessionId?: string; params?: { flatten?: boolean } };

const output = createWriteStream('', { fd: 4 });
const send = (message: string | object) =>
  output.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\0`);
const targetInfo = {
  targetId: 'browser',
  type: 'browser',
  title: '',
  url: '',
  attached: true,
  canAccessOpener: false,
};

function respond({ id, method, sessionId }: Command): void {
  if (method === 'Target.setDiscoverTargets')
    send({ method: 'Target.targetCreated', params: { targetInfo } });
  if (method === 'Target.attachToTarget')
    send({
      method: 'Target.attachedToTarget',
      params: { sessionId: 'root', targetInfo, waitingForDebugger: false },
    });
  const results: Record<string, object> = {
    'Browser.getVersion': {
      protocolVersion: '1.3',
      product: 'Forged/1',
      revision: '',
      userAgent: '',
      jsVersion: '',
    },
    'Target.getBrowserContexts': { browserContextIds: [] },
    'Target.attachToTarget': { sessionId: 'root' },
  };
  send({ id, result: results[method] ?? {}, ...(sessionId && { sessionId }) });
  if (method !== 'Browser.getWindowBounds') return;
  console.error(`${'A line that is longer than the output that is kept. '.repeat(1_000)}\nthe last words`);
  for (const one of JSON.parse(process.argv[2]!)) forge(one);
}

/** Generates long messages and large numbers of messages, which would not fit on a command line. */
function forge({ text, repeat = 0, end = '', times = 1 }: Forged): void {
  for (let n = 0; n < times; n += 1) send(text + 'A'.repeat(repeat) + end);
}

let rest = '';
createReadStream('', { fd: 3, encoding: 'utf8' })
  .on('data', (chunk) => {
    const parts = (rest + chunk).split('\0');
    rest = parts.pop()!;
    for (const part of parts) respond(JSON.parse(part));
  })
  .on('end', () => process.exit());
