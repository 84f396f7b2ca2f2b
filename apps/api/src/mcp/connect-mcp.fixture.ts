import type { AddressInfo } from 'node:net';
import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import type { TestApi } from '../test-api.fixture.ts';

/** Connects a client of the Model Context Protocol to the API, which is listening afterwards. */
export async function connectMcp(
  { app }: TestApi,
  headers: Record<string, string>,
  mode: VersionNegotiationMode = 'legacy',
): Promise<Client> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit: { headers } }),
  );
  return client;
}
