import { z } from 'zod'
import { calendarRange } from './limits.ts'
import { roles } from './roles.ts'

/** Shared schemas; units are defined by D-22. */
export const uuid = z.guid().lowercase().meta({ description: 'lower-case UUID' })
export const iso = z.iso.datetime().check(isInCalendar).meta({ description: 'ISO 8601 instant in UTC' })
export const day = z.iso.date().check(isInCalendar).meta({ description: 'YYYY-MM-DD' })
export const kopecks = z.int().meta({ description: 'kopecks' })
export const count = z.int().min(0)
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

export const slot = z.object({
  weekday: z.int().min(1).max(7).meta({ description: 'Monday = 1' }),
  from: clock,
  to: clock,
})

/** A name or text of the school. Answers have its translation where the school gives one in the language of the request. */
export const schoolText = z
  .string()
  .meta({ description: 'text of the school, translated where it gives a translation' })

export const territory = z.object({ uuid, title: schoolText })

const named = {
  firstName: z.string(),
  lastName: z.string(),
  patronym: z.string().nullable(),
  avatar: z.string().nullable(),
}

export const child = z.object({ uuid, ...named, grade: z.int().nullable() })
export type Child = z.infer<typeof child>

/** Public fields of a person. */
export const person = z.object({
  id: uuid,
  ...named,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  roles: z.array(z.object({ name: z.enum(roles) })),
})

/** A browser with a session. */
export const device = z.object({
  id: uuid,
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
  lastSeenAt: iso,
  createdAt: iso,
})

/** Checks the range of a valid day or instant. */
function isInCalendar({ value, issues }: z.core.ParsePayload<string>): void {
  if (issues.length > 0) return
  const day = value.slice(0, calendarRange.from.length)
  const of = { input: value, origin: 'date', inclusive: true } as const
  if (day < calendarRange.from) issues.push({ code: 'too_small', minimum: Date.parse(calendarRange.from), ...of })
  if (day > calendarRange.to) issues.push({ code: 'too_big', maximum: Date.parse(calendarRange.to), ...of })
}

/** Page number, starting with 1. */
export const page = z.coerce.number().int().min(1).max(100_000).default(1)

/** The answer of a list that is read page by page. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: count, page: count, pageSize: count })
