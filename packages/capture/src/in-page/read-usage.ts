// Runs in the page (see with-parts.ts).
declare const Event: new (type: string, options: { cancelable: boolean }) => object;
declare const performance: { dispatchEvent(event: object): boolean };

/** Whether a script of the main frame has used the feature that an event in `usageEvents` represents (see mark-usage.ts). */
export function hasUsed(event: string): boolean {
  return !performance.dispatchEvent(new Event(event, { cancelable: true }));
}
