// `pnpm dev [--inspect=api|scheduler|worker]` runs standalone, which restarts an app when its source files change. On a terminal,
// logs are formatted; otherwise, they are JSON lines.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pretty from 'pino-pretty';

const entry = fileURLToPath(new URL('../apps/standalone/src/main.ts', import.meta.url));
// With an IPC channel, standalone stops when this process is killed.
const standalone = spawn(process.execPath, [entry, '--watch', ...process.argv.slice(2)], {
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
});
standalone.stdout!.pipe(
  process.stdout.isTTY ? pretty({ ignore: 'pid,hostname', singleLine: true }) : process.stdout,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => standalone.kill('SIGTERM'));
standalone.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
