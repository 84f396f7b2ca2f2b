import { parseArgs } from 'node:util';

export const appNames = ['api', 'scheduler', 'worker'] as const;
export type AppName = (typeof appNames)[number];

export type Arguments = {
  /** Whether to log to the terminal and restart apps whose source files change. */
  watch: boolean;
  /** The app that Node.js runs with its debugger on 127.0.0.1:9229, or null. */
  inspect: AppName | null;
};

/** What to print instead of starting the system, and the exit code. */
type Usage = { usage: string; exitCode: number };

const help = `Usage: npx pnpm@12 start [options]

Starts the whole system on this machine. Settings are environment variables.

Options:
  --watch          log to this terminal, and restart apps whose source files change
  --inspect=<app>  run an app (${appNames.join(', ')}) with the debugger of Node.js on 127.0.0.1:9229
  -h, --help       print this help
`;
const wrong: Usage = {
  usage: `shotclock: the arguments are --watch, --inspect=${appNames.join('|')} and --help\n`,
  exitCode: 2,
};

/** Returns the usage if it is asked for, or if an argument is unknown or has an invalid value. */
export function readArguments(args: string[]): Arguments | Usage {
  const values = parse(args);
  if (values === null) return wrong;
  const { watch, inspect } = values;
  const app = appNames.find((name) => name === inspect) ?? null;
  if (values.help) return { usage: help, exitCode: 0 };
  return inspect !== undefined && app === null ? wrong : { watch, inspect: app };
}

function parse(args: string[]): { watch: boolean; help: boolean; inspect?: string } | null {
  try {
    const options = {
      watch: { type: 'boolean', default: false },
      inspect: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    } as const;
    return parseArgs({ args, options }).values;
  } catch {
    return null;
  }
}
