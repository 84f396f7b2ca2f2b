import type { Command } from 'commander';
import { stringify } from 'yaml';
import type { Output } from '../output.ts';
import { type ServerOptions, withServerOptions } from '../server/server-options.ts';
import { withClient } from '../server/with-client.ts';
import { withExamples } from '../with-examples.ts';
import { applyStep } from './apply-plan.ts';
import { planOf, type ScheduleStep } from './plan.ts';
import { isIdle, keptText, linesOfStep, stepsAsJson, summaryOf } from './print-plan.ts';
import { readSchedules, type ServerSchedule } from './read-schedules.ts';
import { readScheduleFile } from './schedule-file.ts';
import { validatePlan } from './validate-plan.ts';

type Options = ServerOptions & { prune?: true };

const planned = { create: 'to create', change: 'to change', delete: 'to delete' };
const done = { create: 'created', change: 'changed', delete: 'deleted' };

/** `shotclock export`. */
export function addExportCommand(command: Command, { printLine, streams }: Output): void {
  withServerOptions(command, 'the schedules');
  withExamples(command, { 'shotclock export > schedules.yaml': 'writes all schedules to a file' });
  command.action((options: ServerOptions) =>
    withClient(options, async (client) => {
      const content = { schedules: exported(await readSchedules(client)) };
      if (options.json) printLine(JSON.stringify(content));
      else streams.writeOut(stringify(content, { lineWidth: 0 }));
    }),
  );
}

/** An ID is needed only if several schedules have the same name. Completed schedules could not be created again. */
const exported = (schedules: ServerSchedule[]): object[] =>
  schedules
    .filter(({ isCompleted }) => !isCompleted)
    .map(({ id, spec, isPaused }) => {
      const isAmbiguous = schedules.some((other) => other.id !== id && other.spec.name === spec.name);
      const { items, ...fields } = spec;
      return { ...(isAmbiguous && { id }), ...fields, ...(isPaused && { paused: true }), items };
    });

/** `shotclock import`. */
export function addImportCommand(command: Command, output: Output): void {
  withServerOptions(command, 'the steps');
  withExamples(command, {
    'shotclock export > schedules.yaml': 'writes such a file',
    'shotclock import schedules.yaml': 'creates the schedules that do not exist yet',
  });
  command.action((file: string, options: Options) =>
    apply(file, options, output, (steps) => steps.filter(({ action }) => action === 'create')),
  );
}

/** `shotclock plan`. */
export function addPlanCommand(command: Command, output: Output): void {
  command.option('--prune', 'also delete what is not in the file');
  withServerOptions(command, 'the steps');
  withExamples(command, {
    'shotclock export > schedules.yaml': 'writes such a file',
    'shotclock plan schedules.yaml': 'shows what `apply` would do',
    'shotclock plan - < schedules.yaml': 'reads standard input',
  });
  command.action((name: string, options: Options) =>
    withClient(options, async (client) => {
      const file = await readScheduleFile(name);
      const steps = planOf(file, await readSchedules(client), { prune: options.prune === true });
      await validatePlan(client, steps, file);
      print(steps, options, output, planned);
    }),
  );
}

/** `shotclock apply`. */
export function addApplyCommand(command: Command, output: Output): void {
  command.option('--prune', 'also delete what is not in the file');
  withServerOptions(command, 'the steps');
  withExamples(command, {
    'shotclock export > schedules.yaml': 'writes such a file',
    'shotclock apply schedules.yaml': 'creates and changes schedules',
    'shotclock apply schedules.yaml --prune': 'also deletes schedules and pages that are not in the file',
  });
  command.action((file: string, options: Options) => apply(file, options, output, (steps) => steps));
}

function apply(
  name: string,
  options: Options,
  output: Output,
  chosen: (steps: ScheduleStep[]) => ScheduleStep[],
): Promise<void> {
  return withClient(options, async (client) => {
    const file = await readScheduleFile(name);
    const steps = chosen(planOf(file, await readSchedules(client), { prune: options.prune === true }));
    const maxItemsPerRequest = await validatePlan(client, steps, file);
    for (const step of steps) {
      if (isIdle(step)) continue;
      await applyStep({ client, file, maxItemsPerRequest }, step);
      if (!options.json) for (const line of linesOfStep(step)) output.printLine(line);
    }
    print(steps, options, output, done);
  });
}

function print(steps: ScheduleStep[], { json }: Options, output: Output, words: typeof planned): void {
  const { printLine, printNote } = output;
  if (json) printLine(JSON.stringify(stepsAsJson(steps)));
  else {
    if (words === planned) for (const line of steps.flatMap(linesOfStep)) printLine(line);
    printLine(summaryOf(steps, words));
    const kept = keptText(steps);
    if (kept !== null) printNote(kept);
  }
}
