import { parseArgs } from 'node:util';
import { StartError } from '@shotclock/runtime';

export const appNames = ['api', 'scheduler', 'worker'] as const;
export type AppName = (typeof appNames)[number];

export type Arguments = {
  /** Whether to log to the terminal and restart apps whose source files change. */
  watch: boolean;
  /** The app that Node.js runs with its debugger on 127.0.0.1:9229, or null. */
  inspect: AppName | null;
};

/** @throws StartError when an argument is unknown or has an invalid value */
export function readArguments(args: string[]): Arguments {
  const usage = `the arguments are --watch and --inspect=${appNames.join('|')}`;
  const { watch, inspect } = parse(args, usage);
  const app = appNames.find((name) => name === inspect);
  if (inspect !== undefined && !app) throw new StartError(usage);
  return { watch, inspect: app ?? null };
}

function parse(args: string[], usage: string): { watch: boolean; inspect?: string } {
  try {
    const options = { watch: { type: 'boolean', default: false }, inspect: { type: 'string' } } as const;
    return parseArgs({ args, options }).values;
  } catch (cause) {
    throw new StartError(usage, { cause });
  }
}
