declare const IntersectionObserver: { prototype: { observe(...values: unknown[]): unknown } };

/**
 * Runs in the page's own world before its scripts. No one tells whether a page watches what comes into its window, so
 * `observe` is not enumerable until it is used, and is the browser's own again from then on.
 */
function markObservers(): void {
  const { defineProperty, getOwnPropertyDescriptor } = Object;
  const { apply } = Reflect;
  const { prototype } = IntersectionObserver;
  const { observe } = prototype;
  const marking = new Proxy(observe, {
    apply(target, self, values) {
      const own = getOwnPropertyDescriptor(prototype, 'observe')?.value === marking;
      defineProperty(prototype, 'observe', { enumerable: true, ...(own && { value: observe }) });
      return apply(target, self, values);
    },
  });
  defineProperty(prototype, 'observe', { enumerable: false, value: marking });
}

/** What `hasScrollObservers` needs to run in every new document. */
export const observerMark = `(${markObservers})()`;
