export { BrowserStartError } from './browser/browser-start-error.ts';
export { BrowserMissingError, findBrowser } from './browser/find-browser.ts';
export { browserEnvironment } from './browser/launch-options.ts';
export {
  type BrowserSupervisor,
  type CaptureOptions,
  createBrowserSupervisor,
  type SupervisorLimits,
  type SupervisorOptions,
} from './browser-supervisor.ts';
export { isLargeImage } from './image/take-tiles.ts';
export type { ImageMemory } from './image-memory.ts';
export { CaptureError, type CaptureFailureCode } from './model/capture-error.ts';
export type { BrowserEnd, CaptureObserver, CaptureStep } from './model/capture-observer.ts';
export type {
  Area,
  Capture,
  CaptureLogger,
  CaptureRequest,
  ImageFormat,
  WaitUntil,
} from './model/capture-types.ts';
export type {
  ChallengeVendor,
  PageRecord,
  Verdict,
  VerdictEvidence,
  VerdictKind,
} from './model/page-record.ts';
export { imageLimits } from './page/plan-area.ts';
