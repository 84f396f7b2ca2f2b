import { resolve } from 'node:path';
import { createLogger, readProcessConfig, secretsKeyFile } from '@shotclock/runtime';
import type { Command } from 'commander';
import type { Output } from '../output.ts';
import { withExamples } from '../with-examples.ts';
import { withStoreErrors } from '../with-store-errors.ts';
import { describeObjects, failIfDamaged } from './report-objects.ts';
import { restoreBackup } from './restore-backup.ts';

/** `shotclock restore`. */
export function addRestoreCommand(command: Command, output: Output): void {
  const { printLine, printNote } = output;
  command
    .option('--keep-objects', 'accept an object store with content, and keep the content')
    .option('--json', 'print the result as JSON')
    .action(async (folder: string, { keepObjects = false, json }: Options) => {
      const config = readProcessConfig('cli');
      const logger = createLogger({ name: 'cli', level: 'error' });
      const { backup, copied, lacksSecretsKey } = await withStoreErrors(() =>
        restoreBackup(resolve(folder), config, { keepObjects, logger }),
      );
      if (json) printLine(JSON.stringify({ ...backup, damaged: copied.damaged, lacksSecretsKey }));
      else
        printLine(
          `Restored the backup of ${backup.completedAt}: the database and ${describeObjects(copied)}. Start version ${backup.version} or later.`,
        );
      if (lacksSecretsKey)
        printNote(
          `Before you start, copy the secrets.key of the original to ${secretsKeyFile(config.dataDir)}, or set SECRETS_KEYS: stored secrets cannot be decrypted without it.`,
        );
      failIfDamaged(copied, output);
    });
  withExamples(command, {
    'DATA_DIR=restored shotclock restore /mnt/backup': 'restores a standalone system to a new folder',
  });
}

type Options = { keepObjects?: boolean; json?: boolean };
