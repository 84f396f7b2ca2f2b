import type { CoreContext } from '../context.ts';

/** What a capture stores of the request that started it. */
export const captureOrigin = ({ requestId, traceParent }: CoreContext) => ({
  requestId: requestId ?? null,
  traceParent: traceParent ?? null,
});
