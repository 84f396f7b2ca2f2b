import type { ListedSchedule, Schedule } from '@shotclock/client/source';
import { type Command, InvalidArgumentError } from 'commander';
import { withScheme } from '../captures/with-scheme.ts';
import { takeIds } from '../id-of.ts';
import type { Output } from '../output.ts';
import { type ServerOptions, withServerOptions } from '../server/server-options.ts';
import { withClient } from '../server/with-client.ts';
import { UsageError } from '../usage-error.ts';
import { withExamples } from '../with-examples.ts';

type Interval = { intervalValue: number; intervalUnit: 'MINUTES' | 'HOURS' | 'DAYS' | 'WEEKS' };
type TimingOptions = { every?: Interval; cron?: string; at?: string; timezone?: string };
type CreateOptions = ServerOptions & TimingOptions & { fullPage?: true };

/** `shotclock schedules list`, `show`, `create`, `pause`, `resume` and `delete`. */
export function addSchedulesCommands(command: Command, output: Output): void {
  const { printLine } = output;
  withExamples(command, {
    'shotclock schedules': 'lists all schedules',
    'shotclock schedules create "Front page" https://example.com --every 1h': 'captures a page every hour',
    'shotclock run 3 --watch': 'runs schedule 3 now',
  });

  const list = command.command('list', { isDefault: true }).description('Lists the schedules (default).');
  withServerOptions(list, 'the schedules').action((options: ServerOptions) =>
    withClient(options, async (client) => {
      const found: ListedSchedule[] = [];
      for await (const one of client.schedules.list({ sort: 'id,asc', size: 200, expand: 'policy' }))
        found.push(one);
      if (options.json) return printLine(JSON.stringify(found));
      if (found.length === 0)
        return printLine(
          'There are no schedules. `shotclock schedules create --help` shows how to create one.',
        );
      output.printTable([
        ['ID', 'STATUS', 'PAGES', 'NEXT RUN', 'NAME'],
        ...found.map((one) => [
          String(one.id),
          statusOf(one),
          String(one.itemCount),
          one.nextRunAt ?? 'none',
          one.name,
        ]),
      ]);
    }),
  );

  const show = command.command('show <id>').description('Prints a schedule and its pages.');
  withServerOptions(takeIds(show), 'the schedule').action((id: number, options: ServerOptions) =>
    withClient(options, async (client) => {
      const expand = 'options,own,policy,tags';
      printSchedule(await client.schedules.get(id, { expand }), options, output);
    }),
  );

  const create = command
    .command('create <name> <urls...>')
    .description('Creates a schedule that captures pages.')
    .option('--every <interval>', 'time between two runs, such as 15m, 6h, 1d or 2w', intervalOf)
    .option('--cron <expression>', 'times of the runs as a cron expression, such as "0 9 * * 1-5"')
    .option('--at <time>', 'time of a single run, in ISO-8601 with an offset')
    .option('--timezone <name>', 'time zone of the cron expression, such as Europe/Paris (default: UTC)')
    .option('--full-page', 'capture the full pages');
  withServerOptions(create, 'the schedule');
  withExamples(create, {
    'shotclock schedules create "Front page" https://example.com --every 1h': 'every hour, from now on',
    'shotclock schedules create News https://a.example https://b.example --cron "0 9 * * 1-5"':
      'at nine on weekdays, in UTC',
  });
  create.action((name: string, urls: string[], options: CreateOptions) =>
    withClient(
      options,
      async (client) => {
        const { timezone, fullPage = false } = options;
        const created = await client.schedules.create({
          name,
          schedule: timingIn(options),
          ...(timezone !== undefined && { policy: { timezone } }),
          items: urls.map((url) => ({ url: withScheme(url), ...(fullPage && { fullPage }) })),
        });
        printSchedule(created, options, output);
      },
      (path) => fieldNames[path] ?? path.replace(/^\/items\/(\d+)\/url$/, (_, index) => urls[Number(index)]!),
    ),
  );

  for (const verb of ['pause', 'resume'] as const) {
    const change = command.command(`${verb} <id>`).description(descriptions[verb]);
    withServerOptions(takeIds(change), 'the schedule').action((id: number, options: ServerOptions) =>
      withClient(options, async (client) => {
        const changed = await client.schedules[verb](id);
        if (options.json) return printLine(JSON.stringify(changed));
        const next = changed.nextRunAt ? ` Its next run is at ${changed.nextRunAt}.` : '';
        printLine(`Schedule ${id} (${changed.name}) was ${verb}d.${next}`);
      }),
    );
  }

  const remove = command.command('delete <id>').description('Deletes a schedule. Its captures are kept.');
  withServerOptions(takeIds(remove), 'nothing').action((id: number, options: ServerOptions) =>
    withClient(options, async (client) => {
      await client.schedules.delete(id);
      if (!options.json) printLine(`Schedule ${id} was deleted.`);
    }),
  );
}

const descriptions = {
  pause: 'Pauses a schedule, so that it does not run.',
  resume: 'Resumes a paused schedule.',
};
/** The options for the fields of a request that creates a schedule. */
const fieldNames: Record<string, string> = {
  '/name': 'name',
  '/schedule/cronExpression': '--cron',
  '/schedule/firstRunAt': '--at',
  '/schedule/intervalValue': '--every',
  '/policy/timezone': '--timezone',
};

function statusOf({ status, policy }: Pick<Schedule, 'status' | 'policy'>): string {
  return policy?.pausedAt ? 'paused' : status.toLowerCase();
}

function printSchedule(schedule: Schedule, { json }: ServerOptions, output: Output): void {
  if (json) output.printLine(JSON.stringify(schedule));
  else describe(schedule, output);
}

function describe(schedule: Schedule, { printLine, printTable }: Output): void {
  printTable([
    ['Schedule', String(schedule.id)],
    ['Name', schedule.name],
    ['Status', statusOf(schedule)],
    ['Timing', timingText(schedule.schedule)],
    ['Next run', schedule.nextRunAt ?? 'none'],
    ['Last run', schedule.lastRunAt ?? 'none'],
  ]);
  printLine('');
  printTable([['PAGE', 'URL'], ...schedule.items.map(({ id, url }) => [String(id), url])]);
}

function timingText({ type, firstRunAt, intervalValue, intervalUnit, cronExpression }: Schedule['schedule']) {
  if (type === 'CRON') return `cron ${cronExpression}`;
  if (type === 'ONCE') return `once, at ${firstRunAt}`;
  const unit = intervalUnit!.toLowerCase();
  return `every ${intervalValue === 1 ? unit.slice(0, -1) : `${intervalValue} ${unit}`} since ${firstRunAt}`;
}

const units = { m: 'MINUTES', h: 'HOURS', d: 'DAYS', w: 'WEEKS' } as const;

function intervalOf(text: string): Interval {
  const [, value, unit] = /^([1-9]\d{0,5})([mhdw])$/.exec(text) ?? [];
  if (value === undefined)
    throw new InvalidArgumentError('It must be an interval such as 15m, 6h, 1d or 2w.');
  return { intervalValue: Number(value), intervalUnit: units[unit as keyof typeof units] };
}

function timingIn({ every, cron, at }: TimingOptions) {
  if ([every, cron, at].filter((one) => one !== undefined).length !== 1)
    throw new UsageError('Exactly one of --every, --cron and --at is required, such as --every 1h.');
  if (every !== undefined) return { type: 'INTERVAL' as const, ...every };
  if (cron !== undefined) return { type: 'CRON' as const, cronExpression: cron };
  return { type: 'ONCE' as const, firstRunAt: at! };
}
