// wait ──(a process is free)──► load the input ──► convert ──► done
// The inputs of waiting conversions are not loaded, so they need no memory. Owners take turns: among the conversions that wait, the one goes
// first whose owner has the fewest running conversions, and whose last one began first.
import { ConversionError } from './conversion-error.ts';
import { type ConversionProcess, createConversionProcess } from './conversion-process.ts';
import type { ConversionKind, Conversions } from './conversions.ts';

export type ImageConverter = {
  /**
   * Converts an image in another process.
   * @param options.owner for whom, such as an account
   * @param options.load returns the input; called when a process is free. Its rejections are passed on
   * @throws ConversionError
   */
  convert<Kind extends ConversionKind>(
    kind: Kind,
    options: { owner: number; load: () => Promise<Conversions[Kind]['input']> },
  ): Promise<Conversions[Kind]['output']>;
  /** Ends the processes. Conversions that wait or run fail. */
  close(): void;
};

export type ConverterOptions = {
  /** Number of processes, from 1: maximum number of conversions at the same time. */
  processes: number;
  /** Maximum number of conversions that wait for a process. */
  maxWaiting: number;
  /** Maximum number of conversions of one owner that wait for a process. */
  maxWaitingPerOwner: number;
  /** Time without a conversion after which a process ends. */
  idleMs?: number;
};

type Waiting = { owner: number; begin: (process: ConversionProcess) => void; refuse: (error: Error) => void };

const defaultIdleMs = 30_000;

export function createImageConverter(options: ConverterOptions): ImageConverter {
  const { processes, maxWaiting, maxWaitingPerOwner, idleMs = defaultIdleMs } = options;
  const all = Array.from({ length: processes }, () => createConversionProcess({ idleMs }));
  const free = [...all];
  const running = new Map<number, number>();
  /** For owners since the queue was last empty: the number of their last conversion. */
  const lastTurns = new Map<number, number>();
  let turns = 0;
  let waiting: Waiting[] = [];
  let closed = false;

  const runningOf = (owner: number) => running.get(owner) ?? 0;
  const lastTurnOf = (owner: number) => lastTurns.get(owner) ?? 0;
  const goesFirst = ({ owner: one }: Waiting, { owner: other }: Waiting) =>
    runningOf(one) - runningOf(other) || lastTurnOf(one) - lastTurnOf(other);

  function admit(): void {
    while (free.length > 0 && waiting.length > 0) {
      const next = waiting.toSorted(goesFirst)[0]!;
      waiting = waiting.filter((one) => one !== next);
      running.set(next.owner, runningOf(next.owner) + 1);
      turns += 1;
      lastTurns.set(next.owner, turns);
      // The last one that was used is likely to run.
      next.begin(free.pop()!);
    }
  }

  function leave(owner: number, process: ConversionProcess): void {
    const left = runningOf(owner) - 1;
    if (left === 0) running.delete(owner);
    else running.set(owner, left);
    free.push(process);
    admit();
    if (waiting.length === 0) lastTurns.clear();
  }

  async function enter(owner: number): Promise<ConversionProcess> {
    if (closed) throw closing();
    if (free.length === 0 && waiting.length >= maxWaiting)
      throw new ConversionError('busy', 'Too many images of all accounts are being converted.');
    if (free.length === 0 && waiting.filter((one) => one.owner === owner).length >= maxWaitingPerOwner)
      throw new ConversionError('owner_busy', 'Too many images of the account are being converted.');
    const { promise, resolve, reject } = Promise.withResolvers<ConversionProcess>();
    waiting.push({ owner, begin: resolve, refuse: reject });
    admit();
    return promise;
  }

  return {
    async convert(kind, { owner, load }) {
      const process = await enter(owner);
      try {
        return await process.run(kind, await load());
      } finally {
        leave(owner, process);
      }
    },
    close() {
      closed = true;
      for (const { refuse } of waiting) refuse(closing());
      waiting = [];
      for (const process of all) process.close();
    },
  };
}

const closing = () => new ConversionError('failed', 'The service is stopping.');
