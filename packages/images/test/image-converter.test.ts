import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bands, look, newFile, red, saved } from '../src/bands.fixture.ts';
import { createConversionProcess } from '../src/conversion-process.ts';
import {
  type ConversionClient,
  conversionLimits,
  createImageConverter,
  type ImageConverter,
} from '../src/index.ts';

let converter: ImageConverter;
afterEach(() => converter.close());

const image = await bands(400, 300, [red]);
const asWebp = (width: number) => ({
  ...{ image, format: 'webp' as const, width },
  ...{ height: null, around: null },
});
const ofOwner = (owner: number) => ({ owner, prepare: async () => asWebp(160), use: async () => undefined });

test('converts image files in another process', async () => {
  converter = createImageConverter({ processes: 1, maxWaiting: 2, maxWaitingPerOwner: 2 });
  const folders: string[] = [];
  const convert = (width: number) => {
    const result = newFile();
    const prepare = async (folder: string) => {
      folders.push(folder);
      return asWebp(width);
    };
    const use = async (output: { file: string } | null) => {
      expect(folders).toContain(dirname(output!.file));
      await rename(output!.file, result);
      return result;
    };
    return converter.convert('variant', { owner: 1, prepare, use });
  };
  const [one, other] = await Promise.all([160, 320].map(convert));
  expect(await look(one!)).toMatchObject({ format: 'webp', width: 160, height: 120 });
  expect(await look(other!)).toMatchObject({ width: 320, height: 240 });
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, false]);
  await converter.close();
  expect(existsSync(dirname(folders[0]!))).toBe(false);
});

test('reports why an image cannot be converted', async () => {
  converter = createImageConverter({ processes: 1, maxWaiting: 2, maxWaitingPerOwner: 2 });
  const svg = await saved(Buffer.from('<svg width="9" height="9"/>'));
  const inputs = {
    undecodable: { ...asWebp(160), image: svg },
    too_large: { ...asWebp(160), image: await bands(10, 20_000, [red]), width: null },
  };
  for (const [code, input] of Object.entries(inputs))
    await expect(
      converter.convert('variant', { ...ofOwner(1), prepare: async () => input }),
    ).rejects.toMatchObject({ code });
  const process = createConversionProcess({ idleMs: 60_000 });
  try {
    await expect(process.run('variant', asWebp(160), join(newFile(), 'result'))).rejects.toMatchObject({
      code: 'failed',
    });
  } finally {
    process.close();
  }
});

describe('waiting conversions', () => {
  let order: string[];
  let gate: PromiseWithResolvers<void>;
  let running: Promise<unknown>[];
  beforeEach(() => {
    order = [];
    gate = Promise.withResolvers();
    running = [];
  });

  type Options = { owner?: number; seconds?: number; clients?: ConversionClient[]; until?: Promise<unknown> };
  /**
   * Starts a conversion whose input turns out to be unreadable once the gate opens, so that it does not use a process.
   */
  function convert(
    name: string,
    { owner = 1, seconds = 0.1, clients = [], until = gate.promise }: Options = {},
  ) {
    const prepare = async () => {
      order.push(name);
      await until;
      throw new Error('lost');
    };
    const converted = converter
      .convert('variant', { ...ofOwner(owner), seconds, clients, prepare })
      .catch((error) => error);
    running.push(converted);
    return converted;
  }
  const orderOfAll = async () => {
    gate.resolve();
    await Promise.all(running);
    return order;
  };

  test('are limited per owner and in total, and their inputs are not prepared yet', async () => {
    converter = createImageConverter({ processes: 1, maxWaiting: 3, maxWaitingPerOwner: 2 });
    for (const name of ['first', 'second', 'third']) convert(name);
    expect(await convert('too many')).toMatchObject({ code: 'owner_busy' });
    convert('of another owner', { owner: 2 });
    expect(await convert('also too many', { owner: 2 })).toMatchObject({ code: 'busy' });
    await expect.poll(() => order).toEqual(['first']);
    expect(await orderOfAll()).toEqual(['first', 'of another owner', 'second', 'third']);
  });

  test("give way to other owners' conversions if their owner has the most", async () => {
    converter = createImageConverter({ processes: 1, maxWaiting: 3, maxWaitingPerOwner: 3 });
    for (const name of ['first', 'second', 'third']) convert(name);
    const last = convert('fourth');
    convert('of another owner', { owner: 2 });
    expect(await last).toMatchObject({ code: 'busy' });
    expect(await orderOfAll()).toEqual(['first', 'of another owner', 'second', 'third']);
  });

  test('are ordered by the time that their owners have used', async () => {
    converter = createImageConverter({ processes: 1, maxWaiting: 8, maxWaitingPerOwner: 8 });
    const slow = Promise.withResolvers<void>();
    convert('slow', { until: slow.promise });
    await expect.poll(() => order).toEqual(['slow']);
    const ready = Promise.resolve();
    for (const [owner, names] of [
      [1, ['a', 'b']],
      [2, ['x', 'y']],
    ] as const)
      for (const name of names) convert(name, { owner, until: ready });
    slow.resolve();
    // The durations of the other conversions determine the rest of the order.
    expect((await orderOfAll()).slice(0, 2)).toEqual(['slow', 'x']);
  });

  test('precede longer ones from the same owner', async () => {
    converter = createImageConverter({ processes: 1, maxWaiting: 8, maxWaitingPerOwner: 8 });
    convert('running');
    convert('long', { seconds: 60 });
    convert('short');
    expect(await orderOfAll()).toEqual(['running', 'short', 'long']);
  });

  test('for a link are limited and run after conversions for other links and for the owner', async () => {
    converter = createImageConverter({ processes: 1, maxWaiting: 8, maxWaitingPerOwner: 4 });
    const flood = [
      { name: 'link one', maxWaiting: 2 },
      { name: 'address', maxWaiting: 3 },
    ];
    const other = [
      { name: 'link two', maxWaiting: 2 },
      { name: 'address', maxWaiting: 3 },
    ];
    const gallery = [
      { name: 'link three', maxWaiting: 2 },
      { name: 'another address', maxWaiting: 3 },
    ];
    const slow = Promise.withResolvers<void>();
    convert('running', { clients: flood, until: slow.promise });
    await expect.poll(() => order).toEqual(['running']);
    for (const name of ['flood 1', 'flood 2']) convert(name, { clients: flood });
    expect(await convert('too many of the link', { clients: flood })).toMatchObject({ code: 'owner_busy' });
    convert('other link', { clients: other });
    expect(await convert('too many of the address', { clients: other })).toMatchObject({
      code: 'owner_busy',
    });
    convert('gallery', { clients: gallery });
    const displaced = convert('own');
    slow.resolve();
    expect((await orderOfAll()).slice(0, 2)).toEqual(['running', 'own']);
    await displaced;
    // The owner's request has displaced the last request from a link.
    expect(order).not.toContain('gallery');
  });
});

test('a long conversion leaves a process free for short conversions, but not for another long one', async () => {
  converter = createImageConverter({ processes: 2, maxWaiting: 8, maxWaitingPerOwner: 8 });
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const convert = (name: string, owner: number, seconds: number, until: Promise<unknown>) => {
    const prepare = async () => {
      order.push(name);
      await until;
      throw new Error('lost');
    };
    return converter
      .convert('tiles', { owner, seconds, prepare, use: async () => undefined })
      .catch(() => undefined);
  };
  const ready = Promise.resolve();
  const long = [convert('long', 1, 20, gate.promise), convert('long of another owner', 2, 20, ready)];
  await expect.poll(() => order).toEqual(['long']);
  await convert('short', 3, 0.2, ready);
  await convert('another short', 1, 0.2, ready);
  expect(order).toEqual(['long', 'short', 'another short']);
  gate.resolve();
  await Promise.all(long);
  expect(order.at(-1)).toBe('long of another owner');
});

test('close ends waiting and running conversions', async () => {
  converter = createImageConverter({ processes: 1, maxWaiting: 1, maxWaitingPerOwner: 1 });
  const prepared = Promise.withResolvers<void>();
  const prepare = async () => {
    prepared.resolve();
    return asWebp(160);
  };
  const conversions = [1, 2].map(() => converter.convert('variant', { ...ofOwner(1), prepare }));
  await prepared.promise;
  await turn();
  const closed = converter.close();
  const results = await Promise.allSettled(conversions);
  expect(results.map((result) => result.status === 'rejected' && result.reason.code)).toEqual([
    'failed',
    'failed',
  ]);
  await closed;
});

test('kills the process when a conversion exceeds its time limit, and starts a new process for the next conversion', async () => {
  const seconds = { ...conversionLimits.seconds, variant: 0.001 };
  const process = createConversionProcess({ idleMs: 60_000, seconds });
  try {
    await expect(process.run('variant', asWebp(160), newFile())).rejects.toMatchObject({ code: 'timed_out' });
    const frame = await process.run('frame', { image, width: 160, height: null }, newFile());
    expect(frame).toMatchObject({ width: 160, height: 120 });
  } finally {
    process.close();
  }
});
