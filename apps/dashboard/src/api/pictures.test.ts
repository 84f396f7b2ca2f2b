import { expect, test } from 'vitest';
import { smallerPictureUrl } from './pictures.ts';

test('requests the largest variant width within the given share, or the smallest width if none fits', () => {
  const url = '/api/v1/screenshots/1/image?width=1920';
  expect(smallerPictureUrl(url, 1_000, 0.68)).toBe('/api/v1/screenshots/1/image?width=640');
  expect(smallerPictureUrl(url, 1_920, 0.98)).toBe('/api/v1/screenshots/1/image?width=1280');
  expect(smallerPictureUrl(url, 300, 0.1)).toBe('/api/v1/screenshots/1/image?width=160');
});
