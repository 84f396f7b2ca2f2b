import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const installTimeoutMs = 240_000;

// If several test runs start at once, one of them installs the server, and the others wait and then find it. A
// policy-rc.d that exits with 101 keeps Debian from starting the installed service.
const installScript = `
set -e
command -v redis-server >/dev/null && exit 0
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod +x $policy
fi
export DEBIAN_FRONTEND=noninteractive
apt-get -o DPkg::Lock::Timeout=120 update
apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends redis-server
if [ -d /run/systemd/system ]; then systemctl disable --now redis-server; fi
`;

/**
 * Finds redis-server or valkey-server, and installs it with apt-get if necessary and possible (root on Debian or Ubuntu).
 * @throws Error if no server is available
 */
export async function redisServer(): Promise<string> {
  const found = await onPath();
  if (found) return found;
  const problem = await install();
  const installed = await onPath();
  if (installed) return installed;
  throw new Error(
    `These tests need Redis: set REDIS_URL, or put redis-server or valkey-server on the PATH (it was not installed: ${problem}).`,
  );
}

async function onPath(): Promise<string | undefined> {
  for (const name of ['redis-server', 'valkey-server']) {
    const works = await run(name, ['--version']).then(
      () => true,
      () => false,
    );
    if (works) return name;
  }
  return undefined;
}

async function install(): Promise<string> {
  if (process.getuid?.() !== 0) return 'installing needs root';
  try {
    await run('apt-get', ['--version']);
  } catch {
    return 'apt-get is missing';
  }
  try {
    await run('flock', ['/tmp/shotclock-install-redis.lock', 'sh', '-c', installScript], {
      timeout: installTimeoutMs,
    });
    return 'apt-get did not provide it';
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    return `apt-get failed: ${stderr.trim().split('\n').at(-1) || message}`;
  }
}
