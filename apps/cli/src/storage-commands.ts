import { checkObjects, type ObjectFault } from '@shotclock/core';
import { readProcessConfig } from '@shotclock/runtime';
import { createObjectStore } from '@shotclock/storage';
import { type Command, CommanderError } from 'commander';
import { exitCodes } from './exit-codes.ts';
import type { Output } from './output.ts';
import { withDatabase } from './with-database.ts';
import { withStoreErrors } from './with-store-errors.ts';

/** `shotclock storage check`. */
export function addStorageCommands(command: Command, { printLine }: Output): void {
  command
    .command('check')
    .description(
      'Reads all stored objects, and lists missing, damaged and unknown ones. Exits with 3 if any is missing or damaged.',
    )
    .option(
      '--repair',
      'mark missing and damaged objects, so that captures and requests rewrite them, and let the scheduler delete unknown ones',
    )
    .option('--json', 'print the faults as JSON, one per line, and then the counts')
    .action(async ({ repair = false, json = false }: { repair?: boolean; json?: boolean }) => {
      const objects = createObjectStore(readProcessConfig('cli'));
      const print = (found: object, line: string) => printLine(json ? JSON.stringify(found) : line);
      const onFault = (found: ObjectFault) => print(found, `${found.fault} ${found.sha256}`);
      const counts = await withStoreErrors(() =>
        withDatabase(null, ({ db }) => checkObjects({ db, objects }, { repair, onFault })),
      );
      const { intact, missing, damaged, orphan } = counts;
      print(counts, `${intact} intact, ${missing} missing, ${damaged} damaged, ${orphan} unknown`);
      if (missing + damaged > 0)
        throw new CommanderError(exitCodes.faults, 'shotclock.faults', 'Objects are missing or damaged.');
    });
}
