import { type Command, Option } from 'commander';

/** How a command finds the server and its key. */
export type ServerOptions = { url?: string; keyFile?: string; json?: true };

/**
 * Adds the options of a command that uses the API. There is no option for the key itself, because all users of a machine can see
 * the arguments of its processes.
 * @param printed what `--json` prints; omitted if there is no such option
 */
export const withServerOptions = (command: Command, printed?: string): Command => {
  command
    .optionsGroup(printed === undefined ? 'Server:' : 'Server and output:')
    .addOption(new Option('--url <url>', `address of the server (default: SHOTCLOCK_URL, or ${defaultUrl})`))
    .addOption(
      new Option('--key-file <file>', 'file that contains the API key (default: SHOTCLOCK_API_KEY)'),
    );
  return printed === undefined ? command : command.option('--json', `print ${printed} as JSON`);
};

export const defaultUrl = 'http://127.0.0.1:3000';
