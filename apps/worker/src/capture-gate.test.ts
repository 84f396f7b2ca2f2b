import { expect, test } from 'vitest';
import { createCaptureGate } from './capture-gate.ts';

const never = new AbortController().signal;

/** Enters the gate and records when the capture begins. */
function enter(gate: ReturnType<typeof createCaptureGate>, alone: boolean, signal = never) {
  const capture = { began: false, end: () => undefined as unknown };
  const entering = gate.enter({ alone, signal }).then((entry) => {
    capture.began = true;
    capture.end = () => entry[Symbol.dispose]();
  });
  return { capture, entering };
}
const settled = () => new Promise(setImmediate);

test('ordinary captures run concurrently', async () => {
  const gate = createCaptureGate();
  const captures = [enter(gate, false), enter(gate, false)];
  await Promise.all(captures.map(({ entering }) => entering));
});

test('a capture that runs alone waits for the others, and later captures wait for it', async () => {
  const gate = createCaptureGate();
  const [first, alone, later] = [enter(gate, false), enter(gate, true), enter(gate, false)];
  await settled();
  expect([first, alone, later].map(({ capture }) => capture.began)).toEqual([true, false, false]);
  first.capture.end();
  await settled();
  expect([alone, later].map(({ capture }) => capture.began)).toEqual([true, false]);
  alone.capture.end();
  await later.entering;
});

test('two captures that run alone run one after the other', async () => {
  const gate = createCaptureGate();
  const [first, second] = [enter(gate, true), enter(gate, true)];
  await settled();
  expect([first, second].map(({ capture }) => capture.began)).toEqual([true, false]);
  first.capture.end();
  await second.entering;
});

test('an aborted capture leaves the queue and does not block others', async () => {
  const gate = createCaptureGate();
  const stop = new AbortController();
  const first = enter(gate, false);
  const alone = enter(gate, true, stop.signal);
  const later = enter(gate, false);
  await settled();
  stop.abort();
  await Promise.all([alone.entering, later.entering]);
  for (const { capture } of [first, alone, later]) capture.end();
  await enter(gate, true).entering;
});
