/**
 * A number with its sign. A hyphen or dash is a sign only right before the number or its currency, and not within a word or a
 * range.
 */
const pattern =
  /(?<sign>(?<![\p{L}\p{N}])[-–−](?=\d|\p{Sc} ?\d)|−(?= \d))?(?:\p{Sc} ?| )?(?<digits>\d+(?:[.,'’٬٫]\d+| \d{3}(?!\d))*)/u;

/**
 * The first number in a text that people read, such as `1.299,00 €`, `1,299.00`, `1 299` or `−3 %`; null if there is none.
 * @param decimal the separator before the decimal places. Without it, a single separator before three digits separates
 * thousands, unless the digit before it is a zero.
 */
export function parseNumber(text: string, decimal?: '.' | ','): number | null {
  const found = pattern.exec(text.normalize('NFKC').replace(/\s+/g, ' '))?.groups;
  if (!found) return null;
  const number = Number(withPoint(found.digits!.replace(/[ '’]/g, ''), decimal));
  if (!Number.isFinite(number)) return null;
  return found.sign && number !== 0 ? -number : number;
}

/** The digits without the separators of thousands, and with a point before the decimal places. */
function withPoint(digits: string, decimal: '.' | ',' | undefined): string {
  const separators = digits.match(/[^\d]/g) ?? [];
  const last = separators.at(-1);
  if (last === undefined) return digits;
  const at = digits.lastIndexOf(last);
  const [whole, decimals] = [digits.slice(0, at), digits.slice(at + 1)];
  const isRepeated = separators.filter((separator) => separator === last).length > 1;
  const isMixed = separators.some((separator) => separator !== last);
  const groups =
    decimal === undefined
      ? isRepeated || (!isMixed && decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole))
      : isRepeated || last !== decimal;
  return `${whole.replace(/[^\d]/g, '')}${groups ? '' : '.'}${decimals}`;
}
