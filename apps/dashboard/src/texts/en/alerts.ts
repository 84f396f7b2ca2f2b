import type { AlertEventName, Delivery, Destination, DestinationTest } from '@shotclock/client';

type KindTexts = {
  name: string;
  hint: string;
  fields: Readonly<Record<string, { label: string; hint?: string }>>;
};

/** The texts of kinds of destinations. A kind or field without texts shows its name and its description in the API. */
const kinds: Partial<Record<Destination['kind'], KindTexts>> = {
  webhook: {
    name: 'Webhook',
    hint: 'A signed HTTP request, for programs.',
    fields: {
      url: { label: 'Address', hint: 'Receives the messages.' },
      secret: { label: 'Secret', hint: 'Key of the signatures. Leave it empty to generate one.' },
    },
  },
  email: {
    name: 'E-mail',
    hint: 'An e-mail with pictures.',
    fields: { to: { label: 'Recipients', hint: 'Up to 10 addresses, separated by commas.' } },
  },
  slack: {
    name: 'Slack',
    hint: 'A message in a channel, with pictures if you use the token of a bot.',
    fields: {
      token: { label: 'Bot token', hint: 'Of an app with the scopes chat:write and files:write.' },
      channel: { label: 'Channel ID', hint: 'In the details of the channel. The bot must be a member.' },
      url: { label: 'Webhook address', hint: 'Instead of a token, without pictures.' },
      server: { label: 'Web API server', hint: 'Only for GovSlack.' },
    },
  },
  discord: {
    name: 'Discord',
    hint: 'A message in a channel, with pictures.',
    fields: {
      url: { label: 'Webhook address', hint: 'In Discord: channel settings, Integrations, Webhooks.' },
    },
  },
  teams: {
    name: 'Microsoft Teams',
    hint: 'A card in a channel or chat, with links to pictures.',
    fields: {
      url: { label: 'Workflow address', hint: 'From the Workflows app: Send webhook alerts to a channel.' },
    },
  },
  telegram: {
    name: 'Telegram',
    hint: 'A message in a chat, with pictures.',
    fields: {
      token: { label: 'Bot token', hint: 'From @BotFather. The bot must be a member of the chat.' },
      chat: { label: 'Chat', hint: 'Its ID, or the @name of a public channel or group.' },
      server: { label: 'Bot API server', hint: 'Only for your own server.' },
    },
  },
  ntfy: {
    name: 'ntfy',
    hint: 'A notification on a phone or desktop.',
    fields: {
      url: { label: 'Topic address', hint: 'Choose a name that nobody can guess.' },
      token: { label: 'Access token', hint: 'Only if the topic requires one.' },
    },
  },
  apprise: {
    name: 'Apprise',
    hint: 'Any service that Apprise supports, through your server.',
    fields: { url: { label: 'Address', hint: 'http://SERVER/notify/KEY' } },
  },
  alertmanager: {
    name: 'Alertmanager',
    hint: 'Failures fire until they are over.',
    fields: {
      url: { label: 'Server', hint: 'Without /api.' },
      token: { label: 'Token', hint: 'Only if the server requires one.' },
    },
  },
  heartbeat: {
    name: 'Heartbeat',
    hint: 'A request to a monitor after each run.',
    fields: {
      url: { label: 'Address', hint: 'For a successful run.' },
      failureUrl: { label: 'Address for failures', hint: 'Leave it empty for Healthchecks and Uptime Kuma.' },
    },
  },
};

const statuses: Record<Delivery['status'], string> = {
  HELD: 'Held',
  PENDING: 'Waiting',
  DELIVERED: 'Delivered',
  FAILED: 'Failed',
  CANCELLED: 'Canceled',
  DIGESTED: 'In a digest',
};

const events: Record<AlertEventName, { name: string; hint: string }> = {
  'content.changed': { name: 'A page changed', hint: 'A comparison found a change.' },
  'screenshot.failed': { name: 'A page fails', hint: 'Its captures failed several times in a row.' },
  'screenshot.recovered': { name: 'A page works again', hint: 'It was captured after such failures.' },
  'page.state_changed': {
    name: 'A page shows something else',
    hint: 'An error, a bot check, a login form or a blank page, or its content again.',
  },
  'execution.completed': { name: 'A run ended', hint: 'Sent after each run, with or without failures.' },
  'execution.failed': { name: 'A run failed', hint: 'No page was captured, or the run was skipped.' },
  'schedule.missed': { name: 'Runs were missed', hint: 'Scheduled runs did not take place.' },
  'schedule.paused': { name: 'A schedule was paused', hint: 'By a user, or after too many failures.' },
  'schedule.completed': { name: 'A schedule is complete', hint: 'It has no further runs.' },
  'destination.disabled': { name: 'A destination was disabled', hint: 'Sent to the other destinations.' },
};

const pictures: Record<DestinationTest['picture'], string> = {
  UPLOADED: 'Sent as a file',
  LINKED: 'Sent as a link. Readers must be able to open this server.',
  NOT_SENT: 'Not sent',
};

export const alertTexts = {
  title: 'Alerts',
  tabs: { messages: 'Messages', rules: 'Rules', destinations: 'Destinations' },
  hints: {
    messages: 'What was sent, and what could not be sent.',
    rules: 'A rule selects what is reported, and where.',
    destinations: 'The receivers of messages.',
  },
  kinds,
  statuses,
  events,
  optional: (label: string) => `${label} (optional)`,
  retrying: (attempts: number) =>
    `Trying again, ${attempts === 1 ? '1 attempt' : `${attempts} attempts`} failed`,
  tellMe: {
    hint: (name: string) =>
      `You are told when a page of “${name}” changes, fails twice in a row, or works again. Choose where:`,
    told: 'Already told',
    created: (destination: string, name: string) => `${destination} is told about “${name}”`,
    choose: 'More choices',
  },
  preview: {
    title: 'The message',
    sources: { RUN: 'Newest match', CHECK: 'Newest match', SAMPLE: 'Sample' },
    sampleHint: 'Nothing has matched yet, so this message is invented.',
    incomplete: 'Choose what is reported, and about which pages.',
    never: 'These choices can never match.',
  },
  bell: {
    title: 'New messages',
    none: 'No messages yet',
    all: 'Show all messages',
  },
  message: {
    more: (count: number) => `and ${count} more`,
    open: 'Open in Shotclock',
  },
  messages: {
    none: 'No messages yet',
    needsBoth: 'Create a destination and a rule, and Shotclock tells you what changes or fails.',
    needsRule: 'Create a rule that says what is reported.',
    waitingHint: 'The next event that matches a rule appears here.',
    columns: {
      message: 'Message',
      rule: 'Rule',
      destination: 'Destination',
      time: 'Created',
      run: 'Run',
      completed: 'Ended',
    },
    deleted: 'Deleted',
    content: 'Content',
    details: 'Delivery',
    attempts: 'Attempts',
    attemptColumns: { time: 'Time', status: 'Status', duration: 'Duration', response: 'Response' },
    noAttempts: 'No attempt yet.',
    nextAttempt: 'Next attempt',
    redeliver: 'Send again',
    sentAgain: 'The message is sent again',
    missing: 'This message does not exist',
    missingHint: 'It may have been deleted because of its age, or the link is wrong.',
    toList: 'Show all messages',
  },
  destinations: {
    create: 'New destination',
    createTitle: 'New destination',
    none: 'There are no destinations',
    noneHint:
      'A destination is where you want to be told: create one, send a test, then choose what to report.',
    name: 'Name',
    namePlaceholder: 'On call',
    kind: 'Kind',
    address: 'Address',
    state: 'State',
    lastSuccess: 'Last delivery',
    active: 'Works',
    untested: 'Nothing sent yet',
    failing: 'Failing since',
    disabled: 'Disabled',
    reasons: {
      REQUESTED: 'Disabled on request.',
      GONE: 'Disabled, because the receiver responded that the address no longer exists (410).',
      FAILING: 'Disabled, because nothing could be delivered for five days.',
    } satisfies Record<NonNullable<Destination['disabledReason']>, string>,
    enable: 'Enable',
    enabled: 'The destination is enabled',
    disable: 'Disable',
    disabledNow: 'The destination is disabled',
    save: 'Save',
    saved: 'Saved',
    unchanged: 'Unchanged',
    keepHint:
      'Addresses and secrets are stored encrypted and cannot be shown. Fields that you leave empty do not change.',
    sealedHint: 'Addresses and secrets are stored encrypted. They cannot be shown again.',
    receiver: 'Receiver',
    test: 'Send a test',
    testTitle: 'Test message',
    testHint: 'Sends a message with a picture and shows what the receiver responds.',
    testing: 'Sending, at most 15 seconds',
    arrived: 'The message arrived',
    notArrived: 'The message did not arrive',
    result: {
      status: 'Status',
      duration: 'Duration',
      text: 'Text',
      picture: 'Picture',
      response: 'Response',
    },
    sent: 'Sent',
    notSent: 'Not sent',
    noResponse: 'No response',
    emptyResponse: 'Empty',
    pictures,
    rotate: 'Replace secret',
    rotateTitle: 'Replace the secret?',
    rotateHint:
      'You get a new secret. For 24 hours, messages are also signed with the current one, so that you have time to update the receiver.',
    newSecret: 'The secret of this destination',
    newSecretHint: 'The receiver verifies signatures with it. Copy it now. It will not be shown again.',
    delete: 'Delete',
    deleteTitle: 'Delete this destination?',
    deleteHint: 'Messages that wait for it are canceled. Rules stop sending to it. This cannot be undone.',
    deleted: 'The destination is deleted',
    missing: 'This destination does not exist',
    toList: 'Show all destinations',
  },
  rules: {
    create: 'New rule',
    createTitle: 'New rule',
    none: 'There are no rules',
    noneHint: 'A rule says what is reported, such as changes of a schedule, and to which destinations.',
    needsDestination: 'Create a destination first, so that rules have a receiver.',
    columns: { name: 'Rule', events: 'Reports', about: 'About', to: 'Sent to' },
    off: 'Off',
    offHint: 'This rule is off.',
    name: 'Name',
    namePlaceholder: 'Price pages',
    what: 'What is reported',
    ofPages: 'About pages',
    ofOthers: 'About runs, schedules and destinations',
    about: 'About which pages',
    targets: { all: 'Everything', schedules: 'Schedules', pages: 'Pages' },
    targetHints: {
      all: 'All schedules, and comparisons that you start yourself.',
      schedules: 'All pages in these schedules.',
      pages: 'Only these pages.',
    },
    all: 'Everything',
    someSchedules: (count: number) => (count === 1 ? '1 schedule' : `${count} schedules`),
    somePages: (count: number) => (count === 1 ? '1 page' : `${count} pages`),
    schedules: 'Schedules',
    findSchedules: 'Find schedules…',
    pages: 'Pages',
    findPages: 'Find pages…',
    minimumRatio: 'Ignore changes smaller than',
    minimumRatioHint: 'Share of the picture or text. 0 reports every change.',
    failuresInARow: 'Failures in a row',
    failuresInARowHint: 'A page is reported once, after this many failures.',
    to: 'Where it is sent',
    toHint: 'At most 10 destinations. Each receives one message per run.',
    noDestinations: 'There is no destination yet.',
    disabled: 'disabled',
    enabled: 'This rule is on',
    enabledHint: 'A rule that is off reports nothing.',
    submit: 'Create rule',
    save: 'Save',
    saved: 'Saved',
    created: 'The rule is created',
    delete: 'Delete',
    deleteTitle: 'Delete this rule?',
    deleteHint: 'Its waiting messages are canceled. Messages that were sent remain in the list.',
    deleted: 'The rule is deleted',
    missing: 'This rule does not exist',
    toList: 'Show all rules',
    nothingGiven: 'Choose at least one.',
  },
};
