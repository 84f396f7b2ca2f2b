// wait ──(a process is free)──► prepare the input ──► convert ──► use the output ──► done
// The inputs of waiting conversions are not prepared yet, so they do not need disk space. conversion-turns.ts determines which
// conversion is next. If there are several processes, long conversions never occupy all of them, so a short conversion does not have to wait for a long one. Inputs and outputs are files in the conversion's own folder.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder, findAbandonedFolders } from '@shotclock/runtime';
import { ConversionError } from './conversion-error.ts';
import { type ConversionProcess, createConversionProcess } from './conversion-process.ts';
import {
  type ConversionClient,
  clientName,
  compareTurns,
  createUsedTime,
  ownerName,
  type Turn,
} from './conversion-turns.ts';
import { type ConversionKind, type Conversions, conversionLimits } from './conversions.ts';

export type ImageConverter = {
  /**
   * Converts an image in another process.
   * @param options.owner the party that the image is converted for, such as an account
   * @param options.clients the clients that requested the conversion; empty if the owner did
   * @param options.seconds the estimated duration; by default its time limit
   * @param options.prepare receives an empty folder, writes files to it and returns the input. It is called once a
   * process is free. If it rejects, `convert` rejects with the same error
   * @param options.use reads the output, whose file is deleted afterwards. If it rejects, `convert` rejects with the same error
   * @throws ConversionError
   */
  convert<Kind extends ConversionKind, Result>(
    kind: Kind,
    options: {
      owner: number;
      clients?: readonly ConversionClient[];
      seconds?: number;
      prepare: (folder: string) => Promise<Conversions[Kind]['input']>;
      use: (output: Conversions[Kind]['output']) => Promise<Result>;
    },
  ): Promise<Result>;
  /** Ends the processes. Waiting and running conversions fail. Resolves once all files have been deleted. */
  close(): Promise<void>;
};

export type ConverterOptions = {
  /**
   * Number of processes and thus of concurrent conversions, at least 1. If there are at least two, one process runs only
   * short conversions.
   */
  processes: number;
  /** Maximum number of waiting conversions. */
  maxWaiting: number;
  /** Maximum number of waiting conversions per owner. */
  maxWaitingPerOwner: number;
  /** Idle time after which a process exits. */
  idleMs?: number;
};

type Waiting = Turn & {
  since: number;
  begin: (process: ConversionProcess) => void;
  refuse: (error: Error) => void;
};

const defaultIdleMs = 30_000;
/** Conversions with a longer estimate are treated as long. Users do not notice the wait for a shorter one. */
const longSeconds = 1;
const isLong = ({ seconds }: Turn) => seconds > longSeconds;

export function createImageConverter(options: ConverterOptions): ImageConverter {
  const { processes, maxWaiting, maxWaitingPerOwner, idleMs = defaultIdleMs } = options;
  const all = Array.from({ length: processes }, () => createConversionProcess({ idleMs }));
  const free = [...all];
  const maxLong = Math.max(1, processes - 1);
  const used = createUsedTime();
  const running = new Map<number, number>();
  const runningOf = (owner: number) => running.get(owner) ?? 0;
  let long = 0;
  let waiting: Waiting[] = [];
  let closed = false;
  let conversions = 0;
  let base: Promise<string> | undefined;

  function admit(): void {
    while (free.length > 0) {
      const next = waiting
        .filter((one) => !isLong(one) || long < maxLong)
        .toSorted((one, other) => compareTurns(one, other, { used, runningOf }))[0];
      if (!next) return;
      waiting = waiting.filter((one) => one !== next);
      running.set(next.owner, runningOf(next.owner) + 1);
      if (isLong(next)) long += 1;
      // Prefer the most recently used process, which is probably still running.
      next.begin(free.pop()!);
    }
  }

  function leave(turn: Turn, process: ConversionProcess, ms: number): void {
    const { owner } = turn;
    const left = runningOf(owner) - 1;
    if (left === 0) running.delete(owner);
    else running.set(owner, left);
    if (isLong(turn)) long -= 1;
    for (const name of [ownerName(owner), ...turn.clients.map((client) => clientName(owner, client))])
      used.add(name, ms);
    free.push(process);
    admit();
  }

  /**
   * Makes room for another waiting conversion. If `owner` has fewer waiting conversions than the owner with the most, that
   * owner's last one is dropped.
   * @throws ConversionError `owner_busy`, `busy`
   */
  function makeRoom({ owner, clients }: Turn): void {
    const ofOwner = waiting.filter((one) => one.owner === owner);
    for (const { name, maxWaiting: max } of clients) {
      const ofClient = ofOwner.filter((one) => one.clients.some((client) => client.name === name));
      if (ofClient.length >= max)
        throw ownerBusy('Too many images are being converted for this link or address.');
    }
    if (ofOwner.length >= maxWaitingPerOwner) {
      // The owner's own requests take precedence over requests from links.
      const last = clients.length > 0 ? undefined : ofOwner.findLast((one) => one.clients.length > 0);
      if (!last) throw ownerBusy();
      displace(last, ownerBusy());
    } else if (waiting.length >= maxWaiting) {
      const byOwner = Object.values(Object.groupBy(waiting, (one) => one.owner)).map((ofOne) => ofOne!);
      const [largest] = byOwner.toSorted((one, other) => other.length - one.length);
      if (!largest || largest.length <= ofOwner.length + 1) throw busy();
      displace(largest.at(-1)!, busy());
    }
  }

  function displace(displaced: Waiting, error: ConversionError): void {
    waiting = waiting.filter((one) => one !== displaced);
    displaced.refuse(error);
  }

  async function enter(turn: Turn): Promise<ConversionProcess> {
    if (closed) throw closing();
    const { promise, resolve, reject } = Promise.withResolvers<ConversionProcess>();
    const entry = { ...turn, since: performance.now(), begin: resolve, refuse: reject };
    waiting.push(entry);
    admit();
    if (waiting.includes(entry)) {
      waiting.pop();
      makeRoom(turn);
      waiting.push(entry);
    }
    return promise;
  }

  /** Creates an empty folder for one conversion. */
  async function createFolder(): Promise<string> {
    base ??= createBase();
    conversions += 1;
    const name = String(conversions);
    try {
      const folder = join(await base, name);
      await mkdir(folder);
      return folder;
    } catch (cause) {
      base = undefined;
      throw new ConversionError('failed', 'The conversion of the image ended without a result.', { cause });
    }
  }

  return {
    async convert(kind, { owner, clients = [], seconds = conversionLimits.seconds[kind], prepare, use }) {
      const turn = { owner, clients, seconds };
      const process = await enter(turn);
      const startedAt = performance.now();
      let hasLeft = false;
      const leaveOnce = () => {
        if (!hasLeft) leave(turn, process, performance.now() - startedAt);
        hasLeft = true;
      };
      try {
        const folder = await createFolder();
        try {
          const output = await process.run(kind, await prepare(folder), join(folder, 'result'));
          // While the output is being stored, the process is free for other conversions.
          leaveOnce();
          return await use(output);
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      } finally {
        leaveOnce();
      }
    },
    async close() {
      closed = true;
      for (const { refuse } of waiting) refuse(closing());
      waiting = [];
      for (const process of all) process.close();
      const folder = await base?.catch(() => undefined);
      if (folder) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function createBase(): Promise<string> {
  for (const folder of await findAbandonedFolders('images'))
    await rm(folder, { recursive: true, force: true });
  return createTemporaryFolder('images');
}

const closing = () => new ConversionError('failed', 'The service is stopping.');
const busy = () => new ConversionError('busy', 'Too many images are being converted for all accounts.');
const ownerBusy = (message = 'Too many images are being converted for this account.') =>
  new ConversionError('owner_busy', message);
