// Runs in the page (see with-parts.ts).
declare const Event: new (type: string, options: { cancelable: boolean }) => object;
declare const performance: { dispatchEvent(event: object): boolean };

/** Whether a script of the main frame has used what an event of `usageEvents` stands for (see mark-usage.ts). */
export function hasUsed(event: string): boolean {
  return !performance.dispatchEvent(new Event(event, { cancelable: true }));
}
