/** Reads the size in pixels from the header of a PNG or JPEG. @throws Error if the image is neither */
export function imageSize(image: Buffer): { width: number; height: number } {
  // PNG, section 11.2.1: the header is the first chunk, width and height its first fields.
  if (image.readUInt32BE(0) === 0x89504e47)
    return { width: image.readUInt32BE(16), height: image.readUInt32BE(20) };
  // ITU T.81, B.1.1.4 and B.2.2: a marker, the length of its segment, and in a frame header precision, height, width.
  let at = image.readUInt16BE(0) === 0xffd8 ? 2 : image.length;
  for (; at + 9 <= image.length && image[at] === 0xff; at += 2 + image.readUInt16BE(at + 2)) {
    const marker = image[at + 1]!;
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (frame) return { width: image.readUInt16BE(at + 7), height: image.readUInt16BE(at + 5) };
  }
  throw new Error('The image is neither PNG nor JPEG.');
}
