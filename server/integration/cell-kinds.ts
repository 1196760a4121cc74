import { z } from 'zod'
import { email as emailForm, phone as phoneForm } from '#contract/forms.ts'
import { isBlank, namePattern, normalizeName, phoneOfFile } from '#contract/input-formats.ts'
import { nameLength } from '#contract/limits.ts'
import { addDays } from '#server/calendar-days.ts'
import { sanitizeRichText } from '#server/rich-text.ts'
import type { Reason } from './reasons.ts'

/** What a cell may hold. The schema turns it into JSON for the database; its messages are reasons. */
export type CellKind = {
  /** For the documentation. */
  title: string
  schema: z.ZodType<unknown, string>
  /** The cell of a value that is not null. */
  write: (value: never) => string
}

const because = (reason: Reason) => reason

function kind<Value>(title: string, schema: z.ZodType<unknown, string>, write: (value: Value) => string): CellKind {
  return { title, schema, write }
}

function parsed<Value>(pattern: RegExp, reason: Reason, parse: (text: string) => Value) {
  return z
    .string()
    .regex(pattern, because(reason))
    .transform((text) => parse(text))
}

const longest = 50_000

export const text = kind('text', z.string().max(longest, because('too-long')), String)
/** HTML of the rich text editor; what it cannot make is removed. */
export const richText = kind(
  'rich text',
  z
    .string()
    .max(longest, because('too-long'))
    .transform(sanitizeRichText)
    .refine((html) => !isBlank(html), because('empty')),
  String,
)
export const reference = kind('', z.string().max(255, because('too-long')), String)
export const day = kind('day', z.iso.date(because('not-a-day')), String)
/** The first day after a period of OneRoster, whose ends are exclusive; the value is the last day of the period. */
export const dayAfter = kind<string>(
  'day',
  z.iso.date(because('not-a-day')).transform((cell) => addDays(cell, -1)),
  (value) => addDays(value, 1),
)
export const instant = kind<string>(
  'instant',
  z.iso
    .datetime({ offset: true, error: because('not-an-instant') })
    .transform((value) => new Date(value).toISOString()),
  (value) => new Date(value).toISOString(),
)
export const time = kind<string>(
  'time of day',
  z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, because('not-a-time')),
  (value) => value.replace(/:00$/, ''),
)
export const integer = kind('whole number', parsed(/^-?\d{1,9}$/, 'not-an-integer', Number), String)
export const number = kind('number', parsed(/^-?\d{1,12}(\.\d{1,12})?$/, 'not-a-number', Number), String)
/** Kopecks. */
export const amount = kind<number>(
  'roubles',
  parsed(/^-?[\d  ]{1,12}([.,]\d{1,2})?$/, 'not-an-amount', (cell) =>
    Math.round(Number(cell.replaceAll(/[  ]/g, '').replace(',', '.')) * 100),
  ),
  (value) => (value / 100).toFixed(2),
)
export const flag = kind(
  'true or false',
  z.enum(['true', 'false'], because('not-a-flag')).transform((cell) => cell === 'true'),
  String,
)
export const uuid = kind('UUID', z.guid(because('not-an-id')), String)
export const json = kind(
  'JSON',
  z.string().transform((cell, context) => {
    try {
      return JSON.parse(cell) as unknown
    } catch {
      context.issues.push({ code: 'custom', message: because('not-json'), input: cell })
      return z.NEVER
    }
  }),
  (value) => JSON.stringify(value),
)
/** PostgreSQL's JSON holds bytes in hexadecimal. */
export const bytes = kind<string>(
  'base64',
  z.base64(because('not-base64')).transform((cell) => `\\x${Buffer.from(cell, 'base64').toString('hex')}`),
  (value) => Buffer.from(value.slice(2), 'hex').toString('base64'),
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
  z.string().refine((cell) => emailForm.safeParse(cell).success, because('not-an-email')),
  String,
)
export const phone = kind(
  'phone number',
  z
    .string()
    .transform(phoneOfFile)
    .refine((cell) => phoneForm.safeParse(cell).success, because('not-a-phone')),
  String,
)

export function textUpTo(longest: number): CellKind {
  return kind(`text, up to ${longest} characters`, z.string().max(longest, because('too-long')), String)
}

export function oneOf(values: readonly string[]): CellKind {
  return kind(values.map((value) => `\`${value}\``).join(', '), z.enum(values, because('not-listed')), String)
}

/** Separated by commas. */
export function listOf({ title, schema, write }: CellKind): CellKind {
  const items = z.string().transform((cell) =>
    cell
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )
  return kind<never[]>(`list of ${title}`, items.pipe(z.array(schema)), (values) => values.map(write).join(','))
}
