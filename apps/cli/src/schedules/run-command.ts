import type { ScheduleExecution, Screenshot, ShotclockClient } from '@shotclock/client/source';
import { StartError } from '@shotclock/runtime/start-error';
import type { Command } from 'commander';
import { failureReason } from '../captures/failure-reason.ts';
import { exitCodes } from '../exit-codes.ts';
import { takeIds } from '../id-of.ts';
import type { Output } from '../output.ts';
import { type ServerOptions, withServerOptions } from '../server/server-options.ts';
import { withClient } from '../server/with-client.ts';
import { withExamples } from '../with-examples.ts';
import { createProgress, type Progress } from './progress.ts';
import { watchRun } from './watch-run.ts';

type Options = ServerOptions & { watch?: true };

/** `shotclock run`. */
export function addRunCommand(command: Command, output: Output): void {
  takeIds(command).option(
    '-w, --watch',
    'show the progress, and exit with 1 if a page could not be captured',
  );
  withServerOptions(command, 'the run');
  withExamples(command, {
    'shotclock run 3': 'starts a run of schedule 3',
    'shotclock run 3 --watch': 'starts a run, and waits for its end',
  });
  command.action((id: number, options: Options) =>
    withClient(options, (client) =>
      options.watch ? runAndWatch(client, id, options, output) : start(client, id, options, output),
    ),
  );
}

async function start(client: ShotclockClient, id: number, { json }: Options, { printLine }: Output) {
  const run = await client.schedules.run(id);
  if (json) return printLine(JSON.stringify(run));
  printLine(`Run ${run.id} of schedule ${id} was started: ${pages(run.totalItems)}.`);
}

async function runAndWatch(client: ShotclockClient, id: number, { json }: Options, output: Output) {
  const progress = createProgress(output.streams);
  const run = await finishedRun(client, id, progress, output).finally(() => progress.close());
  const failures: Screenshot[] = [];
  const filter = { executionId: run.id, status: 'FAILED', size: 200, expand: 'capture' } as const;
  for await (const shot of client.screenshots.list(filter)) failures.push(shot);
  if (json) output.printLine(JSON.stringify(run));
  else {
    const { id, processingTimeMs, successfulItems, totalItems } = run;
    const seconds = (processingTimeMs / 1_000).toFixed(1);
    output.printLine(
      `Run ${id} finished after ${seconds} s: ${successfulItems} of ${pages(totalItems)} captured.`,
    );
    for (const shot of failures)
      output.printLine(`Failed: ${shot.url} (capture ${shot.id}): ${failureReason(shot)}`);
  }
  if (run.failedItems > 0) throw new StartError(`${pages(run.failedItems)} could not be captured.`);
}

async function finishedRun(
  client: ShotclockClient,
  id: number,
  progress: Progress,
  { printNote }: Output,
): Promise<ScheduleExecution> {
  let hasStarted = false;
  const closeEarly = () => {
    progress.close();
    printNote(`The run continues. \`shotclock history --schedule ${id}\` lists its captures.`);
  };
  const onInterrupt = () => {
    closeEarly();
    process.exit(exitCodes.interrupted);
  };
  try {
    return await watchRun(client, id, {
      onProgress(counts) {
        if (!hasStarted) process.once('SIGINT', onInterrupt);
        hasStarted = true;
        progress.show(counts);
      },
      onConnectionLost() {
        progress.close();
        printNote('Lost the connection; reconnecting …');
      },
    });
  } catch (error) {
    if (hasStarted) closeEarly();
    throw error;
  } finally {
    process.removeListener('SIGINT', onInterrupt);
  }
}

const pages = (count: number): string => `${count} page${count === 1 ? '' : 's'}`;
