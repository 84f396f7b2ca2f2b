// Vitest `setupFiles`: each test file gets its own temporary folder, so that test files that run at the same time never see each other's browser profiles, downloads or
// sockets. Its name is short, because full Chrome binds a socket below it. The folder is writable for every user, as /tmp is.
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
