type LogMethod = (fields: object, message: string) => void;

/** The logger that the queue requires, such as a pino logger. */
export type QueueLogger = {
  debug: LogMethod;
  info: LogMethod;
  warn: LogMethod;
  error: LogMethod;
};

/**
 * Returns a function that logs connection errors as warnings. The same error is logged only once per `intervalMs`, because an
 * unavailable server can cause it many times a second.
 */
export function throttledErrorLog(
  logger: QueueLogger,
  message: string,
  intervalMs = 5_000,
): (error: Error) => void {
  let last: { text: string; at: number } | undefined;
  return (err) => {
    const text = `${err.name} ${err.message}`;
    const now = performance.now();
    if (last?.text === text && now - last.at < intervalMs) return;
    last = { text, at: now };
    logger.warn({ err }, message);
  };
}
