import { basename } from 'node:path';
import { processEnv } from '@shotclock/runtime/process-env';

const developmentCommand = 'npx pnpm@12 shotclock';
const startCommands: Record<string, string> = {
  [developmentCommand]: 'npx pnpm@12 start',
  'npx shotclock': 'npx shotclock',
};

/** The command that runs this program. */
export const cliCommand = (): string => processEnv().CLI_COMMAND || developmentCommand;

/** Whether the `shotclock` of the npm package or an image runs this program. It also starts the programs of the system. */
export const isPackaged = (): boolean => /^shotclock(\.js)?$/.test(basename(process.argv[1] ?? ''));

/** The command that starts the system; undefined in images, whose containers start it. */
export const startCommand = (): string | undefined => startCommands[cliCommand()];
