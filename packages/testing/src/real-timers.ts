// Vitest setup file that restores real timers. A logger that discards everything, for services that a test uses but whose
// log it does not check.
import { afterAll, vi } from 'vitest';

afterAll(() => {
  if (!vi.isFakeTimers()) return;
  vi.useRealTimers();
  throw new Error('The test file left fake timers enabled. Call vi.useRealTimers() after each of its tests.');
});
