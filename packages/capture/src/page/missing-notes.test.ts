import { expect, test } from 'vitest';
import { missingNotes } from './missing-notes.ts';

const none = { images: [], frames: [], fonts: [], failedImages: [] };
const always = () => true;

test('counts content that was not received, grouped by host', () => {
  const images = ['https://img.example.com/1', 'https://img.example.com/2', 'https://other.example.com/1'];
  expect(missingNotes({ ...none, images, fonts: ['https://fonts.example.com/a.woff2'] }, always)).toEqual([
    '2 images did not arrive from img.example.com.',
    '1 image did not arrive from other.example.com.',
    '1 font did not arrive from fonts.example.com.',
  ]);
});

test('counts images that failed to load, grouped by host', () => {
  const failedImages = ['https://img.example.com/1', 'https://img.example.com/2', 'https://b.example/1'];
  expect(missingNotes({ ...none, failedImages }, (host) => host === 'img.example.com')).toEqual([
    '2 images failed to load from img.example.com.',
    '1 image failed to load from other hosts.',
  ]);
});

test('names at most three hosts', () => {
  const frames = ['a', 'b', 'b', 'c', 'd', 'e'].map((host) => `https://${host}.example/`);
  expect(missingNotes({ ...none, frames }, always)).toEqual([
    '2 frames did not arrive from b.example.',
    '1 frame did not arrive from a.example.',
    '1 frame did not arrive from c.example.',
    '2 frames did not arrive from other hosts.',
  ]);
});

test('mentions a host only if the page has sent a request to it', () => {
  const images = [
    'https://call-this-number.example/',
    'data:text/plain,Text',
    'https://two words/',
    '',
    'https://img.example.com:8080/Text?Text#Text',
  ];
  expect(missingNotes({ ...none, images }, (host) => host === 'img.example.com')).toEqual([
    '1 image did not arrive from img.example.com.',
    '4 images did not arrive from other hosts.',
  ]);
  expect(missingNotes({ ...none, images: [''] }, always)).toEqual(['1 image did not arrive.']);
});
