import { resolve } from 'node:path';
import { exists, readProcessConfig, secretsKeyFile } from '@shotclock/runtime';
import type { Command } from 'commander';
import type { Output } from '../output.ts';
import { withExamples } from '../with-examples.ts';
import { withStoreErrors } from '../with-store-errors.ts';
import { createBackup } from './create-backup.ts';
import { describeObjects, failIfDamaged } from './report-objects.ts';

/** `shotclock backup`. */
export function addBackupCommand(command: Command, output: Output): void {
  const { printLine, printNote } = output;
  command
    .option('--include-secrets-key', 'also copy secrets.key, which decrypts the stored secrets')
    .option('--json', 'print the result as JSON')
    .action(async (folder: string, { includeSecretsKey = false, json }: Options) => {
      const config = readProcessConfig('cli');
      const { backup, copied } = await withStoreErrors(() =>
        createBackup(resolve(folder), config, { includeSecretsKey }),
      );
      if (json) printLine(JSON.stringify({ ...backup, added: copied.added, damaged: copied.damaged }));
      else
        printLine(
          `Backup in ${folder}: the database and ${describeObjects(copied)}, ${copied.added} of them new.`,
        );
      if (!includeSecretsKey) {
        const file = secretsKeyFile(config.dataDir);
        const keys = config.secretsKeys === null && (await exists(file)) ? file : 'SECRETS_KEYS';
        printNote(`Store ${keys} separately: stored secrets cannot be decrypted without it.`);
      }
      failIfDamaged(copied, output);
    });
  withExamples(command, {
    'shotclock backup /mnt/backup': 'copies everything; the next time, only what is new',
  });
}

type Options = { includeSecretsKey?: boolean; json?: boolean };
