// Vitest `setupFiles`: each test file gets its own temporary folder, so that concurrent test files never see each other's
// browser profiles, downloads or sockets. The name is short, because full Chrome binds a socket inside the folder. Like
// /tmp, the folder is writable by every user.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, vi } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'sc-'));
chmodSync(folder, 0o1777);
vi.stubEnv('TMPDIR', folder);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});
