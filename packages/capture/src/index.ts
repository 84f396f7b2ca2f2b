// Written by `pnpm barrels`, from what other files import.

export { BrowserStartError } from './browser/browser-start-error.ts';
export { findBrowser } from './browser/find-browser.ts';
export { browserEnvironment } from './browser/launch-options.ts';
export {
  type BrowserSupervisor,
  createBrowserSupervisor,
  type SupervisorLimits,
  type SupervisorOptions,
} from './browser-supervisor.ts';
export { type ConsentRule, createConsentRulesLoader, readConsentRules } from './consent/consent-rules.ts';
export { browserChecks, browserFindings, type ProtectionSettings } from './diagnosis/browser-findings.ts';
export { inspectBrowser } from './diagnosis/inspect-browser.ts';
export type { ImageMemory } from './image-memory.ts';
export type { Loss } from './model/browser-facts.ts';
export { CaptureError } from './model/capture-error.ts';
export type { BrowserEnd, CaptureObserver, CaptureStep } from './model/capture-observer.ts';
export type { Area, Capture, CaptureLogger, CaptureRequest } from './model/capture-types.ts';
export type { PageRecord, Verdict } from './model/page-record.ts';
export { imageLimits, isLargeImage } from './page/plan-area.ts';
