export const overviewTexts = {
  beTold: 'Be told',
  beToldHint: 'Nobody is told yet when a page changes or fails. Choose where messages are sent.',
  beToldAction: 'Set up alerts',
  title: 'Overview',
  greeting: 'What was captured, what changed, and what comes next',
  lastHours: 'Captures in the last 48 hours',
  captureChart: (successes: string, failures: string) =>
    `Bar chart of captures per hour over the last 48 hours: ${successes} captured, ${failures} failed. The table below lists the numbers.`,
  captureTable: 'Captures by hour',
  hourColumns: { hour: 'Hour', successes: 'Captured', failures: 'Failed' },
  hour: (time: string, successes: string, failures: string) =>
    failures === '0'
      ? `${time}: ${successes} captured`
      : `${time}: ${successes} captured, ${failures} failed`,
  today: 'Captures today',
  waiting: 'Waiting',
  running: (count: string) => `${count} running`,
  waitingFor: (time: string) => `longest: ${time}`,
  successRate: 'Success rate',
  ofCaptures: (count: string) => `of ${count} in 48 hours`,
  stored: 'Stored',
  ofLimit: (limit: string) => `of ${limit}`,
  noLimit: 'no limit',
  next: 'Next runs',
  nextNone: 'Nothing is scheduled.',
  newest: 'Newest captures',
  newestNone: 'No captures yet. They appear here as soon as a schedule has run.',
  changes: 'Latest changes',
  changesNone: 'No changes found. Turn on change detection in a schedule to see what changed.',
  changesUnpaid: 'Pages were not compared, because the balance is too low.',
  notCompared: (count: string, all: string) =>
    count === all
      ? 'The last run was not compared: the balance is too low'
      : `${count} of ${all} pages in the last run were not compared: the balance is too low`,
  openWallet: 'Open the wallet',
  attention: 'Needs attention',
  attentionNone: 'No capture has failed in the last 48 hours.',
  unexpectedPages: (group: string, count: string) => `${group} · ${count}`,
  attentionSolved: 'All failed pages have since been captured.',
  morePages: (count: string, isLeast: boolean) =>
    isLeast ? `and at least ${count} more pages` : `and ${count} more ${count === '1' ? 'page' : 'pages'}`,
  failures: (count: string) => `${count} failed in 48 hours`,
  seeAll: 'See all',
  changedBy: (share: string) => `${share} changed`,
  firstTitle: 'Capture your first page',
  firstHint: 'A schedule captures pages regularly and keeps every picture.',
};
