import { TimeoutError } from '@shotclock/runtime';
import { expect, test } from 'vitest';
import { browserStartError } from './browser-start-error.ts';

const executablePath = '/opt/chromium';
const closed = new Error('Target closed');
const other = 'Set CHROMIUM_PATH to a Chromium or headless shell that runs on this machine.';

test.each([
  [
    'no sandbox',
    {
      error: closed,
      output: [
        '[7:7:1122/032750.795424:WARNING:a.cc:1] something else',
        '[7:7:1122/032750.795424:FATAL:zygote_host_impl_linux.cc:128] No usable sandbox! If you are running on Ubuntu, see x.',
        '#0 0x55d1 base::debug::StackTrace',
      ],
      signal: 'SIGTRAP' as const,
    },
    'No usable sandbox! If you are running on Ubuntu, see x. Allow unprivileged user namespaces on this machine. ' +
      'Where that is impossible, CHROMIUM_SANDBOX=auto starts the browser without a sandbox (see docs/operations.md).',
  ],
  [
    'a missing library',
    {
      error: closed,
      output: ['chromium: error while loading shared libraries: libnss3.so: cannot open shared object file'],
      exitCode: 127,
    },
    'chromium: error while loading shared libraries: libnss3.so: cannot open shared object file. ' +
      `Install the package that contains the library. Or: ${other}`,
  ],
  [
    'a full disk',
    { error: new Error("ENOSPC: no space left on device, mkdtemp '/tmp/x'") },
    "ENOSPC: no space left on device, mkdtemp '/tmp/x'. " +
      'Free space in the folder for temporary files, or set TMPDIR to another folder.',
  ],
  [
    'a path that is too long for a socket of full Chrome',
    {
      error: closed,
      output: [
        '[9:9:1125/013349.4:FATAL:chrome/browser/process_singleton_posix.cc:315] Socket path too long: /tmp/x/SingletonSocket.',
        '[1125/013349.5:ERROR:file_io_posix.cc:145] open /sys/devices/system/cpu/cpu0/cpufreq/scaling_max_freq: No such file or directory (2)',
      ],
      exitCode: 134,
    },
    'Socket path too long: /tmp/x/SingletonSocket. Set TMPDIR to a folder with a shorter path, such as /tmp.',
  ],
  [
    'a browser that does not respond',
    { error: new TimeoutError(30_000) },
    `it did not respond within 30 s. Check the load and the free memory of this machine. Or: ${other}`,
  ],
  [
    'another last line',
    { error: closed, output: ['one', 'Illegal instruction'], exitCode: 132 },
    `Illegal instruction. ${other}`,
  ],
  ['an exit without output', { error: closed, exitCode: 1 }, `it exited with code 1. ${other}`],
  [
    'a signal without output',
    { error: closed, signal: 'SIGILL' as const },
    `it was killed by SIGILL. ${other}`,
  ],
])(
  'the message of a startup error states the cause and how to fix it in one line: %s',
  (_, start, expected) => {
    const error = browserStartError({ executablePath, ...start });
    expect(error.message).toBe(`The browser /opt/chromium did not start: ${expected}`);
    expect(error.cause).toBe(start.error);
  },
);
