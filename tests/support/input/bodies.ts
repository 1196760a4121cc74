import fc from 'fast-check'
import { type Call, methodOf } from '#contract/call.ts'
import { fuzzValue } from './fuzz-values.ts'
import { type Known, nearly } from './valid.ts'

export type Body = { type: string; bytes: string | Uint8Array } | undefined

const json = 'application/json'

/** Bodies that cannot be parsed, or that parse to something unexpected. */
const broken: Body[] = [
  { type: json, bytes: '' },
  { type: json, bytes: '{"a":' },
  { type: json, bytes: '{"__proto__":{"admin":true}}' },
  { type: json, bytes: '{"constructor":{"prototype":{}}}' },
  { type: json, bytes: '['.repeat(30_000) },
  { type: json, bytes: `${'['.repeat(30_000)}${']'.repeat(30_000)}` },
  { type: json, bytes: `[${'"\\u0000",'.repeat(5000)}1]` },
  { type: json, bytes: `"${'a'.repeat(70_000)}"` },
  { type: json, bytes: '1e999' },
  { type: json, bytes: Buffer.from([0x22, 0xff, 0xfe, 0x22]) },
  { type: json, bytes: Buffer.from('{"firstName":"\xed\xa0\x80"}', 'latin1') },
  { type: json, bytes: Buffer.from('\xef\xbb\xbf{}', 'latin1') },
  { type: `${json}; charset=utf-16`, bytes: '{}' },
  { type: 'application/x-www-form-urlencoded', bytes: 'a=%00' },
  { type: 'multipart/form-data; boundary=x', bytes: '--x\r\n' },
  { type: 'text/plain', bytes: '{}' },
  { type: 'image/png', bytes: '{}' },
  { type: ';;;', bytes: '{}' },
]

/** A complete picture, and one with only a valid beginning. */
const files: { type: string; bytes: Buffer }[] = [
  {
    type: 'image/png',
    bytes: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
  },
  { type: 'image/gif', bytes: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64') },
  { type: 'image/jpeg', bytes: Buffer.from('ffd8ffe000104a46ffda', 'hex') },
  { type: 'image/webp', bytes: Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 ', 'latin1') },
]

const file: fc.Arbitrary<Body> = fc
  .tuple(fc.constantFrom(...files), fc.nat(), fc.nat({ max: 255 }), fc.boolean())
  .map(([{ type, bytes }, at, byte, isWhole]) => ({
    type,
    bytes: isWhole ? bytes : bytes.with(at % bytes.length, byte),
  }))

export function body(call: Call, known: Known): fc.Arbitrary<Body> {
  if (methodOf(call.address) === 'GET') return fc.constant(undefined)
  const declared = call.body ? nearly(call.body, 'body', known).map(asJson) : fc.constant(undefined)
  const odd = fc.oneof(fc.constantFrom(...broken), fuzzValue.map(asJson))
  return fc.oneof({ weight: 14, arbitrary: call.rawBody ? file : declared }, { weight: 1, arbitrary: odd })
}

function asJson(value: unknown): Body {
  return { type: json, bytes: JSON.stringify(value) ?? '' }
}
