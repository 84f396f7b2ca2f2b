import type { CoreContext } from '../context.ts';

/** Returns the data that captures store about the request that started them. */
export const captureOrigin = ({ requestId, traceParent }: CoreContext) => ({
  requestId: requestId ?? null,
  traceParent: traceParent ?? null,
});
