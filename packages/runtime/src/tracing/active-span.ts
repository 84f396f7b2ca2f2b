import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './tracer.ts';

/** Node keeps one store for each chain of asynchronous calls. */
const store = new AsyncLocalStorage<Span>();

/** The span within which the caller runs. Always undefined if traces are off. */
export const activeSpan = (): Span | undefined => store.getStore();

/** Runs `work` within the span, which becomes the parent of the steps that `measureStep` runs. */
export const runInSpan = <T>(span: Span, work: () => T): T => store.run(span, work);
