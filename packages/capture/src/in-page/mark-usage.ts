/** Functions by which a script of the page can change it later. The page itself calls them as properties of its window. */
export const scheduling = [
  'requestAnimationFrame',
  'requestIdleCallback',
  'setInterval',
  'setTimeout',
] as const;

type Callable = (...values: unknown[]) => unknown;
declare const IntersectionObserver: { prototype: object };

/**
 * Runs in the page's main world before its scripts. The protocol lists neither intersection observers nor timers, so
 * `IntersectionObserver.prototype.observe` and the functions of `names` are non-enumerable until the page first calls them. The
 * first call restores the browser's own function.
 */
function markUsage(names: readonly string[]): void {
  const { defineProperty, getOwnPropertyDescriptor } = Object;
  const { apply } = Reflect;
  const mark = (owner: object, name: string) => {
    const native: Callable | undefined = getOwnPropertyDescriptor(owner, name)?.value;
    if (typeof native !== 'function') return;
    let used = false;
    const marking: Callable = new Proxy(native, {
      apply(target, self, values) {
        if (!used) {
          used = true;
          const own = getOwnPropertyDescriptor(owner, name)?.value === marking;
          defineProperty(owner, name, { enumerable: true, ...(own && { value: native }) });
        }
        return apply(target, self, values);
      },
    });
    defineProperty(owner, name, { enumerable: false, value: marking });
  };
  mark(IntersectionObserver.prototype, 'observe');
  for (const name of names) mark(globalThis, name);
}

/** The script for every new document that `readUsage` depends on. */
export const usageMarks = `(${markUsage})(${JSON.stringify(scheduling)})`;
