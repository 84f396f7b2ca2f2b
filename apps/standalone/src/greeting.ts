import type { Demo } from './demo.ts';

/** The text that standalone prints when all apps are ready. */
export function greeting(facts: {
  publicUrl: string;
  dataDir: string;
  database: string;
  queue: string;
  logs: string;
  /** The protections of browsers that the system does not permit. */
  unprotected: readonly string[];
  /** Null if there is no new demo. */
  demo: Demo | null;
  /** The command that creates the first API key; null if requests do not need a key. */
  firstKeyCommand: string | null;
}): string {
  const rows = [
    ['Dashboard', facts.publicUrl],
    ['Documentation', `${facts.publicUrl}/docs`],
    ['Inbox', `${facts.publicUrl}/inbox`],
    ['API', `${facts.publicUrl}/api/v1`],
    ['Database', facts.database],
    ['Queue', facts.queue],
    ['Data', facts.dataDir],
    ['Logs', facts.logs],
    ...(facts.unprotected.length > 0
      ? [
          [
            'Warning',
            `browsers run without ${facts.unprotected.join(' and ')}; the log of the worker has the reason`,
          ],
        ]
      : []),
  ];
  const demo =
    facts.demo === null
      ? []
      : [
          [
            'Demo',
            `schedule ${facts.demo.clockScheduleId} captures a clock and the documentation every minute`,
          ],
          [
            '',
            `schedule ${facts.demo.priceScheduleId} reports prices that change to the inbox, within 4 minutes`,
          ],
        ];
  const key = facts.firstKeyCommand ? ' -H "Authorization: Bearer $KEY"' : '';
  const tryIt = [
    ...(facts.firstKeyCommand ? [`KEY=$(${facts.firstKeyCommand})`] : []),
    `curl -s${key} ${facts.publicUrl}/api/v1/${facts.demo ? 'activity/screenshots' : 'schedules'}`,
  ];
  const lines = [...rows, ...demo].map(([name, value]) => `  ${name!.padEnd(15)}${value}`);
  return [
    '',
    'Shotclock is running.',
    '',
    ...lines,
    '',
    'Try:',
    ...tryIt.map((line) => `  ${line}`),
    '',
    'Ctrl-C stops everything.',
    '',
  ].join('\n');
}
