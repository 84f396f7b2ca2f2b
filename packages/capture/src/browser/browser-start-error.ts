import { StartError, TimeoutError } from '@shotclock/runtime';
import { signalOfCode } from './signal-of-code.ts';

/** A browser could not be started. The message is one line with the cause and how to fix it. */
export class BrowserStartError extends StartError {
  override readonly name: string = 'BrowserStartError';
}

/** The system does not permit the Chromium sandbox. */
export class SandboxError extends BrowserStartError {
  override readonly name = 'SandboxError';
  /** What the browser printed, as a sentence. */
  readonly reason: string;

  constructor(
    problem: string,
    { reason, remedy, cause }: { reason: string; remedy: string; cause: unknown },
  ) {
    super(problem, { remedy, cause });
    this.reason = reason;
  }
}

type FailedStart = {
  executablePath: string;
  error: unknown;
  /** The lines that the browser printed. */
  output?: readonly string[];
  /** How the process ended, if it has exited. */
  exitCode?: number | null;
  signal?: NodeJS.Signals | null;
};

/** Explains why a browser did not start. */
export function browserStartError(start: FailedStart): BrowserStartError {
  const { executablePath, error } = start;
  const { cause, remedy } = explain(start);
  const reason = sentence(cause);
  const problem = `The browser ${executablePath} did not start: ${reason}`;
  return sandboxRemedies.includes(remedy)
    ? new SandboxError(problem, { reason, remedy, cause: error })
    : new BrowserStartError(problem, { remedy, cause: error });
}

const otherBrowser = 'Set CHROMIUM_PATH to a Chromium or headless shell that runs on this machine.';

const withoutSandbox = 'CHROMIUM_SANDBOX=auto starts the browser without a sandbox (see docs/operations.md).';

/** The causes of a `SandboxError`. */
const refused: [cause: RegExp, remedy: string][] = [
  [
    /No usable sandbox|Failed to move to new namespace/,
    `Allow unprivileged user namespaces on this machine. Where that is impossible, ${withoutSandbox}`,
  ],
  [
    /Running as root without --no-sandbox/,
    `Allow user namespaces, or run the worker as an unprivileged user. Where both are impossible, ${withoutSandbox}`,
  ],
];
const sandboxRemedies = refused.map(([, remedy]) => remedy);

/** Causes that Chromium, the dynamic linker or the kernel reports, each with a fix. */
const known: [cause: RegExp, remedy: string][] = [
  ...refused,
  [
    /error while loading shared libraries/,
    `Install the package that contains the library. Or: ${otherBrowser}`,
  ],
  [/\bENOENT\b|: not found$/, `Install the browser. Or: ${otherBrowser}`],
  [
    /\bEACCES\b|\bEPERM\b|: Permission denied$/,
    `Make the file executable for the worker's user. Or: ${otherBrowser}`,
  ],
  [
    /\bEMFILE\b|\bENFILE\b|[Tt]oo many open files/,
    'Raise the limit of open files (ulimit -n, LimitNOFILE of systemd).',
  ],
  [
    /\bENOSPC\b|No space left on device/,
    'Free space in the folder for temporary files, or set TMPDIR to another folder.',
  ],
  // Full Chrome creates a socket in its temporary folder.
  [/Socket path too long/, 'Set TMPDIR to a folder with a shorter path, such as /tmp.'],
  [
    /finds no fonts/,
    "Install fonts on the worker's machine, for example with `apt install fonts-liberation`.",
  ],
  [/\bEAGAIN\b|\bENOMEM\b|Cannot allocate memory/, 'Raise the limits of processes and memory.'],
];

function explain({ error, output = [], exitCode, signal }: FailedStart): { cause: string; remedy: string } {
  const failure = error instanceof Error ? error.message : String(error);
  const lines = [...output.map(withoutLogPrefix), failure];
  for (const [pattern, remedy] of known) {
    const cause = lines.find((line) => pattern.test(line));
    if (cause !== undefined) return { cause, remedy };
  }
  const last = output.map(withoutLogPrefix).at(-1);
  if (error instanceof TimeoutError)
    return {
      cause: `it did not respond within ${error.ms / 1_000} s${last ? ` (${last})` : ''}`,
      remedy: `Check the load and the free memory of this machine. Or: ${otherBrowser}`,
    };
  const killedBy = signal ?? signalOfCode(exitCode);
  const ended = killedBy ? `it was killed by ${killedBy}` : `it exited with code ${exitCode}`;
  return {
    cause: last ?? (signal || typeof exitCode === 'number' ? ended : failure),
    remedy: otherBrowser,
  };
}

/** Removes `[123:456:0101/120000.123456:FATAL:file.cc(12)] ` from a line of Chromium's log. */
function withoutLogPrefix(line: string): string {
  return line.replace(/^\[[^\]]*:(?:FATAL|ERROR|WARNING|INFO)[^\]]*\] ?/, '').trim();
}

const maxCauseLength = 500;

function sentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim().slice(0, maxCauseLength);
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
