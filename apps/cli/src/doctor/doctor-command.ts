import { diagnose, type Finding, processEnv, withTimeout } from '@shotclock/runtime';
import { type Command, CommanderError } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import type { Output } from '../output.ts';
import { withExamples } from '../with-examples.ts';
import { doctorChecks } from './doctor-checks.ts';

/** The checks that ended late still use the database. */
const closeMs = 2_000;

/** `shotclock doctor`. */
export function addDoctorCommand(command: Command, { printLine }: Output): void {
  command
    .option('--json', 'print the results as JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const { checks, close } = await doctorChecks(processEnv());
      const results = await diagnose(checks);
      await withTimeout(close(), closeMs).catch(() => undefined);
      if (json) printLine(JSON.stringify(results));
      else
        for (const { check, status, found, remedy } of results) {
          printLine(`${status.padEnd(8)} ${check.padEnd(10)} ${found}`);
          if (remedy) printLine(`${' '.repeat(20)}${remedy}`);
        }
      const count = (wanted: Finding['status']) => results.filter(({ status }) => status === wanted).length;
      if (!json)
        printLine(
          `${count('ok')} ok, ${count('warning')} warnings, ${count('failed')} failed, ${count('skipped')} skipped`,
        );
      if (count('failed') > 0)
        throw new CommanderError(exitCodes.faults, 'shotclock.faults', 'Checks have failed.');
    });
  withExamples(command, {
    'shotclock doctor': 'checks this machine and the stores, with the same settings as the system',
    'docker compose exec worker shotclock doctor': 'checks a worker in its container',
  });
}
