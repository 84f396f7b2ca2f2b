import { expect, test } from 'vitest';
import { preferredFormat } from './preferred-format.ts';

test.each([
  // curl, fetch, and clients that do not send the header.
  ['*/*', null],
  ['', null],
  [undefined, null],
  ['image/*', null],
  ['text/html, image/*;q=0.8, */*;q=0.5', null],
  // Chrome and Firefox, for <img>.
  ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'webp'],
  ['image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5', 'webp'],
  ['image/avif', 'avif'],
  ['image/webp;q=0.5, image/avif', 'avif'],
  ['image/webp;q=0.5, image/png;q=0.9', 'png'],
  ['IMAGE/WEBP ; Q=0.1', 'webp'],
  ['image/webp;q=0, image/jpeg;q=0.001', 'jpeg'],
  ['image/webp;q=nonsense', null],
  ['image/gif, image/bmp', null],
])('the format preferred by Accept: %j is %j', (accept, format) => {
  expect(preferredFormat(accept)).toBe(format);
});
