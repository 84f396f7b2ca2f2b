// Functions in this folder run in the page, in an isolated world. They are sent to the page as text, so they can use only their
// arguments and the DOM. Each file declares the part of the DOM that it uses.

/**
 * Combines functions into one that can be sent to the page as text. The parts are passed as an argument, because the text
 * cannot access other functions. Neither the function nor its parts may use anything else from their surroundings.
 */
export function withParts<Parts extends Record<string, unknown>, Values extends unknown[], Result>(
  parts: Parts,
  inPage: (parts: Parts, ...values: Values) => Result,
): (...values: Values) => Result {
  const sources = Object.entries(parts).map(([name, part]) => `${name}: ${part}`);
  const source = `(...values) => (${inPage})({ ${sources.join(', ')} }, ...values)`;
  return Object.assign((...values: Values) => inPage(parts, ...values), { toString: () => source });
}
