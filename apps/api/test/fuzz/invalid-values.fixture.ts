import fc, { type Arbitrary } from 'fast-check';

const unusualStrings = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff',
    'a\ud83d',
    '\u202e',
    '\ufeff',
    '%00',
    '%',
    '%zz',
    '../..',
    "'; --",
  ],
  ...['null', 'true', '1', '-1', '1.0', '1e3', '0x10', 'NaN', 'Infinity', '٣', '__proto__', 'constructor'],
  ...['2026-02-30T00:00:00Z', '0000-00-00', '2026-11-21T09:00:00', '+275760-09-13T00:00:00.001Z'],
  ...[
    'http://127.0.0.1/',
    'http://[::1]/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://u:p@example.com/',
  ],
  ...['0,0,0,0', '-1,0,1,1', '1,1,1', '* * * * *', '0 0 30 2 *', 'createdAt,', ',desc'],
];

const unusualNumbers = [
  ...[
    0,
    -0,
    -1,
    0.1,
    1.5,
    2 ** 31 - 1,
    2 ** 31,
    2 ** 32,
    2 ** 53 - 1,
    2 ** 53,
    2 ** 63,
    1e21,
    1e308,
    -1e308,
    5e-324,
  ],
];

/** Unusual JSON values for a field. */
export const invalidJson: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { $ref: '#' }),
  fc.constantFrom<unknown>(...unusualStrings),
  fc.constantFrom<unknown>(...unusualNumbers),
  fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
  fc.constantFrom(300, 3_000, 20_000).map((length) => 'x'.repeat(length)),
  fc.constantFrom(10, 200, 2_000).map(nested),
  fc.constantFrom(7, 300).map((length) => Array<number>(length).fill(1)),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

/** Unusual strings for a path or query value, or for a field name. */
export const invalidTexts: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...unusualStrings),
  fc.constantFrom(...unusualNumbers).map(String),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constant('9'.repeat(400)),
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Values with one mutation: a part is replaced, removed, repeated or extended. */
export function mutated(values: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc
    .tuple(
      values,
      fc.nat({ max: 1_000 }),
      fc.constantFrom('replace', 'remove', 'add', 'repeat'),
      invalidJson,
      invalidTexts,
    )
    .map(([value, at, change, unusual, name]) => {
      const places = placesOf(value);
      return changeAt(value, places[at % places.length]!, { change, unusual, name });
    });
}

type Place = (string | number)[];
type Change = { change: string; unusual: unknown; name: string };

function placesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null || !isPlain(value)) return [at];
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [at, ...inner.flatMap(([key, one]) => placesOf(one, [...at, key]))];
}

/** Whether the parts of the value can be mutated. The placeholder of an ID has no parts. */
const isPlain = (value: object) => Array.isArray(value) || value.constructor === Object;

function changeAt(value: unknown, place: Place, how: Change): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return changed(value, how);
  if (Array.isArray(value)) {
    if (rest.length === 0 && how.change === 'remove') return value.toSpliced(key as number, 1);
    return value.with(key as number, changeAt(value[key as number], rest, how));
  }
  const fields = Object.entries(value as object).flatMap(([name, field]) => {
    if (name !== key) return [[name, field]];
    return rest.length === 0 && how.change === 'remove' ? [] : [[name, changeAt(field, rest, how)]];
  });
  return Object.fromEntries(fields);
}

function changed(value: unknown, { change, unusual, name }: Change): unknown {
  if (change === 'repeat' && Array.isArray(value)) return Array(8).fill(value).flat();
  if (change === 'add' && Array.isArray(value)) return [...value, unusual];
  if (change === 'add' && typeof value === 'object' && value !== null && isPlain(value))
    return Object.fromEntries([...Object.entries(value), [name, unusual]]);
  return unusual;
}
