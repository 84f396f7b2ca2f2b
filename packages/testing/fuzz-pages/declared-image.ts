import { encodePng } from '../src/encode-png.ts';

/**
 * A small file whose header declares an image of the given size. Except in an SVG file, most of the pixels are missing.
 */
export function createImage(format: string, width: number, height: number): { type: string; body: Buffer } {
  if (format === 'png') return { type: 'image/png', body: encodePng(width, height, Buffer.alloc(100_000)) };
  if (format === 'bmp') return { type: 'image/bmp', body: bmp(width, height) };
  if (format === 'gif') return { type: 'image/gif', body: gif(width, height) };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="blue"/></svg>`;
  return { type: 'image/svg+xml', body: Buffer.from(svg) };
}

function bmp(width: number, height: number): Buffer {
  const file = Buffer.alloc(154, 0x7f);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(154, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt32LE(0x00180001, 26);
  file.fill(0, 30, 54);
  return file;
}

function gif(width: number, height: number): Buffer {
  const side = (value: number) => Math.min(65_535, value);
  const file = Buffer.from(
    'GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\0\0\0\0\0\x02\x02D\x01\0;',
    'latin1',
  );
  for (const at of [6, 24]) {
    file.writeUInt16LE(side(width), at);
    file.writeUInt16LE(side(height), at + 2);
  }
  return file;
}
