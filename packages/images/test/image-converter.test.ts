import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { bands, look, red } from '../src/bands.fixture.ts';
import { createConversionProcess } from '../src/conversion-process.ts';
import { conversionLimits } from '../src/conversions.ts';
import { createImageConverter, type ImageConverter } from '../src/index.ts';

let converter: ImageConverter;
afterEach(() => converter.close());

const image = await bands(400, 300, [red]);
const asWebp = (width: number) => ({ image, format: 'webp' as const, width, height: null });

test('images are converted in another process', async () => {
  converter = createImageConverter({ processes: 1, maxWaiting: 2, maxWaitingPerOwner: 2 });
  const [one, other] = await Promise.all(
    [160, 320].map((width) => converter.convert('variant', { owner: 1, load: async () => asWebp(width) })),
  );
  expect(await look(one!.body)).toMatchObject({ format: 'webp', width: 160, height: 120 });
  expect(other).toMatchObject({ width: 320, height: 240 });
  const svg = { ...asWebp(160), image: Buffer.from('<svg width="9" height="9"/>') };
  await expect(converter.convert('variant', { owner: 1, load: async () => svg })).rejects.toMatchObject({
    code: 'undecodable',
  });
  const tall = { ...asWebp(160), image: await bands(10, 20_000, [red]), width: null };
  await expect(converter.convert('variant', { owner: 1, load: async () => tall })).rejects.toMatchObject({
    code: 'too_large',
  });
});

/** A conversion that needs no process, because its image cannot be loaded once `gate` opens. */
function unloadable(order: string[], gate: Promise<unknown>) {
  return async (owner: number, name: string) => {
    const load = async () => {
      order.push(name);
      await gate;
      throw new Error('lost');
    };
    await expect(converter.convert('variant', { owner, load })).rejects.toThrow('lost');
  };
}

test('conversions wait up to the limits, without their images, and owners take turns', async () => {
  converter = createImageConverter({ processes: 1, maxWaiting: 3, maxWaitingPerOwner: 2 });
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const convert = unloadable(order, gate.promise);
  const load = async () => asWebp(160);
  const running = [convert(1, 'first'), convert(1, 'second'), convert(1, 'third')];
  await expect(converter.convert('variant', { owner: 1, load })).rejects.toMatchObject({
    code: 'owner_busy',
  });
  running.push(convert(2, 'of another owner'));
  await expect(converter.convert('variant', { owner: 3, load })).rejects.toMatchObject({ code: 'busy' });
  await turn();
  expect(order).toEqual(['first']);
  gate.resolve();
  await Promise.all(running);
  expect(order).toEqual(['first', 'of another owner', 'second', 'third']);
});

test('an owner with running conversions does not hold up the others', async () => {
  converter = createImageConverter({ processes: 2, maxWaiting: 8, maxWaitingPerOwner: 8 });
  const order: string[] = [];
  const [gate, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = unloadable(order, gate.promise)(1, 'a');
  const later = unloadable(order, other.promise);
  const running = [later(1, 'b'), later(1, 'c'), later(2, 'of another owner')];
  gate.resolve();
  await first;
  await turn();
  expect(order).toEqual(['a', 'b', 'of another owner']);
  other.resolve();
  await Promise.all(running);
});

test('closing ends conversions that wait and run', async () => {
  converter = createImageConverter({ processes: 1, maxWaiting: 1, maxWaitingPerOwner: 1 });
  const loaded = Promise.withResolvers<void>();
  const load = async () => {
    loaded.resolve();
    return asWebp(160);
  };
  const conversions = [
    converter.convert('variant', { owner: 1, load }),
    converter.convert('variant', { owner: 1, load }),
  ];
  await loaded.promise;
  await turn();
  converter.close();
  const results = await Promise.allSettled(conversions);
  expect(results.map((result) => result.status === 'rejected' && result.reason.code)).toEqual([
    'failed',
    'failed',
  ]);
});

test('a conversion that exceeds its time limit ends with its process, and the next one has a new process', async () => {
  converter = createImageConverter({ processes: 1, maxWaiting: 0, maxWaitingPerOwner: 0 });
  const seconds = { ...conversionLimits.seconds, variant: 0.001 };
  const process = createConversionProcess({ idleMs: 60_000, seconds });
  try {
    await expect(process.run('variant', asWebp(160))).rejects.toMatchObject({ code: 'timed_out' });
    expect(await process.run('frame', { image, width: 160, height: null })).toMatchObject({
      width: 160,
      height: 120,
    });
  } finally {
    process.close();
  }
});
