// connecting ──► watching ──the run ends──► returned
//     │          │    ▲
//     │        lost   └─reconnected
//     │          ▼    │
//     │          reconnecting
//     ▼               ▼ after `reconnectMs`
//     the error of the connection is thrown
import type { AccountEvent, ScheduleExecution, ShotclockClient } from '@shotclock/client/source';
import type { Counts } from './progress.ts';

type Watcher = {
  /** Called when the run has started, and whenever its counters change. */
  onProgress: (counts: Counts) => void;
  /** Called when the connection is lost after the run has started. */
  onConnectionLost: () => void;
  /** Time limit in milliseconds for a lost connection. Default: 30,000. */
  reconnectMs?: number;
};

/** The longest pause between two attempts to reconnect. */
const maxPauseMs = 2_000;

/**
 * Starts a run, and follows it by the events of the account until it has ended.
 * @throws the error of the connection if the server cannot be reached, or not again within `reconnectMs`
 */
export async function watchRun(
  client: ShotclockClient,
  scheduleId: number,
  { onProgress, onConnectionLost, reconnectMs = 30_000 }: Watcher,
): Promise<ScheduleExecution> {
  const closing = new AbortController();
  let run: ScheduleExecution | undefined;
  let lastError: unknown;
  let timer: NodeJS.Timeout | undefined;

  const onDisconnect = (error: unknown) => {
    lastError = error ?? lastError;
    if (!run) return closing.abort(lastError ?? new SyntaxError('The stream contains no events'));
    if (timer) return;
    onConnectionLost();
    const noResponse = new DOMException('The connection was not restored in time', 'TimeoutError');
    timer = setTimeout(() => closing.abort(lastError ?? noResponse), reconnectMs);
  };
  const events = client.events.stream({ signal: closing.signal, maxReconnectMs: maxPauseMs, onDisconnect });
  const nextEvent = async (): Promise<AccountEvent> => {
    const { value } = await events.next();
    clearTimeout(timer);
    timer = undefined;
    lastError = undefined;
    return value;
  };

  try {
    // The stream must be connected before the run starts, because the run could end before that.
    await nextEvent();
    run = await client.schedules.run(scheduleId);
    onProgress(run);
    while (run.status === 'PROCESSING') {
      const { event, data } = await nextEvent();
      const isOfRun = event === 'execution' && data.id === run.id;
      if (isOfRun) onProgress(data);
      // After a reconnection, events may be missing.
      if (event === 'reset' || (isOfRun && data.status !== run.status))
        run = await client.executions.get(run.id);
    }
    onProgress(run);
    return run;
  } finally {
    clearTimeout(timer);
    closing.abort();
  }
}
