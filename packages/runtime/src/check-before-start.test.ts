import { expect, test } from 'vitest';
import { checkBeforeStart, createLogger, StartError } from './index.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const running = new AbortController().signal;

test('a start waits for a server that is away, and goes on when it answers', async () => {
  let asked = 0;
  const check = async () => {
    asked += 1;
    if (asked < 3) throw new Error('away');
    return null;
  };
  await checkBeforeStart(check, { signal: running, logger, pauseMs: 1 });
  expect(asked).toBe(3);
});

test('a start ends with what the server says is wrong', async () => {
  const refused = checkBeforeStart(async () => 'too new', { signal: running, logger });
  await expect(refused).rejects.toEqual(new StartError('too new'));
});

test('a start that is called off waits no longer', async () => {
  const stop = new AbortController();
  const check = () => {
    stop.abort(new Error('stopping'));
    return Promise.reject(new Error('away'));
  };
  const waiting = checkBeforeStart(check, { signal: stop.signal, logger, pauseMs: 3_600_000 });
  await expect(waiting).rejects.toThrow('stopping');
});
