// Vitest setup file that restores real timers. Test files share processes, so fake timers left over from one file would
// stop all timeouts in later files.
import { afterAll, vi } from 'vitest';

afterAll(() => {
  if (!vi.isFakeTimers()) return;
  vi.useRealTimers();
  throw new Error('The test file left fake timers enabled. Call vi.useRealTimers() after each of its tests.');
});
