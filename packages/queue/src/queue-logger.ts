type LogMethod = (fields: object, message: string) => void;

/** What the queue needs of a logger; pino's satisfies it. */
export type QueueLogger = {
  debug: LogMethod;
  info: LogMethod;
  warn: LogMethod;
  error: LogMethod;
};

/**
 * A function that logs a connection's faults, the same one at most once in `everyMs`: a server that is away gives the same
 * fault many times a second.
 */
export function faultLog(logger: QueueLogger, message: string, everyMs = 5_000): (error: Error) => void {
  let last: { text: string; at: number } | undefined;
  return (err) => {
    const text = `${err.name} ${err.message}`;
    const now = performance.now();
    if (last?.text === text && now - last.at < everyMs) return;
    last = { text, at: now };
    logger.warn({ err }, message);
  };
}
