import { getTableColumns, getTableName, is, SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import * as learning from '#server/db/schema/learning.ts'
import { users } from '#server/db/schema/people.ts'
import * as programs from '#server/db/schema/programs.ts'
import { lessons, tickets } from '#server/db/schema/schedule.ts'
import * as cells from '#server/integration/format-types/cell-kinds.ts'
import type { Column, Columns, Format } from '#server/integration/format-types/format.ts'

/** The file of the records of a table, and the attribute that is their key. */
const collections = new Map<PgTable, [collection: string, attribute: string]>([
  [users, ['users', 'id']],
  [programs.territories, ['territories', 'id']],
  [programs.campaigns, ['academicSessions', 'campaignId']],
  [learning.terms, ['academicSessions', 'id']],
  [programs.subjects, ['subjects', 'code']],
  [programs.programs, ['courses', 'id']],
  [programs.studyGroups, ['classes', 'id']],
  [programs.opportunities, ['opportunities', 'id']],
  [programs.enrolments, ['choices', 'id']],
  [lessons, ['lessons', 'id']],
  [learning.courses, ['journals', 'id']],
  [learning.journalColumns, ['lineItems', 'id']],
  [learning.gradeBooks, ['gradeBooks', 'id']],
  [learning.marks, ['results', 'id']],
  [contracts, ['contracts', 'id']],
  [payments, ['payments', 'id']],
  [tickets, ['tickets', 'id']],
])

type TableOptions = {
  omit?: readonly string[]
  /** Names of columns in the file. */
  names?: Record<string, string>
  notes?: Record<string, string>
  /** Tables of references that are part of a composite foreign key. */
  references?: Record<string, PgTable>
  /** The file is of OneRoster: columns without a name of the standard are `metadata.…`. */
  isOneRoster?: true
}

/** The columns of a file that holds the rows of a table: kinds, enumerations and references come from the table. */
export function tableColumns(
  table: PgTable,
  { omit = [], names = {}, notes = {}, references = {}, isOneRoster }: TableOptions = {},
): Columns {
  const found = Object.entries(getTableColumns(table)).flatMap(([key, column]): [string, Column][] => {
    if (omit.includes(key) || isOwnKey(column) || column.generated || column.generatedIdentity) return []
    const target = references[key] ?? foreignTable(table, column)
    const [collection, attribute] = (target && collections.get(target)) ?? []
    const plain =
      collection === undefined
        ? key
        : `${key.replace(/Id$|Code$/, '').replace(/group/i, (word) => (word === 'group' ? 'class' : 'Class'))}SourcedId`
    const name = names[key] ?? (isOneRoster ? `metadata.${plain}` : plain)
    return [
      [
        name,
        {
          ...emptiness(column),
          ...(collection && attribute
            ? referenceTo(collection, { [key]: attribute })
            : { kind: kindOf(column), to: key }),
          ...(notes[key] && { note: notes[key] }),
        },
      ],
    ]
  })
  return Object.fromEntries(found)
}

export function tableFormat(
  file: string,
  title: string,
  table: PgTable,
  options: TableOptions & Partial<Format> = {},
): Format {
  const { omit, names, notes, references, isOneRoster, columns, ...format } = options
  const read = tableColumns(table, {
    ...(omit && { omit }),
    ...(names && { names }),
    ...(notes && { notes }),
    ...(references && { references }),
    ...(isOneRoster && { isOneRoster }),
  })
  return { file, collection: file, title, table, columns: { ...read, ...columns }, ...format }
}

export function referenceTo(collection: string, fill: Record<string, string>): Pick<Column, 'kind' | 'of'> {
  return { kind: cells.reference, of: { collection, fill } }
}

function isOwnKey(column: PgColumn): boolean {
  return column.primary && column.columnType === 'PgUUID' && column.hasDefault
}

function emptiness({ notNull, hasDefault, default: value }: PgColumn): Pick<Column, 'isRequired' | 'fallback'> {
  return { isRequired: notNull && !hasDefault, ...(hasDefault && !is(value, SQL) && { fallback: value }) }
}

function foreignTable(table: PgTable, column: PgColumn): PgTable | undefined {
  return getTableConfig(table)
    .foreignKeys.map((key) => key.reference())
    .find(({ columns }) => columns.length === 1 && columns[0]?.name === column.name)?.foreignTable
}

const kinds: Record<string, cells.CellKind> = {
  PgUUID: cells.uuid,
  PgDateString: cells.day,
  PgTimestamp: cells.instant,
  PgTime: cells.time,
  PgSmallInt: cells.integer,
  PgInteger: cells.integer,
  PgBigInt53: cells.amount,
  PgDoublePrecision: cells.number,
  PgBoolean: cells.flag,
  PgJsonb: cells.json,
}

function kindOf(column: PgColumn): cells.CellKind {
  if (column.columnType === 'PgArray')
    return cells.listOf(kindOf((column as PgColumn & { baseColumn: PgColumn }).baseColumn))
  if (column.name.endsWith('_html')) return cells.richText
  if (column.enumValues?.length) return cells.oneOf(column.enumValues)
  if (column.getSQLType() === 'bytea') return cells.bytes
  const kind = column.getSQLType().startsWith('text') ? cells.text : kinds[column.columnType]
  if (!kind) throw new Error(`No kind of cell for ${getTableName(column.table)}.${column.name}`)
  return kind
}
