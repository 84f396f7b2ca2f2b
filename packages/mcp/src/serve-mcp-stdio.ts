import { finished } from 'node:stream/promises';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type McpOptions } from './mcp-server.ts';

/** Serves the client that started this process, over standard input and output, until it closes the input. */
export async function serveMcpStdio(options: McpOptions): Promise<void> {
  const server = serveStdio(() => createMcpServer(options), { onerror: options.onError });
  await finished(process.stdin, { writable: false }).catch(() => undefined);
  await server.close();
}
