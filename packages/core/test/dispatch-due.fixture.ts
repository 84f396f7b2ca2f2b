import { createDispatcher, type Dispatched } from '../src/index.ts';

/** Dispatches a batch of due runs and waits until it ends. See `Dispatcher`. */
export const dispatchDue = (ctx: Parameters<typeof createDispatcher>[0]): Promise<Dispatched> =>
  createDispatcher(ctx, { slowMs: null }).dispatch();
