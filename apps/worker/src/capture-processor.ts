// claim ──► capture ──► store ──► settle (with a comparison if a check is waiting)     the claim's token fences every effect
//              │
//              ├── failed ──► retry or FAILED    worker stops, or store unavailable ──► requeued    lease lost, or canceled ──► dropped
//              └── worker crashed (an uncaught error) ──► the attempt fails at once, retried alone or FAILED (ADR 28)
import type { BrowserSupervisor, Capture } from '@shotclock/capture';
import type { CaptureSettings } from '@shotclock/contracts';
import {
  type Baseline,
  type ClaimedScreenshot,
  claimScreenshot,
  createSentHeadersIds,
  type Failure,
  failAttempt,
  findKnownLooks,
  requeue,
  type SettledCheck,
  settleCompared,
  settleSuccess,
  storeCapture,
  storeOutageDelaySeconds,
  type WorkContext,
} from '@shotclock/core';
import type { CaptureJob, QueueConnection } from '@shotclock/queue';
import {
  type Logger,
  type Metrics,
  measureStep,
  rejectOnAbort,
  type Span,
  type StepObserver,
  type Tracer,
} from '@shotclock/runtime';
import { StorageError } from '@shotclock/storage';
import { createAttemptRecorder } from './attempt-metrics.ts';
import { createCaptureAgain } from './capture-again.ts';
import { captureFailure, isStoreFailure } from './capture-failure.ts';
import { createCaptureGate } from './capture-gate.ts';
import { captureRequest } from './capture-request.ts';
import { stepObserver, type WorkerStep } from './collect-metrics.ts';
import { compareWithBaseline, conditionTexts, failedComparison, storeSubject } from './content-comparison.ts';
import { runJobSpan } from './job-span.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { loggableUrl } from './loggable-url.ts';
import { reasonNotToCompare } from './page-state.ts';
import { recaptureForConsent } from './recapture-for-consent.ts';
import { retryWhileDatabaseDown } from './retry-while-database-down.ts';
import { storeFailureImage } from './store-failure-image.ts';
import type { StoreOutage } from './store-outage.ts';

/**
 * Processes one job, from claim to settlement. If the capture fails, the failure is recorded and the promise does not
 * reject.
 */
export type CaptureProcessor = (job: CaptureJob, stopping: AbortSignal) => Promise<void>;

type ProcessorContext = WorkContext & {
  browsers: BrowserSupervisor;
  deadlineMs: number;
  metrics: Metrics<'worker'>;
};

const crash: Failure = {
  code: 'worker_crashed',
  description: 'The worker crashed during the capture, and no attempts are left.',
};

const staleToken = 'capture dropped: the fencing token is stale';

const settledMessages = {
  settled: 'capture succeeded',
  held: 'capture held until the second look of its check',
  stale: staleToken,
} as const;

export function createCaptureProcessor(
  ctx: ProcessorContext & {
    leases: LeaseKeeper;
    outage: StoreOutage;
    /** Aborts on an uncaught error in the process. */
    crashed: AbortSignal;
    /** Null or absent if traces are off. */
    tracer?: Tracer | null;
    /** The server of the queue, for spans. */
    queue?: QueueConnection['backend'];
    logger: Logger;
  },
): CaptureProcessor {
  const { crashed, metrics, outage, tracer = null, queue = 'postgres' } = ctx;
  const startAttempt = createAttemptRecorder(metrics);
  const gate = createCaptureGate();
  const steps = { ...ctx, ...stepObserver(metrics), sentHeadersId: createSentHeadersIds(ctx.db) };
  return (job, stopping) => runJobSpan(tracer, job, queue, (span) => processJob(job, stopping, span));

  async function processJob(job: CaptureJob, stopping: AbortSignal, span?: Span): Promise<void> {
    const ended = (outcome: string) => span?.set({ 'shotclock.outcome': outcome });
    const jobLogger = ctx.logger.child({ ...jobFields(job), ...(span && { trace_id: span.traceId }) });
    // The gate precedes the claim, so that a waiting capture does not lose an attempt if the worker exits.
    using _entry = await gate.enter({
      alone: job.alone ?? false,
      signal: AbortSignal.any([stopping, crashed]),
    });
    await outage.untilOver(AbortSignal.any([stopping, crashed]));
    crashed.throwIfAborted();
    const claim = await measureStep(steps, 'claim', () =>
      retryWhileDatabaseDown(ctx.db, () => claimScreenshot(ctx, job), stopping),
    );
    metrics.claims.add(1, { result: claim ? 'claimed' : 'stale' });
    if (!claim) {
      ended('stale');
      return jobLogger.debug('dropped a stale job');
    }
    const logger = jobLogger.child(claimFields(claim));
    if (claim.executionId !== null) span?.set({ 'shotclock.execution.id': claim.executionId });

    using attempt = startAttempt();
    using lease = ctx.leases.hold(claim.token);
    try {
      // If the store is still unavailable at this point, the worker was stopped during the outage.
      if (outage.isAway()) throw new StorageError('unavailable', 'the object store is unavailable');
      const signal = AbortSignal.any([stopping, lease.signal, crashed]);
      const settled = await rejectOnAbort(captureAndSettle({ ...steps, logger }, claim, signal), crashed);
      ended(settled);
      if (settled === 'settled') attempt.succeeded();
      if (settled === 'held') attempt.held();
      logger.info(settledMessages[settled]);
    } catch (error) {
      if (crashed.aborted) {
        span?.fail(crash.code);
        attempt.failed(await failAttempt(ctx, claim, crash), crash.code);
        return logger.warn({ code: crash.code }, 'capture failed: the worker crashed');
      }
      if (lease.signal.aborted) {
        metrics.leasesLost.add(1);
        ended('dropped');
        return logger.warn('capture dropped: it was canceled or its lease expired');
      }
      if (stopping.aborted) {
        ended('requeued');
        return logger.info((await requeue(ctx, claim)) ? 'capture requeued' : staleToken);
      }
      const failure = captureFailure(error);
      span?.fail(failure.code);
      if (isStoreFailure(failure) && (await outage.confirm())) {
        const delay = { afterSeconds: storeOutageDelaySeconds };
        const requeued = await retryWhileDatabaseDown(ctx.db, () => requeue(ctx, claim, delay), stopping);
        const message = requeued ? 'capture requeued: the object store is unavailable' : staleToken;
        return logger.warn({ err: error, code: failure.code }, message);
      }
      logger.warn({ err: error, code: failure.code }, 'capture failed');
      const interrupted = AbortSignal.any([stopping, lease.signal, crashed]);
      const image = await storeFailureImage({ ...ctx, logger }, claim, error, interrupted);
      const outcome = await retryWhileDatabaseDown(
        ctx.db,
        () => failAttempt(ctx, claim, failure, image),
        stopping,
      );
      attempt.failed(outcome, failure.code);
      if (outcome === 'stale') logger.info(staleToken);
    }
  }
}

const jobFields = ({ screenshotId, attempt, requestId }: CaptureJob) => ({
  screenshotId,
  attempt,
  ...(requestId === undefined ? {} : { requestId }),
});

const claimFields = ({ accountId, executionId, settings }: ClaimedScreenshot) => ({
  accountId,
  ...(executionId === null ? {} : { executionId }),
  url: loggableUrl(settings.url),
});

async function captureAndSettle(
  ctx: Omit<ProcessorContext, 'metrics'> &
    StepObserver<WorkerStep> & { sentHeadersId: ReturnType<typeof createSentHeadersIds>; logger: Logger },
  claim: ClaimedScreenshot,
  signal: AbortSignal,
): Promise<SettledCheck> {
  const { settings, check } = claim;
  using first = await ctx.browsers.capture(captureRequest(settings, check?.comparison ?? null), {
    signal,
    deadlineMs: ctx.deadlineMs,
  });
  // A second capture has a shorter deadline than the attempt, so the deadline and memory of the first capture apply to
  // everything.
  const { deadline, memory } = first;
  const firstMs = ctx.deadlineMs - deadline.remainingMs();
  // The deadline applies to everything except the settlement. The outcome of an aborted settlement would be unknown,
  // so database timeouts limit its duration instead.
  const inTime = <T>(work: () => Promise<T>) => retryWhileDatabaseDown(ctx.db, work, deadline.signal);
  using second =
    check &&
    (await inTime(() =>
      recaptureForConsent(ctx, { settings, check }, { capture: first, durationMs: firstMs }),
    ));
  const capture = second ?? first;
  const artifacts = requestedArtifacts(capture, settings);
  const stored = await measureStep(ctx, 'store', () =>
    inTime(() => storeCapture(ctx.objects, artifacts, deadline.signal)),
  );
  const sentHeadersId = await inTime(() => ctx.sentHeadersId(defaultHeaders(capture, settings)));
  const { notes, page } = capture;
  const result = { ...stored, description: notes.join(' ') || null, sentHeadersId, page };
  if (!check) {
    const settled = await measureStep(ctx, 'settle', () =>
      retryWhileDatabaseDown(ctx.db, () => settleSuccess(ctx, claim, result), signal),
    );
    return settled ? 'settled' : 'stale';
  }

  const reason = reasonNotToCompare(capture.page, check.comparison);
  // The results are awaited here, because returning ends the deadline.
  if (reason !== null)
    return await inTime(() =>
      settleCompared(ctx, { ...claim, check }, result, async () => failedComparison(reason)),
    );
  const subject = await inTime(() => storeSubject(ctx.objects, check, capture, stored, deadline.signal));
  capture.freeImage();
  const texts = conditionTexts(capture);
  const { width, height } = capture;
  const captureAgain = createCaptureAgain(ctx, claim, {
    capture: { width, height, deadline },
    durationMs: firstMs,
  });
  return await inTime(() =>
    settleCompared(ctx, { ...claim, check }, result, (baseline) =>
      measureStep(ctx, 'compare', (uncounted) => {
        const compared = {
          ...{ subject, texts, baseline, memory, captureAgain: () => uncounted(captureAgain) },
          knownLooks: (current: Baseline) => findKnownLooks(ctx.db.orm, check, current),
        };
        return compareWithBaseline(ctx.objects, check, compared, deadline.signal);
      }),
    ),
  );
}

/** The headers that the browser sent for settings that are null. */
const defaultHeaders = ({ sent }: Capture, { userAgent, acceptLanguage }: CaptureSettings) => ({
  userAgent: userAgent === null ? sent.userAgent : null,
  acceptLanguage: acceptLanguage === null ? sent.acceptLanguage : null,
});

/** The artifacts that the settings request. HTML or text that only a check needs is not stored with the screenshot. */
function requestedArtifacts(capture: Capture, { format, extractHtml, extractText }: CaptureSettings) {
  const contentType = `image/${format}`;
  return {
    image: { body: capture.image, contentType },
    thumbnail: capture.thumbnail && { body: capture.thumbnail, contentType },
    html: extractHtml ? capture.html : null,
    text: extractText ? capture.text : null,
  };
}
