import { spawn } from 'node:child_process';

/**
 * Stops the process `pid` with SIGINT when this process exits for any reason, including SIGKILL. A shell waits until its
 * pipe to this process closes, and then sends the signal. Does nothing on Windows.
 * @returns a function that terminates the shell; call it when the process `pid` has exited
 */
export function stopWithParent(pid: number): () => void {
  if (process.platform === 'win32') return () => undefined;
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'stop-with-parent', String(pid)], {
    cwd: '/',
    // Runs in its own process group, so that Ctrl-C in the terminal does not stop the shell before the process that it
    // watches.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without the shell, the process keeps running until `stopLeftoverServer` stops it on the next start.
  watcher.on('error', () => undefined);
  watcher.stdin.on('error', () => undefined);
  return () => void watcher.kill('SIGKILL');
}
