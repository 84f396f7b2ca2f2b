import { createClient, type ShotclockClient } from '@shotclock/client';
import { migrate } from '@shotclock/db';
import { createDatabase, type FixtureSite, startFixtureSite, startSystem } from '@shotclock/testing';

export type TestServer = {
  origin: string;
  databaseUrl: string;
  dataDir: string;
  /** A site that the server may capture. */
  site: FixtureSite;
  client: ShotclockClient;
  stop(): Promise<void>;
};

/** Starts a whole system with its own database, and a site whose pages it can capture. */
export async function startServer(env: Record<string, string> = {}): Promise<TestServer> {
  const [database, site] = await Promise.all([createDatabase({ migrate }), startFixtureSite()]);
  const system = await startSystem({ EGRESS_ALLOW: site.hostPort, ...env, DATABASE_URL: database.url });
  return {
    origin: system.origin,
    databaseUrl: database.url,
    dataDir: system.dataDir,
    site,
    client: createClient({ baseUrl: system.origin }),
    async stop() {
      await system.stop();
      await site.close();
      await database.drop();
    },
  };
}
