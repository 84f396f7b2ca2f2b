// NAME ──full──► NAME.1 ──NAME is full again──► NAME.2 … ──► the oldest file is replaced
// pino-roll instead moves the current file to a new name, deletes only files of its own process, and needs date-fns.
import { chmodSync, existsSync, renameSync, statSync } from 'node:fs';
import { type DestinationStream, pino } from 'pino';
import { failStart, StartError } from './start-error.ts';

/**
 * Log lines that cannot be written, for example because the disk is full, are buffered up to this size. Further lines are
 * dropped.
 */
const bufferedBytes = 1_048_576;
const mebibyte = 1_024 * 1_024;

/**
 * The destination of an app's log: LOG_FILE, or standard output. Lines are written synchronously, so that no line is
 * lost when the process exits. Errors while writing do not affect the process. Exits with code 1 if the file cannot be opened.
 */
export function openLog(config: {
  logFile: string | null;
  logFileMb: number;
  logFileCount: number;
}): DestinationStream {
  if (config.logFile === null) return standardOutput();
  try {
    return openLogFile(config.logFile, { maxBytes: config.logFileMb * mebibyte, files: config.logFileCount });
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? 'not a regular file';
    return failStart(new StartError(`LOG_FILE: ${config.logFile} is not writable (${reason})`, { cause }));
  }
}

export function standardOutput(): DestinationStream {
  return openDestination(1);
}

/**
 * Opens a log file for appending. Only the current user can read it, even if an earlier version created it.
 * @param options.maxBytes size at which the file is renamed and a new one begins; the last line can exceed it
 * @param options.files maximum number of files, including the current one
 * @throws the system error if the file cannot be opened; an Error without a code if it is a device or a folder
 */
export function openLogFile(
  path: string,
  { maxBytes, files }: { maxBytes: number; files: number },
): DestinationStream {
  const destination = openDestination(path);
  const found = statSync(path);
  if (!found.isFile()) throw new Error(`${path} is not a regular file`);
  chmodSync(path, 0o600);
  let bytes = found.size;
  // The destination finishes the current line before it reopens the file.
  destination.on('write', (written: number) => {
    bytes += written;
    if (bytes < maxBytes) return;
    bytes = 0;
    try {
      shiftFiles(path, files);
      destination.reopen();
    } catch {
      // The current file grows by up to `maxBytes` before the next attempt.
    }
  });
  return destination;
}

/** Renames the files up to the first free number, which can be less than `files` if a process was killed here. */
function shiftFiles(path: string, files: number): void {
  const nameOf = (number: number) => (number === 0 ? path : `${path}.${number}`);
  let free = 1;
  while (free < files - 1 && existsSync(nameOf(free))) free += 1;
  for (let number = free; number > 0; number -= 1) renameSync(nameOf(number - 1), nameOf(number));
}

function openDestination(dest: string | number) {
  const destination = pino.destination({ dest, sync: true, maxLength: bufferedBytes, mode: 0o600 });
  destination.on('error', () => undefined);
  return destination;
}
