// Vitest setup file. Test files share processes, so a file that leaves fake timers stops all timeouts of the files after it.
import { afterAll, vi } from 'vitest';

afterAll(() => {
  if (!vi.isFakeTimers()) return;
  vi.useRealTimers();
  throw new Error('The test file leaves fake timers. Call vi.useRealTimers() after each of its tests.');
});
