import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createChangeNotifier } from './change-notifier.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createRecorder() {
  const sent: string[][] = [];
  const notifier = createChangeNotifier(async (payloads) => void sent.push(payloads));
  return { sent, notifier };
}

test('simultaneous changes are sent in a single statement, and later changes wait for the interval', () => {
  const { sent, notifier } = createRecorder();
  for (const id of [1, 2, 1]) notifier.changed(id);
  vi.advanceTimersByTime(0);
  expect(sent).toEqual([['1,2']]);
  notifier.changed(3);
  vi.advanceTimersByTime(199);
  expect(sent).toHaveLength(1);
  notifier.changed(3);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([['1,2'], ['3']]);
  vi.advanceTimersByTime(1_000);
  notifier.changed(4);
  vi.advanceTimersByTime(0);
  expect(sent).toHaveLength(3);
});

test("a payload does not exceed Postgres's maximum size", () => {
  const { sent, notifier } = createRecorder();
  for (let id = 0; id < 1_000; id += 1) notifier.changed(Number.MAX_SAFE_INTEGER - id);
  vi.advanceTimersByTime(0);
  expect(sent).toHaveLength(1);
  expect(sent[0]!.length).toBe(3);
  for (const payload of sent[0]!) expect(payload.length).toBeLessThan(8_000);
});

test('close sends the remaining notifications', () => {
  const { sent, notifier } = createRecorder();
  notifier.changed(7);
  notifier.close();
  notifier.changed(8);
  vi.advanceTimersByTime(1_000);
  expect(sent).toEqual([['7']]);
});
