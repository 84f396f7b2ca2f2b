import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { copyCluster, restoreCluster, startEmbeddedPostgres } from '../src/index.ts';
import { silentLogger } from './silent-logger.fixture.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-embedded-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function start(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir, durable: false, logger: silentLogger });
  const sql = postgres(server.url, { onnotice: () => undefined });
  onTestFinished(async () => {
    await sql.end();
    await server.stop();
  });
  return { sql, server };
}

/** Moves amounts between accounts and drops tables until `stop` is called. The sum of all amounts never changes. */
function keepWriting(sql: postgres.Sql): { stop(): Promise<number> } {
  let stopping = false;
  let moves = 0;
  const write = async (seed: number) => {
    for (let n = seed; !stopping; n += 1) {
      await sql.begin(async (tx) => {
        await tx`update accounts set amount = amount - 1 where id = ${n % 1_000}`;
        await tx`update accounts set amount = amount + 1 where id = ${(n * 7) % 1_000}`;
        await tx`insert into moves (filler) values (repeat('x', 500))`;
      });
      moves += 1;
      if (n % 20 === 0) {
        await sql.unsafe(`create table temporary_${seed}_${n} as select * from accounts`);
        await sql.unsafe(`drop table temporary_${seed}_${n}`);
      }
    }
  };
  const writers = [write(0)];
  return {
    async stop() {
      stopping = true;
      await Promise.all(writers);
      return moves;
    },
  };
}

test('a copy of a cluster that is written meanwhile is consistent and contains what was committed before', async () => {
  const folder = await makeFolder();
  const { sql } = await start(join(folder, 'postgres'));
  await sql`create table accounts (id integer primary key, amount integer not null)`;
  await sql`insert into accounts select n, 100 from generate_series(0, 999) n`;
  await sql`create table moves (id bigserial primary key, filler text not null)`;
  const writing = keepWriting(sql);
  // Enough WAL for several segments of 16 MB.
  await sql`insert into moves (filler) select repeat(md5(n::text), 20) from generate_series(1, 50000) n`;
  const [before] = await sql<{ count: number }[]>`select count(*)::integer as count from moves`;

  const copy = join(folder, 'copy');
  const copying = copyCluster(join(folder, 'postgres'), copy);
  await sql`insert into moves (filler) select repeat(md5(n::text), 20) from generate_series(1, 50000) n`;
  await copying;
  await writing.stop();

  const restored = join(folder, 'elsewhere', 'postgres');
  await restoreCluster(restored, { folder: copy, passwordFile: join(folder, 'postgres.password') });
  const other = await start(restored);
  const [sums] = await other.sql<{ sum: number; accounts: number }[]>`
    select sum(amount)::integer as sum, count(*)::integer as accounts from accounts`;
  expect(sums).toEqual({ sum: 100_000, accounts: 1_000 });
  const [after] = await other.sql<{ count: number; read: number }[]>`
    select count(*)::integer as count, sum(length(filler))::integer as read from moves`;
  expect(after!.count).toBeGreaterThanOrEqual(before!.count);
  // The copy is a cluster of its own, and it can be written.
  await other.sql`insert into moves (filler) values ('after')`;
  await expect(copyCluster(join(folder, 'postgres'), copy)).rejects.toMatchObject({ code: 'EEXIST' });
});

test('a cluster whose server is stopped or was killed can be copied', async () => {
  const folder = await makeFolder();
  const dataDir = join(folder, 'postgres');
  const first = await startEmbeddedPostgres({ dataDir, logger: silentLogger });
  const sql = postgres(first.url, { max: 1, onnotice: () => undefined });
  await sql`create table kept as select 1 as one`;
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  await sql.end();

  await copyCluster(dataDir, join(folder, 'copy'));
  await restoreCluster(join(folder, 'restored'), {
    folder: join(folder, 'copy'),
    passwordFile: `${dataDir}.password`,
  });
  const { sql: restored } = await start(join(folder, 'restored'));
  expect(await restored`select * from kept`).toEqual([{ one: 1 }]);
});

test('a cluster is not restored over another one or while the folder is in use, and an empty folder is not copied', async () => {
  const folder = await makeFolder();
  const dataDir = join(folder, 'postgres');
  const { server } = await start(dataDir);
  const copy = { folder: join(folder, 'copy'), passwordFile: `${dataDir}.password` };
  await copyCluster(dataDir, copy.folder);
  await expect(restoreCluster(dataDir, copy)).rejects.toThrow(/is in use/);
  await server.stop();
  await expect(restoreCluster(dataDir, copy)).rejects.toThrow(/already contains a database/);
  await writeFile(join(folder, 'file'), '');
  await expect(copyCluster(join(folder, 'nothing'), join(folder, 'copy-2'))).rejects.toThrow(
    /contains no database/,
  );
});
