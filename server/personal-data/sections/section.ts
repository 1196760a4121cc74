import { is, type SQL, sql } from 'drizzle-orm'
import { PgArray, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { guardianRights } from '#contract/people/guardian-rights.ts'
import { uuid } from '#contract/schemas.ts'
import { accountsOf } from '#server/access/joined-accounts.ts'
import { visibleStudents } from '#server/access/visible-students.ts'
import type { CurrentTime } from '#server/time/calendar-days.ts'

/** Whose copy it is, and whose rows the person may see, as subqueries for `in`. */
export type Scope = CurrentTime & {
  userId: string
  /** The account and those that were joined to it. */
  own: SQL
  /** Students whose lessons and marks the person sees. */
  learning: SQL
  /** Students whose places the person changes. */
  enrolled: SQL
  /** Children for whom the person has all rights. */
  represented: SQL
}

export function scopeOf(userId: string, time: CurrentTime): Scope {
  return {
    ...time,
    userId,
    own: accountsOf(userId),
    learning: visibleStudents({ roleGroup: 'all', userId }, 'seesLearning'),
    enrolled: visibleStudents({ roleGroup: 'all', userId }, 'enrols'),
    represented: visibleStudents({ roleGroup: 'parent', userId }, guardianRights),
  }
}

/** An expression with the schema of its value. */
type Computed = { value: (scope: Scope) => SQL; schema: z.ZodType }

type Field = PgColumn | Computed

/** A file of the copy: rows of the tables that the person may see. */
export type Section = {
  /** What the rows are, for the published schema. */
  about: string
  /** The tables whose data of the person are in it. */
  tables: readonly PgTable[]
  fields: Record<string, Field>
  from: SQL
  where: (scope: Scope) => SQL | undefined
  orderBy: SQL
}

export function computed(value: SQL | ((scope: Scope) => SQL), schema: z.ZodType): Computed {
  return { value: typeof value === 'function' ? value : () => value, schema }
}

/** A column of a table that is joined from the left: null without a row there. */
export function optional(column: PgColumn): Computed {
  return { value: () => sql`${column}`, schema: schemaOfColumn(column).nullable() }
}

/** Whether the person of the copy is the one in the column. */
export function isOwn(column: PgColumn): Computed {
  return { value: ({ own }) => sql`coalesce(${column} in ${own}, false)`, schema: z.boolean() }
}

/** The column if the condition holds, else null: what belongs to another person. */
export function onlyIf(condition: (scope: Scope) => SQL, column: PgColumn): Computed {
  return {
    value: (scope) => sql`case when ${condition(scope)} then ${column} end`,
    schema: schemaOfColumn(column).nullable(),
  }
}

/** The rows as JSON, in order. */
export function selectRows({ fields, from, where, orderBy }: Section, scope: Scope): SQL {
  const selected = Object.entries(fields).map(([name, field]) => {
    return sql`${'value' in field ? field.value(scope) : field} as ${sql.identifier(name)}`
  })
  const rows = sql`select ${sql.join(selected, sql`, `)} from ${from} where ${where(scope)} order by ${orderBy}`
  return sql`select row_to_json(exported) as row from (${rows}) as exported`
}

/** The schema of a row. */
export function schemaOf({ fields, about }: Section): z.ZodType {
  const schemas = Object.entries(fields).map(([name, field]) => {
    return [name, 'value' in field ? field.schema : schemaOfColumn(field)] as const
  })
  return z.strictObject(Object.fromEntries(schemas)).meta({ description: about })
}

function schemaOfColumn(column: PgColumn): z.ZodType {
  const schema = schemaOfType(column)
  return column.notNull ? schema : schema.nullable()
}

function schemaOfType(column: PgColumn): z.ZodType {
  if (is(column, PgArray)) return z.array(schemaOfType(column.baseColumn as PgColumn))
  if (column.enumValues && column.enumValues.length > 0) return z.enum(column.enumValues)
  const { columnType } = column
  const schema = schemasOfTypes[columnType]
  if (!schema) throw new Error(`no schema of ${column.name} (${columnType})`)
  return schema
}

const instantText = z.iso.datetime({ offset: true })

const schemasOfTypes: Readonly<Record<string, z.ZodType>> = {
  PgUUID: uuid,
  PgText: z.string(),
  PgCustomColumn: z.string(),
  PgTimestamp: instantText,
  PgDateString: z.iso.date(),
  PgBoolean: z.boolean(),
  PgInteger: z.int(),
  PgSmallInt: z.int(),
  PgBigInt53: z.int(),
  PgDoublePrecision: z.number(),
}
