import sharp from 'sharp';
import { expect, test } from 'vitest';
import { imageSize } from './image-size.ts';

const blank = () => sharp({ create: { width: 321, height: 123, channels: 3, background: 'teal' } });

test.each([
  ['PNG', () => blank().png()],
  ['JPEG', () => blank().jpeg()],
  ['progressive JPEG', () => blank().jpeg({ progressive: true })],
  ['JPEG with metadata before its frame', () => blank().withMetadata().jpeg()],
])('the size of a %s is in its header', async (_, image) => {
  expect(imageSize(await image().toBuffer())).toEqual({ width: 321, height: 123 });
});

test('bytes that are neither PNG nor JPEG are rejected', async () => {
  expect(() => imageSize(Buffer.from('<!doctype html><p>not an image</p>'))).toThrow('neither');
});
