import fc from 'fast-check'

/** Text that the database cannot store, within otherwise plausible values. */
const unstorable = ['\0', 'Анна\0', 'Родитель не видит \0договор', '\ud800', 'Анна\udfff']

/** Texts that are known to crash servers: special values of languages and databases, and oversized ones. */
const texts = [
  '',
  ' ',
  '\u{1f469}\u200d\u{1f467}',
  'e\u0301\u0301\u0301',
  '\u202etxt.exe',
  '\ufeff',
  'null',
  'NaN',
  '-1',
  '1e999',
  '9007199254740993',
  '2147483648',
  '0000-00-00',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '10000-01-01',
  '+275760-09-13T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '00000000-0000-0000-0000-000000000000',
  'others',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  "it's & ! | ( ) : * <->",
  '%',
  '%00',
  '%ff',
  '%ed%a0%80',
  '\\',
  '../../etc/passwd',
  '//evil.example',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  'Андрей123 <b>',
  '{{7*7}}',
  'a\r\nset-cookie: x=y',
  'я'.repeat(10_000),
  'a'.repeat(30_000),
]

export const fuzzText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...unstorable) },
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map(ofUnits) },
)

/** Arbitrary code units, including lone surrogates. */
function ofUnits(units: readonly number[]): string {
  return String.fromCharCode(...units)
}

const numbers = [0, -1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, -1e308]

/** Any JSON value, of any type. */
export const fuzzValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fuzzText },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, [], {}, [[]], ...numbers) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(4, 40, 400).map(nested) },
  { weight: 1, arbitrary: fuzzText.map((text) => ({ [text]: text })) },
  { weight: 1, arbitrary: fuzzText.map((text) => Array.from({ length: 300 }, () => text.slice(0, 20))) },
)

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Parts of a URL without encoding. */
export const fuzzSegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '%',
    '%0',
    '%00',
    '%ff',
    '%ed%a0%80',
    '%e0%a4%a',
    '..',
    '%2e%2e',
    '%2f',
    '%5c',
    '~',
    ';',
    'a'.repeat(5000),
  ),
  fuzzText.map(inAddress),
)

export const fuzzQuery: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '%',
    '=&=&;',
    '[[[[]]]]',
    'a[b][c][d][e][f][g][h][i]=1',
    '__proto__[a]=1&constructor[prototype][b]=2',
    'filter[__proto__][x]=1',
    'page=1&page=2&page[]=3&page[a]=4',
    'search[]=a&search[b]=c',
    `filter[subject][]=${'x&filter[subject][]='.repeat(400)}`,
    `${'a[0]'.repeat(500)}=1`,
    `a=${'[]'.repeat(3000)}`,
    'month_date=%ED%A0%80',
    Array.from({ length: 1500 }, (_, at) => `a${at}=1`).join('&'),
  ),
  fc.tuple(fuzzText, fuzzText).map(([name, value]) => `${inAddress(name).slice(0, 2000)}=${inAddress(value)}`),
)

/** Percent-encodes any string. `encodeURIComponent` throws for a lone surrogate, which an attacker can still send. */
export function inAddress(text: string): string {
  return [...Buffer.from(text.slice(0, 4000), 'utf8')].map(encoded).join('')
}

function encoded(byte: number): string {
  const character = String.fromCharCode(byte)
  return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`
}

/** The characters that HTTP allows in a header value. */
export const fuzzHeader: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '*',
    ',,,;;q=',
    'a'.repeat(8000),
    '"',
    '%00',
    '%ed%a0%80',
    '[object Object]',
    '\u00ff\u00fe',
  ),
  fc
    .array(
      fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f),
      { maxLength: 60 },
    )
    .map(ofUnits),
)
