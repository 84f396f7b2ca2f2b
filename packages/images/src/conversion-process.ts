// not started ──(first conversion)──► running ──(idle, time limit, crash or close)──► not started
// Runs one conversion at a time. If a conversion exceeds its time limit, its process is killed, because native code cannot be
// interrupted.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { mallocSettings } from '@shotclock/runtime';
import { ConversionError, type ConversionFailureCode } from './conversion-error.ts';
import { type ConversionKind, type Conversions, conversionLimits } from './conversions.ts';
import { undecodable } from './image-header.ts';

export type ConversionRequest = {
  kind: ConversionKind;
  input: Conversions[ConversionKind]['input'];
  file: string;
};
export type ConversionReply = { output: unknown } | { code: ConversionFailureCode; message: string };

export type ConversionProcess = {
  /**
   * Runs one conversion. Wait for the result to settle before calling this again.
   * @param file path of the result file, which is created. After an error, the file may be incomplete
   * @throws ConversionError
   */
  run<Kind extends ConversionKind>(
    kind: Kind,
    input: Conversions[Kind]['input'],
    file: string,
  ): Promise<Conversions[Kind]['output']>;
  /** Ends the process. A conversion in progress fails. */
  close(): void;
};

type Options = {
  /** Idle time after which the process exits to free its memory. */
  idleMs: number;
  /** Time limits, for tests. */
  seconds?: Record<ConversionKind, number>;
};

const entry = fileURLToPath(new URL('./convert-images.ts', import.meta.url));
/** Limit for the JavaScript heap. Pixels are outside the heap and are limited by `conversionLimits`. */
const heapMebibytes = 512;

export function createConversionProcess({
  idleMs,
  seconds = conversionLimits.seconds,
}: Options): ConversionProcess {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    const started = fork(entry, [], {
      execArgv: [`--max-old-space-size=${heapMebibytes}`],
      env: { ...mallocSettings },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    started.on('error', () => undefined);
    return started;
  }

  /** An idle process does not keep its parent from exiting. */
  function setBusy(process: ChildProcess, busy: boolean): void {
    clearTimeout(idle);
    if (busy) {
      process.ref();
      process.channel?.ref();
      return;
    }
    process.unref();
    process.channel?.unref();
    idle = setTimeout(close, idleMs);
    idle.unref();
  }

  function close(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  return {
    async run(kind, input, file) {
      child ??= start();
      const current = child;
      const { promise, resolve, reject } = Promise.withResolvers<ConversionReply>();
      const onExit = (code: number | null, signal: string | null) =>
        reject(failed(new Error(`the process ended with ${signal ?? code}`)));
      const onMessage = (reply: unknown) => resolve(reply as ConversionReply);
      current.once('exit', onExit).once('message', onMessage);
      const timer = setTimeout(() => {
        reject(timedOut(seconds[kind]));
        if (child === current) close();
      }, seconds[kind] * 1_000);
      setBusy(current, true);
      try {
        current.send({ kind, input, file } satisfies ConversionRequest, (error) => {
          if (error) reject(failed(error));
        });
        return outputOf(await promise) as never;
      } finally {
        clearTimeout(timer);
        current.off('exit', onExit).off('message', onMessage);
        if (child === current) setBusy(current, false);
      }
    },
    close,
  };
}

function outputOf(reply: ConversionReply): unknown {
  if ('output' in reply) return reply.output;
  if (reply.code === 'undecodable') throw undecodable(reply.message);
  throw new ConversionError(reply.code, reply.message);
}

const failed = (cause: Error) =>
  new ConversionError('failed', 'The conversion of the image ended without a result.', { cause });
const timedOut = (seconds: number) =>
  new ConversionError('timed_out', `The conversion of the image was not finished within ${seconds} s.`);
