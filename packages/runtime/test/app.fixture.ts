import { type ChildProcess, spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLifecycle, createLogger, failStart, StartError } from '../src/index.ts';
import { openLogFile } from '../src/log-file.ts';

const scenario = process.argv[2];
const logger = createLogger({ name: 'fixture', level: 'info' });
const say = (line: string) => {
  // In this scenario, standard output is /dev/full.
  if (scenario !== 'logs a lot') process.stdout.write(`${line}\n`);
};

if (scenario === 'refuses to start') failStart(new StartError('port 3000 is taken; set PORT to another'));
if (scenario === 'breaks at start') {
  failStart(new Error('cannot read postgres://u:p@db', { cause: new Error('no route to host') }));
}
if (scenario === 'logs') {
  logger.info({ databaseUrl: 'postgres://u:hunter1@db', config: { secretKey: 'hunter2' } }, 'read');
  logger.error(
    { err: new Error('connect postgres://u:hunter3@db/x') },
    'request to https://u:hunter4@h/ failed',
  );
  process.exit(0);
}

if (scenario === 'logs to a file') {
  const [path = '', first, maxBytes, files] = process.argv.slice(3);
  const output = openLogFile(path, { maxBytes: Number(maxBytes), files: Number(files) });
  const toFile = createLogger({ name: 'fixture', level: 'info' }, output);
  for (let line = Number(first); ; line += 1) {
    toFile.info({ line }, 'a line of a log file');
    writeSync(1, `${line}\n`);
  }
}

if (scenario === 'logs a lot') {
  for (let line = 0; line < 10_000; line += 1)
    logger.info({ line }, 'a line of a thousand characters'.padEnd(1_000));
}

const delays: Record<string, number> = { drains: 200, 'throws while draining': 3_600_000 };
const lifecycle = createLifecycle({
  logger,
  graceMs: scenario === 'hangs' ? 100 : 20_000,
  delayMs: delays[scenario ?? ''] ?? 0,
});
// Keeps the process alive, as a server would.
const work = setInterval(() => {}, 1_000);
let supervised: ChildProcess | undefined;

lifecycle.draining.addEventListener('abort', () => {
  if (scenario === 'drains') setImmediate(() => say(lifecycle.signal.aborted ? 'stops' : 'closed nothing'));
  if (scenario === 'throws while draining') setImmediate(() => throwIt());
});
lifecycle.signal.addEventListener('abort', () => say('signal aborted'));
lifecycle.onShutdown('first', () => say('closed first'));
lifecycle.onShutdown('broken', async () => {
  throw new Error('cannot be closed');
});
lifecycle.onShutdown('last', async () => {
  clearInterval(work);
  say('closed last');
  lifecycle.onShutdown('late', () => say('closed late'));
});

if (scenario === 'hangs' || scenario === 'hangs for long') {
  lifecycle.onShutdown('stuck', () => new Promise(() => {}));
}
if (scenario === 'fails while starting') {
  await lifecycle.fail(new StartError('no browser found; set CHROMIUM_PATH'));
}
if (scenario === 'throws') setImmediate(() => throwIt());
if (scenario === 'rejects') void Promise.reject(new Error('not awaited'));
if (scenario === 'has a child') {
  supervised = spawn(process.execPath, [fileURLToPath(import.meta.url), 'runs'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  supervised.on('message', () => say(`child ${supervised?.pid} is ready`));
} else {
  process.send?.('ready');
  say('started');
}

function throwIt(): never {
  throw new Error('not caught');
}
