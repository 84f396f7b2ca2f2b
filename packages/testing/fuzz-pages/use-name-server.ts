// When loaded with `--import` before an app, this module sends all DNS queries of the process to
// 127.0.0.1:NAME_SERVER_PORT, so that the names in fuzz pages never leave the machine.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { processEnv } from '@shotclock/runtime';

const server = `127.0.0.1:${processEnv().NAME_SERVER_PORT}`;
const callbackResolver = dns.Resolver;
const promiseResolver = dns.promises.Resolver;

dns.setServers([server]);
dns.Resolver = class extends callbackResolver {
  constructor(...options: ConstructorParameters<typeof callbackResolver>) {
    super(...options);
    this.setServers([server]);
    // Ignores the name servers in the system's configuration.
    this.setServers = () => undefined;
  }
};
dns.promises.Resolver = class extends promiseResolver {
  constructor(...options: ConstructorParameters<typeof promiseResolver>) {
    super(...options);
    this.setServers([server]);
    // Ignores the name servers in the system's configuration.
    this.setServers = () => undefined;
  }
};
const systemLookup = dns.promises.lookup;
const lookup = async (host: string, options?: object) =>
  host.endsWith('.test')
    ? (await new dns.promises.Resolver().resolve4(host)).map((address) => ({ address, family: 4 }))
    : systemLookup(host, options ?? {});
dns.promises.lookup = lookup as typeof dns.promises.lookup;
syncBuiltinESMExports();
