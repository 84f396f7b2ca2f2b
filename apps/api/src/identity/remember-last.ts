/** Calls `compute` only if the text differs from the previous call's text, because most requests repeat the values of the previous request. */
export function rememberLast<Result>(compute: (text: string) => Result): (text: string) => Result {
  let last: { text: string; result: Result } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, result: compute(text) };
    return last.result;
  };
}
