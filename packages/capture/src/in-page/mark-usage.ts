/** Functions that let a script change the page later. A page can call them as properties of its window. */
const scheduling = ['requestAnimationFrame', 'requestIdleCallback', 'setInterval', 'setTimeout'] as const;

/** Events that are canceled if the page has used an intersection observer or a function in `scheduling`. */
export const usageEvents = { observes: 'shotclockobserves', schedules: 'shotclockschedules' } as const;

type Callable = (...values: unknown[]) => unknown;
declare const Event: { prototype: { preventDefault(): void; stopImmediatePropagation(): void } };
declare const IntersectionObserver: { prototype: object };
declare const top: object | null;
declare const performance: { addEventListener(type: string, listener: (event: object) => void): void };

/**
 * Runs in the page's main world before the page's scripts. The protocol lists neither intersection observers nor timers,
 * so `IntersectionObserver.prototype.observe` and the functions in `names` are replaced until the page first calls them.
 * The first call restores the browser's own function. The isolated world queries the usage by dispatching events, which
 * listeners in both worlds receive. The browser creates the main world only for a page with scripts. On other pages, this
 * script has no cost, and the events have no listeners.
 */
function markUsage(events: typeof usageEvents, names: readonly string[]): void {
  // The capture always waits for pages with frames.
  if (top !== globalThis) return;
  const { defineProperty, getOwnPropertyDescriptor } = Object;
  const { apply } = Reflect;
  const { preventDefault, stopImmediatePropagation } = Event.prototype;
  const mark = (event: string, owner: object, functions: readonly string[]) => {
    let used = false;
    for (const name of functions) {
      const native: Callable | undefined = getOwnPropertyDescriptor(owner, name)?.value;
      if (typeof native !== 'function') continue;
      let called = false;
      const marking: Callable = new Proxy(native, {
        apply(target, self, values) {
          used = true;
          if (!called) {
            called = true;
            const own = getOwnPropertyDescriptor(owner, name)?.value === marking;
            if (own) defineProperty(owner, name, { value: native });
          }
          return apply(target, self, values);
        },
      });
      defineProperty(owner, name, { value: marking });
    }
    const answer = (asked: object) => {
      apply(stopImmediatePropagation, asked, []);
      if (used) apply(preventDefault, asked, []);
    };
    // `document.open` removes the listeners of windows and documents.
    performance.addEventListener(event, answer);
  };
  mark(events.observes, IntersectionObserver.prototype, ['observe']);
  mark(events.schedules, globalThis, names);
}

/** The script that must run in every new document for `hasUsed` to work. */
export const usageMarks = `(${markUsage})(${JSON.stringify(usageEvents)}, ${JSON.stringify(scheduling)})`;
