declare const IntersectionObserver: { prototype: { observe(...values: unknown[]): unknown } };

/**
 * Runs in the page's main world before its scripts. The protocol does not list intersection observers, so
 * `IntersectionObserver.prototype.observe` is made non-enumerable until the page first calls it. The first call restores the
 * browser's own function.
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

/** The script for every new document that `hasScrollObservers` depends on. */
export const observerMark = `(${markObservers})()`;
