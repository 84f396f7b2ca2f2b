import type { Screenshot } from '@shotclock/client/source';
import { type Command, InvalidArgumentError } from 'commander';
import { idOf } from '../id-of.ts';
import { optionOf } from '../option-of.ts';
import type { Output } from '../output.ts';
import { type ServerOptions, withServerOptions } from '../server/server-options.ts';
import { withClient } from '../server/with-client.ts';
import { withExamples } from '../with-examples.ts';

type Options = ServerOptions & {
  schedule?: number;
  item?: number;
  page?: string;
  failed?: true;
  limit: number;
};

/** `shotclock history`. */
export function addHistoryCommand(command: Command, output: Output): void {
  command
    .option('--schedule <id>', 'only captures of this schedule', idOf)
    .option('--item <id>', 'only captures of this page of a schedule', idOf)
    .option('--page <text>', 'only captures whose URL contains this text')
    .option('--failed', 'only failed captures')
    .option('-n, --limit <number>', 'maximum number of captures', limitOf, 20);
  withServerOptions(command, 'the captures');
  withExamples(command, {
    'shotclock history': 'lists the newest captures',
    'shotclock history --page example.com --failed': 'failed captures of a site',
    'shotclock history --schedule 3 -n 100': 'the newest captures of schedule 3',
  });
  command.action((options: Options) => printHistory(options, output));
}

async function printHistory(options: Options, { printLine, printTable }: Output): Promise<void> {
  const { schedule, item, page, failed, limit, json } = options;
  const found: Screenshot[] = [];
  await withClient(
    options,
    async (client) => {
      const list = client.screenshots.list({
        sort: 'id,desc',
        size: Math.min(limit, 200),
        expand: 'capture,verdict',
        ...(schedule !== undefined && { scheduleId: schedule }),
        ...(item !== undefined && { itemId: item }),
        ...(page !== undefined && { urlContains: page }),
        ...(failed && { status: 'FAILED' }),
      });
      for await (const shot of list) {
        found.push(shot);
        if (found.length === limit) break;
      }
    },
    fieldName,
  );
  if (json) return printLine(JSON.stringify(found));
  if (found.length === 0) return printLine('There are no such captures.');
  printTable([
    ['ID', 'TIME', 'RESULT', 'URL'],
    ...found.map((shot) => [String(shot.id), shot.createdAt, resultOf(shot), shot.url]),
  ]);
}

const fieldName = (path: string): string => (path === '/urlContains' ? '--page' : optionOf(path));

function resultOf({ status, capture, verdict }: Screenshot): string {
  if (status === 'FAILED') return capture?.failureCode ?? 'failed';
  if (status !== 'SUCCESS') return status.toLowerCase();
  return verdict && verdict.kind !== 'content' ? verdict.kind : 'ok';
}

function limitOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a number from 1 to 999999.');
  return Number(text);
}
