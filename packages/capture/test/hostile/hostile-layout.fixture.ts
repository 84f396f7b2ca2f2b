import { scriptsText } from '@shotclock/testing';
import { type Capture, imageLimits } from '../../src/index.ts';
import {
  captured,
  either,
  extracted,
  type HostileCase,
  notLoaded,
  soft,
} from './hostile-outcomes.fixture.ts';

/** The note about a page that is larger than the maximum image. */
const cutNote = /^Only the first \d+ × \d+ of \d+ × \d+ pixels were captured\.$/;

const full = { fullPage: true, format: 'jpeg' } as const;
const size = (width: number, height: number) => (capture: Capture) =>
  capture.width === width && capture.height === height;
export const layoutCases: HostileCase[] = [
  {
    path: '/tall-60000',
    settings: full,
    outcomes: ['captured'],
    check: size(400, 60_000),
  },
  {
    path: '/wide-60000',
    settings: full,
    outcomes: ['captured'],
    check: size(60_000, 300),
  },
  {
    path: '/tall-1000000',
    settings: full,
    outcomes: ['captured'],
    notes: [cutNote],
    check: size(400, imageLimits.side),
  },
  {
    path: '/tall-for-ever',
    settings: full,
    outcomes: ['captured'],
    notes: [cutNote],
    check: size(400, imageLimits.side),
  },
  {
    path: '/infinite-scroll',
    settings: full,
    // Busy captures have a lower priority than other work on the machine.
    deadlineMs: 70_000,
    outcomes: ['captured'],
    notes: [cutNote],
    // A fast machine scrolls to the end of the image in 8 s.
    optionalNotes: [/^(After 8 s of scrolling, |The page was still loading after 8 s of scrolling)/],
    check: size(400, imageLimits.side),
  },
  { path: '/scroll-thief', settings: full, outcomes: ['captured'] },
  { path: '/sticky', settings: full, outcomes: ['captured'], check: size(400, 4_150) },
  { path: '/fixed', settings: full, outcomes: ['captured'], check: size(400, 4_100) },
  { path: '/lazy', settings: full, outcomes: ['captured'], check: size(400, 3_200) },
  { path: '/negative', settings: full, outcomes: ['captured'], check: size(400, 300) },
  { path: '/no-body', settings: { ...full, ...extracted }, outcomes: ['captured without mark'] },
  { path: '/frameset', settings: { ...full, ...extracted }, outcomes: ['captured'] },
];

export const contentCases: HostileCase[] = [
  {
    path: '/scripts',
    settings: extracted,
    outcomes: ['captured'],
    check: ({ text }) => text?.trim() === scriptsText.join('\n\n'),
  },
  {
    path: '/changed-builtins',
    settings: { ...extracted, ...full, waitFor: 'p' },
    outcomes: ['captured'],
    check: ({ text }) => text === 'Still readable',
  },
  {
    path: '/clobbered',
    settings: { ...extracted, element: '#mark' },
    outcomes: ['captured'],
    check: size(100, 100),
  },
  {
    path: '/lone-surrogates',
    settings: extracted,
    outcomes: ['captured'],
    check: ({ text }) => /^before .* after .$/.test(text ?? ''),
  },
  { path: '/zero-bytes', settings: extracted, outcomes: ['captured'], check: ({ text }) => text === 'after' },
  {
    path: '/content-security-policy',
    settings: extracted,
    outcomes: ['captured'],
    check: ({ text }) => text === 'Strict',
  },
  {
    path: '/web-font',
    settings: extracted,
    outcomes: ['captured'],
    check: ({ html }) => /data-fonts="1"/.test(html ?? ''),
  },
  {
    path: '/video',
    settings: { ...extracted, ...soft },
    outcomes: ['captured'],
    notes: [notLoaded],
    check: ({ html }) => /data-video="plays"/.test(html ?? ''),
  },
  ...captured('/zalgo', '/animations', '/shadow'),
  ...['/base', '/refused-frame'].map(
    (path): HostileCase => ({
      path,
      outcomes: ['captured'],
      notes: [/^A connection to 10\.0\.0\.1:80 was refused/],
    }),
  ),
  ...either(['captured', 'deadline_exceeded'], '/long-word'),
];
