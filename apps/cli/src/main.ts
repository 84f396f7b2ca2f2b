// `shotclock <command>`. Results go to standard output, as JSON with --json. Errors go to standard error. `exitCodes` lists the
// exit codes.
import { failStart, StartError } from '@shotclock/runtime/start-error';
import { run } from './run.ts';

const exitMs = 2_000;

for (const [name, stream] of [
  ['output', process.stdout],
  ['error', process.stderr],
] as const)
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of a pipe, such as `head`, has read enough.
    if (error.code === 'EPIPE') process.exit();
    failStart(new StartError(`Standard ${name} cannot be written (${error.code}).`, { cause: error }));
  });
try {
  process.exitCode = await run(process.argv.slice(2), {
    writeOut: (chunk) => process.stdout.write(chunk),
    writeErr: (text) => process.stderr.write(text),
    isTerminal: process.stderr.isTTY === true,
  });
  // A check that hangs must not keep the process alive.
  if (process.argv[2] === 'doctor') setTimeout(() => process.exit(), exitMs).unref();
} catch (error) {
  failStart(error);
}
