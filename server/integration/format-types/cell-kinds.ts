import { z } from 'zod'
import { isBlank } from '#contract/input-formats.ts'
import { nameLength } from '#contract/limits.ts'
import { canonicalEmail, parsePhone } from '#contract/people/contacts.ts'
import { namePattern, normalizeName } from '#contract/people/names.ts'
import {
  parseAmount,
  parseDay,
  parseDecimal,
  parseFlag,
  parseInstant,
  parseInteger,
  parseTime,
} from '#server/csv/cell-values.ts'
import { sanitizeRichText } from '#server/html/rich-text.ts'
import { addDays } from '#server/time/calendar-days.ts'
import { isTooDeep } from './json-depth.ts'
import type { Reason } from './reasons.ts'

/** What a cell may hold. The schema turns it into JSON for the database; its messages are reasons. */
export type CellKind = {
  /** For the documentation. */
  title: string
  schema: z.ZodType<unknown, string>
  /** A longer cell is not looked at. */
  maxCharacters: number
  /** The schema in the school's time zone, if it matters. */
  inZone?: (timeZone: string) => z.ZodType<unknown, string>
  /** The cell of a value that is not null. */
  write: (value: never) => string
}

const because = (reason: Reason) => reason

function refuse(context: { issues: z.core.$ZodRawIssue[]; value: unknown }, reason: Reason): never {
  context.issues.push({ code: 'custom', message: because(reason), input: context.value })
  return z.NEVER
}

/**
 * Characters of a value, of a text or list, of JSON, of a file in base64, and of what is not read. Checking and storing a
 * value takes the server's own time, up to 20 ms for a mebibyte.
 */
const limits = { value: 1000, text: 50_000, json: 200_000, file: 2 * 2 ** 20, unread: 16 * 2 ** 20 }

export function kind<Value>(
  title: string,
  schema: z.ZodType<unknown, string>,
  write: (value: Value) => string,
  maxCharacters = limits.value,
): CellKind {
  return { title, schema, write, maxCharacters }
}

/** A text that a function parses; null is the reason. */
export function parsed<Value>(reason: Reason, parse: (text: string) => Value | null) {
  return z.string().transform((cell, context) => {
    const value = parse(cell)
    if (value !== null) return value
    context.issues.push({ code: 'custom', message: because(reason), input: cell })
    return z.NEVER
  })
}

/** A kind whose value depends on the school's time zone. */
export function zoned<Value>(
  title: string,
  reason: Reason,
  parse: (text: string, timeZone: string) => Value | null,
  write: (value: Value) => string,
): CellKind {
  const inZone = (timeZone: string) => parsed(reason, (cell) => parse(cell, timeZone))
  return { ...kind(title, inZone('UTC'), write), inZone }
}

function parseNumber(cell: string): number | null {
  const decimal = parseDecimal(cell)
  return decimal === null ? null : Number(decimal)
}

/** What is not read, and so may be anything. */
export const unread = kind('text', z.string(), String, limits.unread)
export const text = kind('text', z.string(), String, limits.text)
/** HTML of the rich text editor; what it cannot make is removed. */
export const richText = kind(
  'rich text',
  z
    .string()
    .transform(sanitizeRichText)
    .refine((html) => !isBlank(html), because('empty')),
  String,
  limits.text,
)
export const reference = kind('', z.string().max(255, because('too-long')), String)
export const day = zoned<string>('day', 'not-a-day', parseDay, String)
/** The first day after a period of OneRoster, whose ends are exclusive; the value is the last day of the period. */
export const dayAfter = zoned<string>(
  'day',
  'not-a-day',
  (cell, timeZone) => {
    const after = parseDay(cell, timeZone)
    return after && addDays(after, -1)
  },
  (value) => addDays(value, 1),
)
export const instant = zoned<string>(
  'instant',
  'not-an-instant',
  (cell, timeZone) => parseInstant(cell, timeZone)?.toISOString() ?? null,
  (value) => new Date(value).toISOString(),
)
export const time = kind<string>('time of day', parsed('not-a-time', parseTime), (value) => value.replace(/:00$/, ''))
export const integer = kind('whole number', parsed('not-an-integer', parseInteger), String)
export const number = kind('number', parsed('not-a-number', parseNumber), String)
/** Kopecks. */
export const amount = kind<number>('roubles', parsed('not-an-amount', parseAmount), (value) => (value / 100).toFixed(2))
export const flag = kind('true or false', parsed('not-a-flag', parseFlag), String)
export const uuid = kind('UUID', z.guid(because('not-an-id')), String)
export const json = kind(
  'JSON',
  z.string().transform((cell, context) => {
    try {
      if (!isTooDeep(cell)) return JSON.parse(cell) as unknown
    } catch {
      // Not JSON.
    }
    context.issues.push({ code: 'custom', message: because('not-json'), input: cell })
    return z.NEVER
  }),
  (value) => JSON.stringify(value),
  limits.json,
)
/** PostgreSQL's JSON holds bytes in hexadecimal. */
export const bytes = kind<string>(
  'base64',
  // A pattern would take half a second for the largest file.
  parsed('not-base64', (cell) => {
    const content = Buffer.from(cell, 'base64')
    return content.toString('base64') === cell ? `\\x${content.toString('hex')}` : null
  }),
  (value) => Buffer.from(value.slice(2), 'hex').toString('base64'),
  limits.file,
)
export const personName = kind(
  `name, up to ${nameLength} characters`,
  z
    .string()
    .transform(normalizeName)
    .pipe(z.string().max(nameLength, because('too-long')).regex(namePattern, because('not-a-name'))),
  String,
)
export const email = kind(
  'email address',
  z.string().transform((cell, context) => canonicalEmail(cell) ?? refuse(context, 'not-an-email')),
  String,
)
export const phone = kind(
  'phone number',
  z.string().transform((cell, context) => {
    const read = parsePhone(cell)
    return 'phone' in read ? read.phone : refuse(context, read.fault)
  }),
  String,
)

export function textUpTo(longest: number): CellKind {
  return kind(`text, up to ${longest} characters`, z.string(), String, longest)
}

/** One of some words, compared without case. */
export function oneOf(values: readonly string[]): CellKind {
  const words = new Map(values.map((value) => [value.toLowerCase(), value]))
  const schema = parsed('not-listed', (cell) => words.get(cell.toLowerCase()) ?? null)
  return kind(values.map((value) => `\`${value}\``).join(', '), schema, String)
}

/** Separated by commas. */
export function listOf({ title, schema, write }: CellKind): CellKind {
  const items = z.string().transform((cell) =>
    cell
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )
  return kind<never[]>(
    `list of ${title}`,
    items.pipe(z.array(schema)),
    (values) => values.map(write).join(','),
    limits.text,
  )
}
