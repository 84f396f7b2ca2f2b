import { scriptsText } from '@shotclock/testing';
import { type Capture, imageLimits } from '../src/index.ts';
import {
  captured,
  either,
  extracted,
  type HostileCase,
  notLoaded,
  soft,
} from './hostile-outcomes.fixture.ts';

/** What becomes of a page that is larger than one image may be. */
const cutNote = /^Of \d+ × \d+ pixels the first \d+ × \d+ were captured\.$/;

const full = { fullPage: true, format: 'jpeg' } as const;
const size = (width: number, height: number) => (capture: Capture) =>
  capture.width === width && capture.height === height;
export const layoutCases: HostileCase[] = [
  {
    path: '/tall-60000',
    settings: full,
    becomes: ['captured'],
    sees: size(400, 60_000),
  },
  {
    path: '/wide-60000',
    settings: full,
    becomes: ['captured'],
    sees: size(60_000, 300),
  },
  {
    path: '/tall-1000000',
    settings: full,
    becomes: ['captured'],
    notes: [cutNote],
    sees: size(400, imageLimits.side),
  },
  {
    path: '/tall-for-ever',
    settings: full,
    becomes: ['captured'],
    notes: [cutNote],
    sees: size(400, imageLimits.side),
  },
  {
    path: '/infinite-scroll',
    settings: full,
    becomes: ['captured'],
    notes: [/^The page was scrolled through for 5 s; /, cutNote],
    sees: size(400, imageLimits.side),
  },
  { path: '/scroll-thief', settings: full, becomes: ['captured'] },
  { path: '/sticky', settings: full, becomes: ['captured'], sees: size(400, 4_150) },
  { path: '/fixed', settings: full, becomes: ['captured'], sees: size(400, 4_100) },
  { path: '/lazy', settings: full, becomes: ['captured'], sees: size(400, 3_200) },
  { path: '/negative', settings: full, becomes: ['captured'], sees: size(400, 300) },
  { path: '/no-body', settings: { ...full, ...extracted }, becomes: ['captured without mark'] },
  { path: '/frameset', settings: { ...full, ...extracted }, becomes: ['captured'] },
];

export const contentCases: HostileCase[] = [
  {
    path: '/scripts',
    settings: extracted,
    becomes: ['captured'],
    sees: ({ text }) => text?.trim() === scriptsText.join('\n\n'),
  },
  {
    path: '/changed-builtins',
    settings: { ...extracted, ...full, waitFor: 'p' },
    becomes: ['captured'],
    sees: ({ text }) => text === 'Still readable',
  },
  {
    path: '/clobbered',
    settings: { ...extracted, element: '#mark' },
    becomes: ['captured'],
    sees: size(100, 100),
  },
  {
    path: '/lone-surrogates',
    settings: extracted,
    becomes: ['captured'],
    sees: ({ text }) => /^before .* after .$/.test(text ?? ''),
  },
  { path: '/zero-bytes', settings: extracted, becomes: ['captured'], sees: ({ text }) => text === 'after' },
  {
    path: '/content-security-policy',
    settings: extracted,
    becomes: ['captured'],
    sees: ({ text }) => text === 'Strict',
  },
  {
    path: '/web-font',
    settings: extracted,
    becomes: ['captured'],
    sees: ({ html }) => /data-fonts="1"/.test(html ?? ''),
  },
  {
    path: '/video',
    settings: { ...extracted, ...soft },
    becomes: ['captured'],
    notes: [notLoaded],
    sees: ({ html }) => /data-video="plays"/.test(html ?? ''),
  },
  ...captured('/zalgo', '/animations', '/shadow'),
  ...['/base', '/refused-frame'].map(
    (path): HostileCase => ({
      path,
      becomes: ['captured'],
      notes: [/^A connection to 10\.0\.0\.1:80 was refused/],
    }),
  ),
  ...either(['captured', 'deadline_exceeded'], '/long-word'),
];
