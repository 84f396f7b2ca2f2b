import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { texts } from '../../texts/texts.ts';
import { type BulkProgress, type Outcome, runBulk, type Target } from './run-bulk.ts';

export type BulkVerb = 'run' | 'pause' | 'resume';

export type BulkAction = {
  verb: BulkVerb;
  targets: readonly Target[];
  state: 'confirming' | 'running' | 'finished';
  progress: BulkProgress;
};

/** Maximum number of schedules to run without confirmation. */
const runWithoutQuestion = 20;
const nothing: BulkProgress = { done: 0, failures: [], pausedUntil: null };
const retriedStatuses = [409, 429, 503];

/** 64 random bits. Pages that were loaded over HTTP do not have `crypto.randomUUID`. */
const newKey = () => crypto.getRandomValues(new BigUint64Array(1))[0]!.toString(36);

/** A bulk action on schedules and its progress. */
export function useBulk(onDone: (done: readonly Target[]) => void) {
  const queryClient = useQueryClient();
  const [action, setAction] = useState<BulkAction | null>(null);
  const cancel = useRef<AbortController | null>(null);
  const key = useRef('');
  useEffect(() => () => cancel.current?.abort(), []);

  async function execute(verb: BulkVerb, targets: readonly Target[]): Promise<void> {
    cancel.current = new AbortController();
    const { signal } = cancel.current;
    const done: Target[] = [];
    setAction({ verb, targets, state: 'running', progress: nothing });
    const progress = await runBulk(targets, {
      async send(target) {
        // A retry uses the same idempotency key, so no schedule starts twice, even after a lost response.
        const outcome = await send(verb, target.id, `${key.current}-${target.id}`);
        if (outcome === 'done') done.push(target);
        return outcome;
      },
      onProgress: (progress) => setAction({ verb, targets, state: 'running', progress }),
      signal,
    });
    setAction({ verb, targets, state: 'finished', progress });
    onDone(done);
    await refreshQueries(queryClient);
  }

  return {
    action,
    start(verb: BulkVerb, targets: readonly Target[]): void {
      key.current = `${verb}-${newKey()}`;
      if (verb === 'run' && targets.length > runWithoutQuestion)
        setAction({ verb, targets, state: 'confirming', progress: nothing });
      else void execute(verb, targets);
    },
    confirm: () => void (action && execute(action.verb, action.targets)),
    /** Retries failed requests with the same keys. */
    retry: () => void (action && execute(action.verb, action.progress.failures)),
    cancel: () => cancel.current?.abort(),
    close: () => setAction(null),
  };
}

async function send(verb: BulkVerb, id: number, idempotencyKey: string): Promise<Outcome> {
  try {
    await client.schedules[verb](id, { idempotencyKey, maxRetries: 0 });
    return 'done';
  } catch (error) {
    const reason = problemOf(error)?.detail ?? texts.problems.unknown;
    const seconds = retryAfterOf(error);
    return seconds === null ? { reason } : { reason, retryAfterMs: seconds * 1_000 };
  }
}

/** Seconds until a rejected request can be retried; null if it cannot be retried. */
function retryAfterOf(error: unknown): number | null {
  const { status, retryAfterSeconds } = error as { status?: number; retryAfterSeconds?: number | null };
  return status !== undefined && retriedStatuses.includes(status) ? (retryAfterSeconds ?? null) : null;
}
