import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodePng } from './encode-png.ts';

test('stops encoding at the time limit', async () => {
  const [width, height] = [4_000, 3_000];
  const noise = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const images = Array.from({ length: 8 }, () => noise);
  // Encoding 96 million random pixels takes several times as long.
  await expect(encodePng({ images, across: 1, width, height: 8 * height }, 1)).rejects.toThrow('timeout');
}, 120_000);
