import fc from 'fast-check'
import { z } from 'zod'
import { fuzzText, fuzzValue } from './fuzz-values.ts'

/** Values of responses by field name. Requests that use them pass the first checks. */
export type Known = ReadonlyMap<string, readonly string[]>

/** `contractId` and `contractUuid` are of one kind; a plain `id` can be of any kind. */
export function kindOf(name: string): string {
  return name.replace(/(Id|Uuid)$/, '').replace(/^(id|uuid)$/, 'any')
}

const names = ['Анна', 'Анна-Мария', 'O’Brien', 'И.', 'Нгуен Тхи', 'Ёлкин', '李', 'D\u0308orte']
/** On both sides of the bounds. */
const days = [
  '0000-01-01',
  '9999-12-31',
  '1900-01-01',
  '1999-12-31',
  '2025-09-01',
  '2026-10-14',
  '2027-02-28',
  '2028-02-29',
  '2199-12-31',
]

/**
 * Values for a schema of the contract: mostly valid, on a bound, of another type, with a field missing or one too many.
 * An unknown kind of schema throws, so that every field of a new call is covered.
 */
export function nearly(schema: z.core.$ZodType, name: string, known: Known): fc.Arbitrary<unknown> {
  const wrong = { weight: 1, arbitrary: fuzzValue }
  return fc.oneof({ weight: 9, arbitrary: right(schema, name, known) }, wrong)
}

function right(schema: z.core.$ZodType, name: string, known: Known): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return fc.oneof(
      { weight: 2, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: right(schema.unwrap(), name, known) },
    )
  }
  if (schema instanceof z.ZodNullable) return fc.option(right(schema.unwrap(), name, known), { freq: 8 })
  if (schema instanceof z.core.$ZodObject) return objects(schema._zod.def.shape, known)
  if (schema instanceof z.ZodArray) return lists(schema.element, name, known)
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map((option) => right(option, name, known)))
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodNumber) return numbers(schema, name, known)
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodGUID) return identifiers(name, known)
  if (schema instanceof z.ZodISODate) return fc.constantFrom(...days)
  if (schema instanceof z.ZodISODateTime) return fc.constantFrom(...days.map((day) => `${day}T20:59:59.999Z`))
  if (schema instanceof z.core.$ZodEmail)
    return fc.oneof(fc.constantFrom('a@b.example', 'я@b.example'), fc.emailAddress())
  if (schema instanceof z.core.$ZodString) return texts(schema, name, known)
  throw new Error(`The generator does not know the schema kind ${schema._zod.def.type}`)
}

/** Occasionally with a missing or a surplus field. */
function objects(shape: z.core.$ZodShape, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape).map(([name, field]) => [name, nearly(field, name, known)] as const)
  const whole = fc.record(Object.fromEntries(fields), { noNullPrototype: true })
  const some = fc.record(Object.fromEntries(fields), { noNullPrototype: true, requiredKeys: [] })
  const more = fc.tuple(whole, fuzzText, fuzzText).map(([value, name, text]) => ({ ...value, [name]: text }))
  return fc.oneof({ weight: 12, arbitrary: whole }, { weight: 1, arbitrary: some }, { weight: 1, arbitrary: more })
}

function lists(element: z.core.$ZodType, name: string, known: Known): fc.Arbitrary<unknown[]> {
  const one = nearly(element, name, known)
  const many = fc.tuple(right(element, name, known), fc.constantFrom(200, 1001)).map(([value, count]) => {
    return Array.from({ length: count }, () => value)
  })
  return fc.oneof({ weight: 12, arbitrary: fc.array(one, { maxLength: 4 }) }, { weight: 1, arbitrary: many })
}

function numbers({ minValue, maxValue }: z.ZodNumber, name: string, known: Known): fc.Arbitrary<number> {
  const [min, max] = [Math.max(minValue ?? 0, -1_000_000), Math.min(maxValue ?? 1_000_000, 1_000_000)]
  const own = (known.get(name) ?? []).map(Number)
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...(own.length > 0 ? own : [min])) },
    { weight: 1, arbitrary: fc.integer({ min, max }) },
    { weight: 1, arbitrary: fc.constantFrom(min, max, min - 1, max + 1) },
  )
}

function identifiers(name: string, known: Known): fc.Arbitrary<string> {
  const own = known.get(kindOf(name)) ?? []
  const all = known.get('any') ?? []
  return fc.oneof(
    ...(own.length > 0 ? [{ weight: 8, arbitrary: fc.constantFrom(...own) }] : []),
    ...(all.length > 0 ? [{ weight: own.length > 0 ? 2 : 8, arbitrary: fc.constantFrom(...all) }] : []),
    { weight: 1, arbitrary: fc.uuid() },
  )
}

function texts(schema: z.core.$ZodString, name: string, known: Known): fc.Arbitrary<string> {
  const own = known.get(kindOf(name)) ?? []
  const words = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...(own.length > 0 ? own : names)) },
    { weight: 2, arbitrary: fc.constantFrom(...names, ...(known.get('title') ?? [])) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
    { weight: 2, arbitrary: fuzzText },
    { weight: 1, arbitrary: ofLength(schema) },
  )
  const pattern = patternOf(schema)
  return pattern ? fc.oneof(fc.stringMatching(pattern), ...(own.length > 0 ? [fc.constantFrom(...own)] : [])) : words
}

/** On both sides of the bounds. */
function ofLength({ _zod }: z.core.$ZodString): fc.Arbitrary<string> {
  const { minimum: minLength, maximum: maxLength } = _zod.bag
  const lengths = [minLength ?? 1, (minLength ?? 1) - 1, maxLength ?? 5000, (maxLength ?? 5000) + 1]
  return fc.constantFrom(...lengths.map((length) => 'я'.repeat(Math.max(0, length))))
}

/** The pattern of a text, if texts can be generated from it: a look-ahead is not supported. */
function patternOf(schema: z.core.$ZodString): RegExp | null {
  for (const { _zod } of schema._zod.def.checks ?? []) {
    const { pattern } = _zod.def as { pattern?: RegExp }
    if (pattern && !pattern.source.includes('(?=')) return pattern
  }
  return null
}
