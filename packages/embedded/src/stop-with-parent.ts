import { spawn } from 'node:child_process';

/**
 * Has the process `pid` stopped (SIGINT) when this process ends in any way, SIGKILL included: a small shell waits for
 * the pipe to this process to close. Call the answer once `pid` has ended. Does nothing on Windows.
 */
export function stopWithParent(pid: number): () => void {
  if (process.platform === 'win32') return () => undefined;
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'stop-with-parent', String(pid)], {
    cwd: '/',
    // Its own process group: a Ctrl-C in the terminal must not stop the watcher before its charge.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell there is no watcher; the next start stops what was left.
  watcher.on('error', () => undefined);
  watcher.stdin.on('error', () => undefined);
  return () => void watcher.kill('SIGKILL');
}
