/**
 * The events that this package or Puppeteer's connection handles. All others are discarded during reading, because
 * Chromium cannot disable individual events of a domain. A test compares this list with the event listeners in the
 * source.
 */
export const handledEvents: ReadonlySet<string> = new Set([
  'Fetch.requestPaused',
  'Inspector.targetCrashed',
  'Network.dataReceived',
  'Network.loadingFailed',
  'Network.loadingFinished',
  'Network.requestWillBeSent',
  'Network.requestWillBeSentExtraInfo',
  'Network.responseReceived',
  'Network.webSocketCreated',
  'Page.frameNavigated',
  'Page.frameRequestedNavigation',
  'Page.frameStoppedLoading',
  'Page.javascriptDialogOpening',
  'Page.lifecycleEvent',
  'Page.navigatedWithinDocument',
  'Page.screencastFrame',
  // Events that Puppeteer uses to track targets, both when it connects and for each page.
  'Target.attachedToTarget',
  'Target.detachedFromTarget',
  'Target.targetCreated',
  'Target.targetDestroyed',
  'Target.targetInfoChanged',
]);
