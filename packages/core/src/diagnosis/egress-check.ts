import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type EgressAllow, type EgressSession, openEgressSession } from '@shotclock/egress';
import { type Check, type Finding, failed, ok, warning } from '@shotclock/runtime';

const timeoutMs = 5_000;
/** Cloud platforms serve the credentials of a machine at this address. */
const metadataHost = '169.254.169.254';
/** Reserved by IANA for such uses. */
const publicUrl = 'http://example.com/';

/**
 * Checks that the guard of captures refuses this machine and the metadata service of cloud platforms, and optionally whether it
 * reaches the public network.
 * @param options.reachesPublic also sends a request to example.com
 */
export const egressCheck = (allow: EgressAllow, options: { reachesPublic: boolean }): Check => ({
  name: 'egress',
  remedy: 'Check the network interfaces of this machine.',
  timeoutMs: 20_000,
  run: () => checkEgress(allow, options),
});

async function checkEgress(
  allow: EgressAllow,
  { reachesPublic }: { reachesPublic: boolean },
): Promise<Finding> {
  const server = createServer((_, response) => response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const session = await openEgressSession({ allow });
  try {
    const { port } = server.address() as AddressInfo;
    const targets = [
      { host: '127.0.0.1', port },
      { host: metadataHost, port: 80 },
    ];
    const permitted = targets.filter(({ host, port }) => allow.allows(host, port)).map(({ host }) => host);
    for (const { host, port } of targets) {
      const url = `http://${host}:${port}/`;
      if (permitted.includes(host)) continue;
      await statusOf(session, url).catch(() => undefined);
      if (session.problemAt(url)?.code !== 'refused')
        return failed(
          `The guard does not refuse ${host}: captured pages can reach private addresses.`,
          'Stop the workers, and report this as a security problem (SECURITY.md).',
        );
    }
    if (permitted.length > 0)
      return warning(
        `EGRESS_ALLOW permits ${permitted.join(' and ')}: captured pages can reach services there.`,
        'List only the addresses and ports in EGRESS_ALLOW that need to be captured.',
      );
    if (!reachesPublic) return ok('The guard refuses private addresses.');
    const reason = await statusOf(session, publicUrl).then(
      () => session.problemAt(publicUrl)?.reason,
      (error: Error) => error.message,
    );
    return reason === undefined
      ? ok('The guard refuses private addresses, and reaches the public network.')
      : warning(
          `The guard refuses private addresses. The public network cannot be reached: ${reason}.`,
          'Check DNS and the firewall; ignore this on a machine without Internet access.',
        );
  } finally {
    await session.close();
    server.close();
  }
}

/** Sends a request through the proxy of the session, as a browser does. */
async function statusOf({ proxyUrl }: EgressSession, url: string): Promise<number> {
  const { hostname, port } = new URL(proxyUrl);
  const sent = request({
    ...{ host: hostname, port, path: url, method: 'HEAD', agent: false },
    headers: { host: new URL(url).host },
    signal: AbortSignal.timeout(timeoutMs),
  });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode!;
}
