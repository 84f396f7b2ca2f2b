/** Handwritten selectors, some valid and some invalid. */
const written = [
  ...[
    'div[',
    '..',
    '',
    '  ',
    '#',
    '.',
    '*',
    'a,',
    'a,,b',
    ',a',
    'a,b',
    '>a',
    'a>',
    'a>>b',
    'a >>> b',
    'a||b',
    '@media',
    'div{',
    'a{}',
  ],
  ...[
    'a;',
    '/*c*/a',
    'a/*c*/b',
    '.a/**/b',
    'a /* c */ > b',
    '/* x',
    'a /* x',
    '1a',
    '#1a',
    '.1',
    '#-',
    '--',
    'a:',
    'a::',
    'a:::b',
  ],
  ...[
    '[a=b',
    '[a="b]',
    '[a',
    '[a=',
    'a[b=]',
    'a[=b]',
    'a[b==c]',
    'a[b c]',
    '[a="b" x]',
    '[a="b"i]',
    '[a=b I]',
    '[a=b s]',
    '[a=1]',
    '[|a]',
  ],
  ...[
    '[*|a=b]',
    '[*|*]',
    '[a|=b]',
    '[a|b=c]',
    '(a)',
    'a)',
    'a(b)',
    '\\',
    'a\\',
    '&',
    '& a',
    '.a &',
    '&div',
    'div&',
    '&&',
    '!',
    'a!',
    'a|*',
  ],
  ...[
    '||',
    'a|',
    '|',
    '*|*',
    '|*',
    '* |a',
    '*| a',
    'ns|*',
    '[ns|a]',
    '.😀',
    '#\\😀',
    "a[b='c\\\nd']",
    "a[b='c\nd']",
    '//div',
    './div',
  ],
  ...[
    'xpath=//div',
    'text=Foo',
    'div:contains("x")',
    ':visible',
    'input:eq(1)',
    'td:first',
    'a:not',
    '::',
    '<div>',
    '"a"',
    '.a.',
    '.a..b',
  ],
  ...[
    '#a .',
    'a ,b',
    'a\tb',
    'a\fb',
    'a\r\nb',
    'a\u00a0b',
    'a\u2003b',
    '\ufeffa',
    'a--b',
    '<!--a',
    'a-->',
    '. a',
    ': hover',
    ':/**/hover',
  ],
  ...[
    'a::before.b',
    'a::before:hover',
    'a::before::marker',
    '::before a',
    '::part(a):hover',
    '::part(a)::before',
    '::slotted(a)::before',
  ],
  ...[
    '::-webkit-x',
    '::-webkit-scrollbar:horizontal',
    'a:before:hover',
    '::before:is(:hover)',
    '::selection:window-inactive',
    ':HOVER',
  ],
  ...[
    ':not(a',
    'a:not(',
    '.a:is(/)',
    ':is())',
    ':is("\n)',
    ':is({)',
    ':not(a,)',
    ':has(a >)',
    ':has(:has(a))',
    ':has(:is(:has(a)))',
  ],
  ...[
    ':has(::before)',
    ':not(::before)',
    ':is(::before)',
    ':nth-child(2n+1 of)',
    ':nth-child(2n+1 of a,b)',
    ':nth-child( -n + 3 )',
  ],
  ...[
    ':nth-child(+ 3)',
    ':nth-child(n+ 3)',
    ':nth-child(n +3)',
    ':nth-child(2 n)',
    ':nth-child(EVEN)',
    ':nth-child(-N-1)',
    ':nth-child(n-1)',
  ],
  ...[
    ':nth-child(1.5)',
    ':nth-child(+n)',
    ':lang("x")',
    ':lang(en,de)',
    ':dir(a b)',
    ':dir(x)',
    ':host(a b)',
    ':host(a,b)',
    ':state(a b)',
  ],
  ...[
    ':-webkit-any(a b)',
    ':-webkit-any(a,b)',
    '::cue(a,b)',
    '::highlight(x)',
    '::picker(select)',
    '::view-transition-group(*)',
  ],
];

/**
 * Generates selectors from a grammar, and about as many strings that differ from one of them by a single character. The
 * same seed always gives the same selectors.
 */
export function selectorCorpus(count: number, seed: number): string[] {
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pick = <T>(values: readonly T[]): T => values[random(values.length)]!;
  const times = (max: number, part: () => string) => Array.from({ length: random(max + 1) }, part).join('');

  const name = () =>
    pick(['div', 'a', 'p', 'x-y', 'svg', 'Ünï', '\\31 23', 'a\\:b', '-x', '--y', '_z', 'h1']);
  const text = () => pick(['"a"', "'b c'", '"\\22"', '"]"', "''"]);
  const operator = () => pick(['=', '~=', '|=', '^=', '$=', '*=']);
  const attribute = () =>
    pick([
      `[${name()}]`,
      `[${name()}${operator()}${text()}]`,
      `[x${operator()}y]`,
      '[a="/x" i]',
      '[ a = "b" ]',
    ]);
  const nth = () => pick(['odd', '3', '2n+1', '-n+3', 'n', '+3n-2', '2n + 1']);
  const pseudo = (depth: number): string =>
    pick([
      ...[
        ':first-child',
        ':hover',
        ':root',
        '::before',
        ':before',
        '::marker',
        '::part(x)',
        ':lang(en)',
        ':foo',
        '::foo',
      ],
      ...[
        `:nth-child(${nth()})`,
        `:nth-child(${nth()} of .a)`,
        `:nth-last-of-type(${nth()})`,
        ':nth-child()',
        ':not()',
      ],
      `:not(${list(depth)})`,
      `:is(${list(depth)})`,
      `:where(${list(depth)})`,
      `:has(> ${compound(depth)})`,
    ]);
  const compound = (depth: number): string => {
    const type = pick([name(), '*', '', '', '*|a', '|a', 'ns|a']);
    const part = () =>
      pick([`.${name()}`, `#${name()}`, attribute(), depth > 0 ? pseudo(depth - 1) : ':hover']);
    return type + times(2, part) || '.k';
  };
  const complex = (depth: number) =>
    compound(depth) + times(2, () => pick([' ', ' > ', '+', ' ~ ', '>', '\n']) + compound(depth));
  const list = (depth: number): string =>
    complex(depth) + times(1, () => pick([',', ' , ']) + complex(depth));
  const characters = [...'[](){}.#:>+~*|="\'\\,;!@$%^&/<? a1-_\t'];
  const misspelt = (selector: string) => {
    const at = random(selector.length + 1);
    return selector.slice(0, at) + pick(['', pick(characters)]) + selector.slice(at + random(2));
  };

  const corpus = new Set(written);
  while (corpus.size < count) {
    const selector = list(2);
    corpus.add(pick([selector, misspelt(selector)]));
  }
  return [...corpus];
}
