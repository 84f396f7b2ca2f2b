import type { Timing } from '@shotclock/contracts';
import { describe, expect, test } from 'vitest';
import { nextRun } from './next-run.ts';

// New York: gap 2026-03-08 02:00–03:00 (ends 07:00Z), fold 2026-11-01 01:00–02:00 (second pass from 06:00Z). Paris: gap
// 2026-03-29 02:00–03:00 (ends 01:00Z), fold 2026-10-25 02:00–03:00 (second pass from 01:00Z). Lord Howe, by half an hour: gap
// 2026-10-04 02:00–02:30 (ends 2026-10-03T15:30Z), fold 2026-04-05 01:30–02:00. São Paulo, at midnight until 2019: gap 2018-11-04
// 00:00–01:00 (ends 03:00Z), fold 2018-02-17 23:00–24:00. São Paulo, earlier: gap 2017-10-15 00:00–01:00 (ends 03:00Z); there is
// none from 2019 onward. Samoa skipped 30 December 2011: the gap ends at 2011-12-30T10:00Z. 2038, past the last second of 32-bit
// time (2038-01-19T03:14:07Z): New York gap 03-14, fold 11-07 (second pass from 06:00Z); Paris gap 03-28, fold 10-31 (second pass
// from 01:00Z); Lord Howe gap 10-03 (ends 10-02T15:30Z). The expected runs were computed from these transitions, both by hand and
// by an independent program.
const cronTable = `
in the gap, once at its end           | America/New_York    | 30 2 * * *      | 2026-03-07T12:00Z | 2026-03-08T07:00Z 2026-03-09T06:30Z
many in the gap, one run              | America/New_York    | */15 2 * * *    | 2026-03-08T06:59Z | 2026-03-08T07:00Z 2026-03-09T06:00Z
in the gap and at its end, one run    | America/New_York    | */30 * * * *    | 2026-03-08T06:00Z | 2026-03-08T06:30Z 2026-03-08T07:00Z 2026-03-08T07:30Z
every hour through the gap            | America/New_York    | @hourly         | 2026-03-08T05:30Z | 2026-03-08T06:00Z 2026-03-08T07:00Z 2026-03-08T08:00Z
half past every hour through the gap  | America/New_York    | 30 * * * *      | 2026-03-08T06:00Z | 2026-03-08T06:30Z 2026-03-08T07:00Z 2026-03-08T07:30Z
in the fold, the first time           | America/New_York    | 30 1 * * *      | 2026-10-31T12:00Z | 2026-11-01T05:30Z 2026-11-02T06:30Z
through the fold, the first pass      | America/New_York    | */30 * * * *    | 2026-11-01T04:30Z | 2026-11-01T05:00Z 2026-11-01T05:30Z 2026-11-01T07:00Z
from inside the second pass           | America/New_York    | */30 * * * *    | 2026-11-01T06:10Z | 2026-11-01T07:00Z
Paris in spring                       | Europe/Paris        | 30 2 * * *      | 2026-03-28T12:00Z | 2026-03-29T01:00Z 2026-03-30T00:30Z
Paris in autumn                       | Europe/Paris        | 30 2 * * *      | 2026-10-24T12:00Z | 2026-10-25T00:30Z 2026-10-26T01:30Z
Paris at three, in spring             | Europe/Paris        | 0 3 * * *       | 2026-03-28T12:00Z | 2026-03-29T01:00Z 2026-03-30T01:00Z
Lord Howe in spring                   | Australia/Lord_Howe | 15 2 * * *      | 2026-10-03T12:00Z | 2026-10-03T15:30Z 2026-10-04T15:15Z
Lord Howe every quarter, in spring    | Australia/Lord_Howe | */15 * * * *    | 2026-10-03T15:00Z | 2026-10-03T15:15Z 2026-10-03T15:30Z 2026-10-03T15:45Z
Lord Howe in autumn                   | Australia/Lord_Howe | 45 1 * * *      | 2026-04-04T12:00Z | 2026-04-04T14:45Z 2026-04-05T15:15Z
Lord Howe every quarter, in autumn    | Australia/Lord_Howe | */15 * * * *    | 2026-04-04T14:30Z | 2026-04-04T14:45Z 2026-04-04T15:30Z
São Paulo without a midnight          | America/Sao_Paulo   | @daily          | 2018-11-03T12:00Z | 2018-11-04T03:00Z 2018-11-05T02:00Z
São Paulo with two evenings           | America/Sao_Paulo   | 30 23 * * *     | 2018-02-17T12:00Z | 2018-02-18T01:30Z 2018-02-19T02:30Z
São Paulo at midnight after both      | America/Sao_Paulo   | @daily          | 2018-02-17T12:00Z | 2018-02-18T03:00Z 2018-02-19T03:00Z
São Paulo today, without changes      | America/Sao_Paulo   | @daily          | 2026-11-01T00:00Z | 2026-11-01T03:00Z 2026-11-02T03:00Z
a day that does not exist             | Pacific/Apia        | 0 9 * * *       | 2011-12-29T12:00Z | 2011-12-29T19:00Z 2011-12-30T10:00Z 2011-12-30T19:00Z
leap days only                        | UTC                 | 0 12 29 2 *     | 2026-01-01T00:00Z | 2028-02-29T12:00Z 2032-02-29T12:00Z
over a skipped leap year              | UTC                 | 0 0 29 2 *      | 2096-03-01T00:00Z | 2104-02-29T00:00Z
the last day of the month             | UTC                 | 0 0 L * *       | 2027-01-31T00:00Z | 2027-02-28T00:00Z 2027-03-31T00:00Z
across the end of 32-bit time         | UTC                 | */10 * * * * *  | 2038-01-19T03:14:05Z | 2038-01-19T03:14:10Z 2038-01-19T03:14:20Z
New York in 2038                      | America/New_York    | 30 2 * * *      | 2038-03-13T12:00Z | 2038-03-14T07:00Z 2038-03-15T06:30Z
before each hour, through the fold    | America/New_York    | 59 * * * *      | 2026-11-01T04:30Z | 2026-11-01T04:59Z 2026-11-01T05:59Z 2026-11-01T07:59Z
New York by the rules of before 2007  | America/New_York    | 30 1 * * *      | 2006-10-28T12:00Z | 2006-10-29T05:30Z 2006-10-30T06:30Z
on Sundays, when one has a gap        | America/New_York    | 15 2 * * 0      | 2026-03-01T12:00Z | 2026-03-08T07:00Z 2026-03-15T06:15Z
Paris around both passes              | Europe/Paris        | 0,59 2,3 * * *  | 2026-10-24T23:30Z | 2026-10-25T00:00Z 2026-10-25T00:59Z 2026-10-25T02:00Z 2026-10-25T02:59Z
Paris every ten seconds into the gap  | Europe/Paris        | */10 * 1,2 * * * | 2026-03-29T00:59:45Z | 2026-03-29T00:59:50Z 2026-03-29T01:00Z 2026-03-29T23:00Z
Lord Howe twice in the half hour      | Australia/Lord_Howe | 0,30 1,2 * * *  | 2026-04-04T13:30Z | 2026-04-04T14:00Z 2026-04-04T14:30Z 2026-04-04T15:30Z 2026-04-04T16:00Z
Lord Howe in the gap and at its end   | Australia/Lord_Howe | 0,30 2 * * *    | 2026-10-03T12:00Z | 2026-10-03T15:30Z 2026-10-04T15:00Z
São Paulo in the year without a gap   | America/Sao_Paulo   | 30 0 * * *      | 2019-11-02T12:00Z | 2019-11-03T03:30Z 2019-11-04T03:30Z
São Paulo on another date each year   | America/Sao_Paulo   | 30 0 15 10 *    | 2016-12-01T00:00Z | 2017-10-15T03:00Z 2018-10-15T03:30Z
São Paulo's Sundays, one of them late | America/Sao_Paulo   | 0 0 * * 0       | 2017-10-08T12:00Z | 2017-10-15T03:00Z 2017-10-22T02:00Z
a leap day in a zone                  | Australia/Lord_Howe | 0 0 29 2 *      | 2027-01-01T00:00Z | 2028-02-28T13:00Z 2032-02-28T13:00Z
the day after a leap day              | Europe/Paris        | 0 0 1 3 *       | 2027-03-02T00:00Z | 2028-02-29T23:00Z 2029-02-28T23:00Z
the last day of each February         | UTC                 | 0 0 L 2 *       | 2027-01-01T00:00Z | 2027-02-28T00:00Z 2028-02-29T00:00Z 2029-02-28T00:00Z
the 31st, in the months that have one | Europe/Paris        | 0 6 31 * *      | 2026-03-01T00:00Z | 2026-03-31T04:00Z 2026-05-31T04:00Z 2026-07-31T04:00Z 2026-08-31T04:00Z
the last second of 32-bit time        | UTC                 | 7 14 3 * * *    | 2038-01-18T12:00Z | 2038-01-19T03:14:07Z 2038-01-20T03:14:07Z
Paris over the end of 32-bit time     | Europe/Paris        | 14 4 * * *      | 2038-01-18T12:00Z | 2038-01-19T03:14Z 2038-01-20T03:14Z
New York in the fold of 2038          | America/New_York    | 30 1 * * *      | 2038-11-06T12:00Z | 2038-11-07T05:30Z 2038-11-08T06:30Z
Lord Howe in the gap of 2038          | Australia/Lord_Howe | 15 2 * * *      | 2038-10-02T12:00Z | 2038-10-02T15:30Z 2038-10-03T15:15Z
Paris in the gap of 2050              | Europe/Paris        | 30 2 * * *      | 2050-03-26T12:00Z | 2050-03-27T01:00Z 2050-03-28T00:30Z
past the end of unsigned 32-bit time  | America/New_York    | @hourly         | 2106-02-07T06:00Z | 2106-02-07T07:00Z 2106-02-07T08:00Z
`;

const intervalTable = `
month ends clamp, from the first day  | UTC                 | 1 MONTHS from 2026-01-31T10:00Z         | 2026-01-01T00:00Z    | 2026-01-31T10:00Z 2026-02-28T10:00Z 2026-03-31T10:00Z 2026-04-30T10:00Z
a month end in a leap year            | UTC                 | 1 MONTHS from 2027-12-30T00:00Z         | 2028-01-30T00:00Z    | 2028-02-29T00:00Z 2028-03-30T00:00Z
years from a leap day                 | UTC                 | 12 MONTHS from 2028-02-29T00:00Z        | 2028-03-01T00:00Z    | 2029-02-28T00:00Z 2030-02-28T00:00Z 2031-02-28T00:00Z 2032-02-29T00:00Z
months are months of the zone         | America/New_York    | 1 MONTHS from 2026-02-01T04:30Z         | 2026-02-02T00:00Z    | 2026-03-01T04:30Z 2026-04-01T03:30Z
hours are absolute through a gap      | America/New_York    | 12 HOURS from 2026-03-07T12:00Z         | 2026-03-07T12:00Z    | 2026-03-08T00:00Z 2026-03-08T12:00Z
minutes are absolute through a fold   | America/New_York    | 30 MINUTES from 2026-11-01T05:00Z       | 2026-11-01T05:15Z    | 2026-11-01T05:30Z 2026-11-01T06:00Z 2026-11-01T06:30Z
days keep the wall time               | America/New_York    | 1 DAYS from 2026-03-07T14:00Z           | 2026-03-07T00:00Z    | 2026-03-07T14:00Z 2026-03-08T13:00Z 2026-03-09T13:00Z
a gap moves one day's run to its end  | America/New_York    | 1 DAYS from 2026-03-07T07:30:15.250Z    | 2026-03-07T08:00Z    | 2026-03-08T07:00Z 2026-03-09T06:30:15.250Z
a day in the fold, the first time     | America/New_York    | 1 DAYS from 2026-10-31T05:30Z           | 2026-10-31T06:00Z    | 2026-11-01T05:30Z 2026-11-02T06:30Z
a first run in the second pass        | America/New_York    | 1 DAYS from 2026-11-01T06:30Z           | 2026-11-01T00:00Z    | 2026-11-01T06:30Z 2026-11-02T06:30Z
weeks keep the wall time              | Europe/Paris        | 2 WEEKS from 2026-03-16T08:00Z          | 2026-03-16T08:00Z    | 2026-03-30T07:00Z 2026-04-13T07:00Z
the gap of Lord Howe                  | Australia/Lord_Howe | 1 DAYS from 2026-10-02T15:40Z           | 2026-10-02T16:00Z    | 2026-10-03T15:30Z 2026-10-04T15:10Z
two days in one gap are one run       | Pacific/Apia        | 1 DAYS from 2011-12-29T10:00Z           | 2011-12-29T10:00Z    | 2011-12-30T10:00Z 2011-12-31T10:00Z
a grid of 48 years, past 32-bit time  | UTC                 | 1 MINUTES from 1990-01-01T00:00:30Z     | 2038-01-19T03:14:07Z | 2038-01-19T03:14:30Z 2038-01-19T03:15:30Z
a grid of a thousand years            | UTC                 | 7 MINUTES from 1970-01-01T00:00Z        | 2999-12-31T23:00Z    | 2999-12-31T23:02Z 2999-12-31T23:09Z
minutes are absolute through a fold   | Australia/Lord_Howe | 20 MINUTES from 2026-04-04T14:30Z       | 2026-04-04T14:30Z    | 2026-04-04T14:50Z 2026-04-04T15:10Z 2026-04-04T15:30Z 2026-04-04T15:50Z
hours are absolute through a fold     | America/New_York    | 1 HOURS from 2026-11-01T04:30Z          | 2026-11-01T04:30Z    | 2026-11-01T05:30Z 2026-11-01T06:30Z 2026-11-01T07:30Z
the fold of Lord Howe                 | Australia/Lord_Howe | 1 DAYS from 2026-04-03T14:45Z           | 2026-04-03T14:45Z    | 2026-04-04T14:45Z 2026-04-05T15:15Z
Paris by days through its gap         | Europe/Paris        | 1 DAYS from 2026-03-28T01:30Z           | 2026-03-28T01:30Z    | 2026-03-29T01:00Z 2026-03-30T00:30Z
Paris by days through its fold        | Europe/Paris        | 1 DAYS from 2026-10-24T00:30Z           | 2026-10-24T00:30Z    | 2026-10-25T00:30Z 2026-10-26T01:30Z
São Paulo by days without a midnight  | America/Sao_Paulo   | 1 DAYS from 2018-11-03T03:00Z           | 2018-11-03T03:00Z    | 2018-11-04T03:00Z 2018-11-05T02:00Z
São Paulo by days with two evenings   | America/Sao_Paulo   | 1 DAYS from 2018-02-17T01:30Z           | 2018-02-17T01:30Z    | 2018-02-18T01:30Z 2018-02-19T02:30Z
weeks into the gap of São Paulo       | America/Sao_Paulo   | 1 WEEKS from 2017-10-08T03:30Z          | 2017-10-08T03:30Z    | 2017-10-15T03:00Z 2017-10-22T02:30Z
a month later, in a gap               | America/New_York    | 1 MONTHS from 2026-02-08T07:30Z         | 2026-02-08T07:30Z    | 2026-03-08T07:00Z 2026-04-08T06:30Z
a month later, in a fold              | America/New_York    | 1 MONTHS from 2026-10-01T05:30Z         | 2026-10-01T05:30Z    | 2026-11-01T05:30Z 2026-12-01T06:30Z
the month end of February 2100        | UTC                 | 1 MONTHS from 2100-01-31T00:00Z         | 2100-01-31T00:00Z    | 2100-02-28T00:00Z 2100-03-31T00:00Z
month ends of a zone, over its gap    | Europe/Paris        | 1 MONTHS from 2026-01-30T23:30Z         | 2026-01-30T23:30Z    | 2026-02-27T23:30Z 2026-03-30T22:30Z 2026-04-29T22:30Z
days over a leap day                  | Europe/Paris        | 1 DAYS from 2028-02-28T08:00Z           | 2028-02-28T08:00Z    | 2028-02-29T08:00Z 2028-03-01T08:00Z
two weeks over a leap day             | UTC                 | 2 WEEKS from 2028-02-16T00:00Z          | 2028-02-16T00:00Z    | 2028-03-01T00:00Z 2028-03-15T00:00Z
days over the end of 32-bit time      | America/New_York    | 1 DAYS from 2038-01-17T03:14:07.999Z    | 2038-01-18T03:14:07Z | 2038-01-18T03:14:07.999Z 2038-01-19T03:14:07.999Z 2038-01-20T03:14:07.999Z
days through the gap of 2038          | America/New_York    | 1 DAYS from 2026-01-01T07:30Z           | 2038-03-13T12:00Z    | 2038-03-14T07:00Z 2038-03-15T06:30Z
months through the fold of 2038       | Europe/Paris        | 1 MONTHS from 2026-01-31T01:30Z         | 2038-10-01T00:00Z    | 2038-10-31T00:30Z 2038-11-30T01:30Z
`;

/** Each row contains a name, a time zone, a timing, the time after which runs are computed, and the expected runs. */
function rows(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
}

function readRule(rule: string): Timing {
  const interval = /^(\d+) (\w+) from (.+)$/.exec(rule);
  const none = { firstRunAt: null, intervalValue: null, intervalUnit: null, cronExpression: null };
  if (interval === null) return { ...none, type: 'CRON', cronExpression: rule };
  const [, value, unit, firstRunAt] = interval;
  const intervalUnit = unit as Timing['intervalUnit'];
  return { ...none, type: 'INTERVAL', intervalValue: Number(value), intervalUnit, firstRunAt: firstRunAt! };
}

describe('the table of expected runs', () => {
  test.each([...rows(cronTable), ...rows(intervalTable)])('%s (%s)', (_, timezone, rule, after, runs) => {
    const expected = runs!.split(' ').map((run) => new Date(run));
    let previous = new Date(after!);
    for (const run of expected) {
      expect(nextRun(readRule(rule!), { timezone: timezone!, endsAt: null }, previous)).toEqual(run);
      previous = run;
    }
  });
});
