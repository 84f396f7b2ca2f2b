import { everySetting, url } from './records.fixture.ts';

/**
 * A row of the table in section 4.1: the field, whether it is required, its type and rule, its value when omitted,
 * accepted values (which are stored unchanged), and rejected values with their error codes.
 */
export type ItemRow = {
  field: string;
  required?: true;
  type: 'integer' | 'number' | 'string' | 'boolean' | 'enum';
  rule: string;
  omitted: unknown;
  accepted: unknown[];
  rejected: [value: unknown, code: string][];
  /** The values of an enum in the document. */
  enumValues?: string[];
  /** Other keywords of the field in the document. */
  documented?: object;
};

const notBoolean: ItemRow['rejected'] = [
  ['true', 'invalid_type'],
  [1, 'invalid_type'],
];
const notText: ItemRow['rejected'] = [
  ['', 'too_short'],
  [' ', 'invalid_text'],
  ['a\u0000', 'invalid_text'],
  [7, 'invalid_type'],
  ['x'.repeat(2_049), 'too_long'],
];
const positive = (max: number): Pick<ItemRow, 'accepted' | 'rejected' | 'documented'> => ({
  accepted: [1, 100, max],
  rejected: [
    [0, 'out_of_range'],
    [-1, 'out_of_range'],
    [max + 1, 'out_of_range'],
    [1.5, 'invalid_type'],
    ['100', 'invalid_type'],
  ],
  documented: { minimum: 1, maximum: max },
});

export const itemRows: ItemRow[] = [
  {
    field: 'url',
    required: true,
    type: 'string',
    rule: 'http:// or https:// URL',
    omitted: undefined,
    accepted: ['http://example.com', everySetting.url, 'HTTPS://EXAMPLE.com/%C3%A9?q=é#top'],
    rejected: [
      [undefined, 'required'],
      [null, 'invalid_type'],
      [7, 'invalid_type'],
      ['', 'too_short'],
      ['example.com', 'invalid_url'],
      ['ftp://example.com/', 'invalid_url'],
      ['file:///etc/passwd', 'invalid_url'],
      ['javascript:alert(1)', 'invalid_url'],
      ['https://', 'invalid_url'],
    ],
  },
  { field: 'width', type: 'integer', rule: 'positive', omitted: null, ...positive(16_384) },
  { field: 'height', type: 'integer', rule: 'positive', omitted: null, ...positive(16_384) },
  {
    field: 'fullPage',
    type: 'boolean',
    rule: 'cannot be combined with crop or element',
    omitted: false,
    accepted: [true, false],
    rejected: notBoolean,
  },
  {
    field: 'format',
    type: 'enum',
    rule: 'png, jpeg',
    omitted: 'png',
    accepted: ['png', 'jpeg'],
    rejected: [
      ['gif', 'invalid_value'],
      ['PNG', 'invalid_value'],
      [5, 'invalid_type'],
    ],
    enumValues: ['png', 'jpeg'],
  },
  {
    field: 'responseType',
    type: 'enum',
    rule: 'scheduled captures support json only',
    omitted: 'json',
    accepted: ['json'],
    rejected: [
      ['image', 'unsupported'],
      ['xml', 'invalid_value'],
      [true, 'invalid_type'],
    ],
  },
  {
    field: 'quality',
    type: 'integer',
    rule: '0-100',
    omitted: null,
    accepted: [0, 1, 50, 99, 100],
    rejected: [
      [-1, 'out_of_range'],
      [101, 'out_of_range'],
      [50.5, 'invalid_type'],
      ['50', 'invalid_type'],
    ],
    documented: { minimum: 0, maximum: 100 },
  },
  {
    field: 'delay',
    type: 'number',
    rule: 'seconds, 0-10',
    omitted: null,
    accepted: [0, 0.001, 2.5, 10],
    rejected: [
      [-0.001, 'out_of_range'],
      [10.001, 'out_of_range'],
      ['2', 'invalid_type'],
    ],
    documented: { minimum: 0, maximum: 10 },
  },
  {
    field: 'waitUntil',
    type: 'enum',
    rule: 'dom_loaded, page_loaded, network_idle',
    omitted: null,
    accepted: ['dom_loaded', 'page_loaded', 'network_idle'],
    rejected: [
      ['load', 'invalid_value'],
      [[], 'invalid_type'],
    ],
    enumValues: ['dom_loaded', 'page_loaded', 'network_idle'],
  },
  {
    field: 'waitUntilTimeout',
    type: 'number',
    rule: 'seconds, 1-30',
    omitted: null,
    accepted: [1, 1.001, 12.5, 30],
    rejected: [
      [0.999, 'out_of_range'],
      [30.001, 'out_of_range'],
      ['5', 'invalid_type'],
    ],
    documented: { minimum: 1, maximum: 30 },
  },
  {
    field: 'waitFor',
    type: 'string',
    rule: 'CSS selector; maximum wait 15 seconds',
    omitted: null,
    accepted: ['main > p', 'a'.repeat(2_048)],
    rejected: notText,
  },
  {
    field: 'crop',
    type: 'string',
    rule: 'left,top,width,height; cannot be combined with fullPage or element',
    omitted: null,
    accepted: ['0,0,1,1', '10,20,300,400'],
    rejected: [
      ['', 'invalid_crop'],
      ['0,0,10', 'invalid_crop'],
      ['0,0,10,10,10', 'invalid_crop'],
      ['0,0,0,10', 'invalid_crop'],
      ['0,0,10,0', 'invalid_crop'],
      ['-1,0,10,10', 'invalid_crop'],
      ['0,0,1.5,10', 'invalid_crop'],
      ['0, 0, 10, 10', 'invalid_crop'],
      [[0, 0, 10, 10], 'invalid_type'],
    ],
  },
  {
    field: 'element',
    type: 'string',
    rule: 'selector; cannot be combined with fullPage or crop',
    omitted: null,
    accepted: ['h1', '#main .title'],
    rejected: notText,
  },
  { field: 'thumbnailWidth', type: 'integer', rule: 'positive', omitted: null, ...positive(4_096) },
  {
    field: 'userAgent',
    type: 'string',
    rule: 'any that a header can carry',
    omitted: null,
    accepted: ['Mozilla/5.0 (X11; Linux x86_64)'],
    rejected: [...notText, ['a\r\nX-Evil: 1', 'invalid_text']],
  },
  {
    field: 'acceptLanguage',
    type: 'string',
    rule: 'any that a header can carry',
    omitted: null,
    accepted: ['fr-FR,fr;q=0.8'],
    rejected: [...notText, ['fr\n', 'invalid_text']],
  },
  {
    field: 'extractHtml',
    type: 'boolean',
    rule: 'default false; only with responseType=json',
    omitted: false,
    accepted: [true, false],
    rejected: notBoolean,
  },
  {
    field: 'extractText',
    type: 'boolean',
    rule: 'default false; only with responseType=json',
    omitted: false,
    accepted: [true, false],
    rejected: notBoolean,
  },
];

/** Combinations that section 4.1 forbids, with their errors. */
export const forbidden: [title: string, settings: object, errors: string[]][] = [
  ['fullPage with crop', { url, fullPage: true, crop: '0,0,1,1' }, ['/0/crop conflict']],
  ['fullPage with element', { url, fullPage: true, element: 'h1' }, ['/0/element conflict']],
  ['crop with element', { url, crop: '0,0,1,1', element: 'h1' }, ['/0/element conflict']],
  [
    'extractHtml without responseType=json',
    { url, responseType: 'image', extractHtml: true },
    ['/0/responseType unsupported', '/0/extractHtml conflict'],
  ],
  [
    'extractText without responseType=json',
    { url, responseType: 'image', extractText: true },
    ['/0/responseType unsupported', '/0/extractText conflict'],
  ],
];
