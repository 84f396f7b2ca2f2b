import { type Static, Type } from '@sinclair/typebox';
import { DateTime, Nullable, StringEnum } from '../schema.ts';

/** The protections of browsers that a worker can lack. */
export const Protection = StringEnum(['isolation', 'sandbox'], {
  title: 'Protection',
  description:
    'A protection against code that controls a browser: its isolation in namespaces, or the Chromium sandbox.',
});
export type Protection = Static<typeof Protection>;

const SystemCheck = Type.Object(
  {
    check: Type.String({ description: 'The name of the check.' }),
    status: StringEnum(['ok', 'warning', 'failed', 'skipped'], {
      description:
        '`warning`: the system works, but with a restriction. `skipped`: the check does not apply, or lacks something that it needs.',
    }),
    found: Type.String({ description: 'What the check found.' }),
    remedy: Nullable(Type.String({ description: 'How to fix it; null if there is nothing to fix.' })),
  },
  { title: 'SystemCheck', additionalProperties: false, description: 'The result of a check of the system.' },
);

const SystemWorker = Type.Object(
  {
    host: Type.String({ description: 'The host name of the machine or container.' }),
    startedAt: DateTime('When the worker started.'),
    reportedAt: DateTime('When the worker last ran its checks. It does so once a minute.'),
    checks: Type.Array(SystemCheck, {
      description:
        'The checks of the worker: of its browsers, its rights, its queue, its disks and its network.',
    }),
  },
  { title: 'SystemWorker', additionalProperties: false, description: 'A running worker and its checks.' },
);

export const System = Type.Object(
  {
    checks: Type.Array(SystemCheck, {
      description: 'The checks of the API process that responds. It repeats them after 10 seconds.',
    }),
    workers: Type.Array(SystemWorker, { description: 'The checks of the running workers.' }),
  },
  {
    title: 'System',
    additionalProperties: false,
    description: 'Checks of the database, the object store, and the machines and browsers of the system.',
    examples: [
      {
        checks: [
          {
            check: 'database',
            status: 'ok',
            found: 'PostgreSQL 18 responds, and has all migrations.',
            remedy: null,
          },
        ],
        workers: [
          {
            host: 'worker-1',
            startedAt: '2026-11-21T09:00:00.012Z',
            reportedAt: '2026-11-21T09:05:00.012Z',
            checks: [
              {
                check: 'fonts',
                status: 'warning',
                found: 'Browsers have no font for emoji: pages show boxes.',
                remedy: 'Install fonts, for example with apt install fonts-noto-color-emoji.',
              },
            ],
          },
        ],
      },
    ],
  },
);
export type System = Static<typeof System>;
