import { type Database, databaseNow, pingDatabase } from '@shotclock/db';
import { type Check, type Finding, failed, ok, skipped, warning, withTimeout } from '@shotclock/runtime';

const remedy = 'Synchronize the clocks of all machines with NTP.';

/** Offsets in milliseconds. S3 stores refuse requests whose time differs by more than 15 minutes. */
const warnMs = 1_000;
const failMs = { database: 60_000, store: 15 * 60_000 };
/** The `Date` header of a response has no fractions of a second. */
const headerPrecisionMs = 1_000;
const timeoutMs = 5_000;

type Offset = {
  name: keyof typeof failMs;
  /** How far this machine's clock is behind, in milliseconds. */
  ms: number;
  /** The maximum error of `ms`. */
  errorMs: number;
};

type Clocks = {
  db: Database | null;
  /** Null for a store in a folder. */
  s3Endpoint: string | null;
};

/** Compares this machine's clock with those of the database and of the S3 store. */
export const clockCheck = (clocks: Clocks): Check => ({
  name: 'clock',
  remedy,
  run: () => checkClock(clocks),
});

async function checkClock({ db, s3Endpoint }: Clocks): Promise<Finding> {
  const measured = await Promise.all([
    db && measure('database', () => databaseOffset(db)),
    s3Endpoint && measure('store', () => storeOffset(s3Endpoint)),
  ]);
  const offsets = measured.filter((offset) => offset !== null && offset !== '');
  if (offsets.length === 0) return skipped('There is no other clock to compare with.');
  const text = offsets
    .map(
      ({ name, ms }) =>
        `${(Math.abs(ms) / 1_000).toFixed(1)} s ${ms > 0 ? 'behind' : 'ahead of'} the ${name}`,
    )
    .join(', ');
  const found = `The clock of this machine is ${text}.`;
  const exceeds = (limitOf: (offset: Offset) => number) =>
    offsets.some((offset) => Math.abs(offset.ms) - offset.errorMs > limitOf(offset));
  if (exceeds(({ name }) => failMs[name])) return failed(found, remedy);
  return exceeds(() => warnMs) ? warning(found, remedy) : ok(found);
}

/** Null if the other clock is unavailable, which another check reports. */
async function measure(
  name: Offset['name'],
  read: () => Promise<Omit<Offset, 'name'> | null>,
): Promise<Offset | null> {
  const offset = await withTimeout(read(), timeoutMs).catch(() => null);
  return offset && { name, ...offset };
}

async function databaseOffset(db: Database) {
  // The first statement opens the connection, which takes longer.
  await pingDatabase(db);
  return timed(() => databaseNow(db.orm));
}

async function storeOffset(endpoint: string) {
  const offset = await timed(async () => {
    const response = await fetch(endpoint, { method: 'HEAD' });
    return new Date(response.headers.get('date') ?? Number.NaN);
  });
  if (Number.isNaN(offset.ms)) return null;
  // The header's time is rounded down.
  return { ms: offset.ms + headerPrecisionMs / 2, errorMs: offset.errorMs + headerPrecisionMs / 2 };
}

/** Assumes that the other clock is read halfway between the request and the response. */
async function timed(read: () => Promise<Date>): Promise<Omit<Offset, 'name'>> {
  const [startedAt, started] = [Date.now(), performance.now()];
  const time = await read();
  const halfMs = (performance.now() - started) / 2;
  return { ms: time.getTime() - (startedAt + halfMs), errorMs: halfMs };
}
