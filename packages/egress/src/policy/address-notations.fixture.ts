import fc from 'fast-check';

type Octets = [number, number, number, number];
const octet = fc.nat(255);
const withPrefix = (...prefix: fc.Arbitrary<number>[]): fc.Arbitrary<Octets> =>
  fc.tuple(...[...prefix, octet, octet, octet, octet].slice(0, 4)) as fc.Arbitrary<Octets>;
const exactly = fc.constant<number>;

/** IPv4 addresses that a capture must never reach. */
export const privateIpv4: fc.Arbitrary<Octets> = fc.oneof(
  withPrefix(exactly(0)),
  withPrefix(exactly(10)),
  withPrefix(exactly(127)),
  withPrefix(exactly(100), fc.integer({ min: 64, max: 127 })),
  withPrefix(exactly(169), exactly(254)),
  withPrefix(exactly(172), fc.integer({ min: 16, max: 31 })),
  withPrefix(exactly(192), exactly(168)),
  withPrefix(exactly(198), fc.constantFrom(18, 19)),
  withPrefix(fc.integer({ min: 224, max: 255 })),
  withPrefix(exactly(168), exactly(63), exactly(129), exactly(16)),
);

const numberNotation = fc.constantFrom<(value: number) => string>(
  (value) => `${value}`,
  (value) => `0${value.toString(8)}`,
  (value) => `000${value.toString(8)}`,
  (value) => `0x${value.toString(16)}`,
  (value) => `0X00${value.toString(16).toUpperCase()}`,
);

/** Character encodings that the URL parser normalizes. */
const characterEncoding = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (text) => text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit))),
  (text) => text.replaceAll('.', '\u3002'),
  (text) => text.replaceAll('.', '\uff0e'),
  (text) => encodeURIComponent(text).replace(/[0-9]/g, (digit) => `%3${digit}`),
);

/** Generates any notation of the address with one to four numbers. The last number stands for all remaining octets. */
const ipv4Notation = (octets: Octets): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.integer({ min: 1, max: 4 }),
      fc.array(numberNotation, { minLength: 4, maxLength: 4 }),
      characterEncoding,
      fc.constantFrom('', '.'),
    )
    .map(([count, write, encode, end]) => {
      const last = octets.slice(count - 1).reduce((sum, value) => sum * 256 + value, 0);
      const numbers = [...octets.slice(0, count - 1), last];
      return encode(numbers.map((value, i) => write[i]!(value)).join('.') + end);
    });

const hex = (value: number) => value.toString(16);
const ipv6Notation = ([a, b, c, d]: Octets): fc.Arbitrary<string> => {
  const dotted = `${a}.${b}.${c}.${d}`;
  const groups = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
  return fc.constantFrom(
    `[::${dotted}]`,
    `[::${groups}]`,
    `[::ffff:${dotted}]`,
    `[::FFFF:${groups.toUpperCase()}]`,
    `[0:0:0:0:0:ffff:${groups}]`,
    `[::ffff:0:${groups}]`,
    `[64:ff9b::${dotted}]`,
    `[64:ff9b::${groups}]`,
    `[64:ff9b:1::${groups}]`,
    `[2002:${groups}::]`,
    `[2002:${groups}::1]`,
  );
};

/** A private IPv4 address in any notation that the host of a URL can have. */
export const privateHostNotation: fc.Arbitrary<string> = privateIpv4.chain((octets) =>
  fc.oneof(ipv4Notation(octets), ipv6Notation(octets)),
);
