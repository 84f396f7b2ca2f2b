/** The text that standalone prints when all apps are ready. */
export function greeting(facts: {
  publicUrl: string;
  dataDir: string;
  database: string;
  queue: string;
  logs: string;
  demoScheduleId: number | null;
}): string {
  const rows = [
    ['Documentation', `${facts.publicUrl}/docs`],
    ['API', `${facts.publicUrl}/api/v1`],
    ['Database', facts.database],
    ['Queue', facts.queue],
    ['Data', facts.dataDir],
    ['Logs', facts.logs],
  ];
  const demo =
    facts.demoScheduleId === null
      ? []
      : [['Demo', `schedule ${facts.demoScheduleId} captures a clock and the documentation every minute`]];
  const tryIt = facts.demoScheduleId
    ? `curl -s ${facts.publicUrl}/api/v1/activity/screenshots`
    : `curl -s ${facts.publicUrl}/api/v1/schedules`;
  const lines = [...rows, ...demo].map(([name, value]) => `  ${name!.padEnd(15)}${value}`);
  return [
    '',
    'Shotclock is running.',
    '',
    ...lines,
    '',
    'Try:',
    `  ${tryIt}`,
    '',
    'Ctrl-C stops everything.',
    '',
  ].join('\n');
}
