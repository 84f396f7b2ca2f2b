const minuteMs = 60_000;

/** Limits `act` to one call per minute, for warnings that could otherwise fill the log. */
export function onceAMinute<Arguments extends unknown[]>(
  act: (...args: Arguments) => void,
): (...args: Arguments) => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  return (...args) => {
    if (performance.now() - lastAt < minuteMs) return;
    lastAt = performance.now();
    act(...args);
  };
}
