/**
 * A function for the page that is made of several: it is sent there as text, so the others cannot be found from inside
 * it and are given to it. Neither it nor its parts use anything else from outside.
 */
export function withParts<Parts extends Record<string, unknown>, Values extends unknown[], Result>(
  parts: Parts,
  inPage: (parts: Parts, ...values: Values) => Result,
): (...values: Values) => Result {
  const sources = Object.entries(parts).map(([name, part]) => `${name}: ${part}`);
  const source = `(...values) => (${inPage})({ ${sources.join(', ')} }, ...values)`;
  return Object.assign((...values: Values) => inPage(parts, ...values), { toString: () => source });
}
