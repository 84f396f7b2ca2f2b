import fc from 'fast-check';

type Octets = [number, number, number, number];
const octet = fc.nat(255);
const under = (...prefix: fc.Arbitrary<number>[]): fc.Arbitrary<Octets> =>
  fc.tuple(...[...prefix, octet, octet, octet, octet].slice(0, 4)) as fc.Arbitrary<Octets>;
const is = fc.constant<number>;

/** IPv4 addresses that a capture must never reach. */
export const privateIpv4: fc.Arbitrary<Octets> = fc.oneof(
  under(is(0)),
  under(is(10)),
  under(is(127)),
  under(is(100), fc.integer({ min: 64, max: 127 })),
  under(is(169), is(254)),
  under(is(172), fc.integer({ min: 16, max: 31 })),
  under(is(192), is(168)),
  under(is(198), fc.constantFrom(18, 19)),
  under(fc.integer({ min: 224, max: 255 })),
  under(is(168), is(63), is(129), is(16)),
);

const asNumber = fc.constantFrom<(value: number) => string>(
  (value) => `${value}`,
  (value) => `0${value.toString(8)}`,
  (value) => `000${value.toString(8)}`,
  (value) => `0x${value.toString(16)}`,
  (value) => `0X00${value.toString(16).toUpperCase()}`,
);

/** What the URL parser takes for the same characters. */
const asText = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (text) => text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit))),
  (text) => text.replaceAll('.', '\u3002'),
  (text) => text.replaceAll('.', '\uff0e'),
  (text) => encodeURIComponent(text).replace(/[0-9]/g, (digit) => `%3${digit}`),
);

/** Any spelling of the address with one to four numbers: the last stands for all octets that are left. */
const ipv4Spelling = (octets: Octets): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.integer({ min: 1, max: 4 }),
      fc.array(asNumber, { minLength: 4, maxLength: 4 }),
      asText,
      fc.constantFrom('', '.'),
    )
    .map(([count, write, encode, end]) => {
      const last = octets.slice(count - 1).reduce((sum, value) => sum * 256 + value, 0);
      const numbers = [...octets.slice(0, count - 1), last];
      return encode(numbers.map((value, i) => write[i]!(value)).join('.') + end);
    });

const hex = (value: number) => value.toString(16);
const ipv6Spelling = ([a, b, c, d]: Octets): fc.Arbitrary<string> => {
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

/** A private IPv4 address written in any way that a URL's host understands. */
export const privateHostSpelling: fc.Arbitrary<string> = privateIpv4.chain((octets) =>
  fc.oneof(ipv4Spelling(octets), ipv6Spelling(octets)),
);
