export { BrowserStartError } from './browser/browser-start-error.ts';
export {
  type BrowserSupervisor,
  type CaptureOptions,
  createBrowserSupervisor,
  type SupervisorLimits,
  type SupervisorOptions,
} from './browser-supervisor.ts';
export { imageLimits } from './capture-area.ts';
export { CaptureError, type CaptureFailureCode } from './capture-error.ts';
export type {
  Area,
  Capture,
  CaptureLogger,
  CaptureRequest,
  ImageFormat,
  WaitUntil,
} from './capture-types.ts';
export { BrowserMissingError, findBrowser } from './find-browser.ts';
