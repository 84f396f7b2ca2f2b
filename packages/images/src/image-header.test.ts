import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readImageHeader } from './image-header.ts';

const blank = () => sharp({ create: { width: 321, height: 123, channels: 3, background: 'teal' } });

test.each([
  ['PNG', 'png', () => blank().png()],
  ['JPEG', 'jpeg', () => blank().jpeg()],
  ['progressive JPEG', 'jpeg', () => blank().jpeg({ progressive: true })],
  ['JPEG with metadata before its frame', 'jpeg', () => blank().withMetadata().jpeg()],
])('reads the format and the size of a %s from its header', async (_, format, image) => {
  expect(readImageHeader(await image().toBuffer())).toEqual({ format, width: 321, height: 123 });
});

test('rejects bytes that are neither PNG nor JPEG', async () => {
  for (const text of ['<!doctype html><p>not an image</p>', ''])
    expect(() => readImageHeader(Buffer.from(text))).toThrow('not a complete PNG or JPEG');
});
