import { describe, expect, test } from 'vitest';
import { createSharedSlots } from './shared-slots.ts';

const never = new AbortController().signal;

describe('shared slots', () => {
  test('limit a session and the process', () => {
    const slots = createSharedSlots({ total: 4, perSession: 3, reserved: 1 });
    const [first, second] = [slots.openSession(), slots.openSession()];
    const results = [first, first, first, first, second, second].map((session) => session.tryTake());
    expect(results).toEqual(['taken', 'taken', 'taken', 'session_limit', 'taken', 'process_limit']);
  });

  test('give a session its reserved slots even if other sessions hold all other slots', () => {
    const slots = createSharedSlots({ total: 4, perSession: 4, reserved: 2 });
    const [flood, neighbor] = [slots.openSession(), slots.openSession()];
    for (let count = 0; count < 4; count += 1) flood.tryTake();
    expect([1, 2, 3].map(() => neighbor.tryTake())).toEqual(['taken', 'taken', 'process_limit']);
  });

  test('serve waiting sessions round-robin, and the waiters of each session in order', async () => {
    const slots = createSharedSlots({ total: 1, perSession: 1, reserved: 0 });
    const [holder, flood, neighbor] = [slots.openSession(), slots.openSession(), slots.openSession()];
    holder.tryTake();
    const served: string[] = [];
    const serve = async (session: typeof flood, name: string) => {
      await session.take(never);
      served.push(name);
      session.release();
    };
    const work = [
      serve(flood, 'flood 1'),
      serve(flood, 'flood 2'),
      serve(flood, 'flood 3'),
      serve(neighbor, 'neighbor 1'),
      serve(neighbor, 'neighbor 2'),
    ];
    holder.release();
    await Promise.all(work);
    expect(served).toEqual(['flood 1', 'neighbor 1', 'flood 2', 'neighbor 2', 'flood 3']);
  });

  test('are not given to a waiter whose signal has aborted', async () => {
    const slots = createSharedSlots({ total: 1, perSession: 1, reserved: 0 });
    const [holder, session] = [slots.openSession(), slots.openSession()];
    holder.tryTake();
    const controller = new AbortController();
    const aborted = expect(session.take(controller.signal)).rejects.toThrow('too late');
    const next = session.take(never);
    controller.abort(new Error('too late'));
    await aborted;
    await expect(session.take(controller.signal)).rejects.toThrow('too late');
    holder.release();
    await next;
    expect(holder.tryTake()).toBe('process_limit');
    session.release();
    expect(holder.tryTake()).toBe('taken');
  });
});
