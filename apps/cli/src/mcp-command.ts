import { ConversionError, comparePictures, createImageConverter } from '@shotclock/images';
import { serveMcpStdio } from '@shotclock/mcp';
import { StartError } from '@shotclock/runtime/start-error';
import type { Command } from 'commander';
import type { Output } from './output.ts';
import { findServer } from './server/find-server.ts';
import { requestError } from './server/request-error.ts';
import { type ServerOptions, withServerOptions } from './server/server-options.ts';
import { createServerClient } from './server/with-client.ts';
import { withExamples } from './with-examples.ts';

/** The client waits for the result of one comparison before it requests another. */
const converterOptions = { processes: 1, maxWaiting: 8, maxWaitingPerOwner: 8 };
/** All comparisons belong to the user of this process. */
const owner = 0;

/** `shotclock mcp`. */
export function addMcpCommand(command: Command, output: Output): void {
  withServerOptions(command);
  withExamples(command, { 'shotclock mcp': 'as the command of an MCP server in the settings of a client' });
  command.action((options: ServerOptions) => serve(options, output));
}

async function serve(options: ServerOptions, { printNote }: Output): Promise<void> {
  const server = await findServer(options);
  const converter = createImageConverter(converterOptions);
  const describeError = (error: unknown): string | null => {
    const described = requestError(error, server, (path) => path.slice(1));
    return described instanceof StartError || described instanceof ConversionError ? described.message : null;
  };
  try {
    await serveMcpStdio({
      client: createServerClient(server),
      compare: (images) => comparePictures(converter.convert, owner, images),
      describeError,
      onError: (error) => printNote(String(error)),
    });
  } finally {
    await converter.close();
  }
}
