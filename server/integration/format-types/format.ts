import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { GuardianRights } from '#contract/people/guardian-rights.ts'
import type { ProfileField, ProfileOwners } from '#contract/people/profile-owners.ts'
import type { Database } from '#server/db/client.ts'
import type { CurrentTime } from '#server/time/calendar-days.ts'
import { type CellKind, oneOf, reference, unread as unreadKind } from './cell-kinds.ts'
import type { NoteReason, Reason } from './reasons.ts'

/** The source of records that were made here: their external id is their key. */
export const ownSource = 'personal-account'

export type Column = {
  kind: CellKind
  isRequired: boolean
  /** The property of the target row. */
  to?: string
  /** A reference to a record: which properties take which of its attributes. The first property is exported. */
  of?: { collection: string; fill: Record<string, string>; exported?: readonly string[]; isList?: true }
  /** The value of an empty cell. A required column with one must be there, and may be empty. */
  fallback?: unknown
  /** The cell lists ids of this collection, which another step resolves. */
  lists?: string
  note?: string
}
export type Columns = Record<string, Column>

/** A column of the standard that refuses nothing, because it is not read. */
export const unread: Column = { kind: unreadKind, isRequired: false, note: 'not read' }

/** Parsed cells by column, or values by property of the target row. */
export type Values = Record<string, unknown>

/** A row whose references are found. */
export type Row = {
  line: number
  sourcedId: string
  cells: Values
  values: Values
  /** Key of the record that this row was imported to before. */
  key: string | null
  isNew: boolean
}

export type ImportContext = CurrentTime & {
  source: string
  /** Default: people who have signed in keep their names and contacts. */
  profileOwners?: ProfileOwners | undefined
  /** Whether rights of administration, and the people who have them, may be changed. */
  mayAppoint?: boolean
  /** What a new guardian may do for the child; all by default. */
  newGuardian?: GuardianRights | undefined
  /**
   * Ids of the records that the last step of a unit has to look at. `namedRights`: user and agent, as a JSON array, of rights
   * that a row names anew.
   */
  touched: Record<'roles' | 'guardians' | 'teachers' | 'payments' | 'namedRights', Set<string>>
  /** Guardians whose rights the unit has changed or ended, with the rights before, by pair. */
  formerRights: Map<string, { guardianId: string; childId: string; before: GuardianRights }>
}

export function createContext({
  source,
  now,
  timeZone,
  profileOwners,
  mayAppoint,
  newGuardian,
}: Omit<ImportContext, 'touched' | 'formerRights'>): ImportContext {
  const touched = { roles: new Set<string>(), guardians: new Set<string>(), teachers: new Set<string>() }
  const ofMoney = { payments: new Set<string>() }
  const ofRights = { namedRights: new Set<string>() }
  const own = { source, now, timeZone, profileOwners, mayAppoint: mayAppoint ?? true, newGuardian }
  return { ...own, touched: { ...touched, ...ofMoney, ...ofRights }, formerRights: new Map() }
}

/** How the rows of a file become rows of a table. A file may have several formats, applied one after the other. */
export type Format = {
  /** Without `.csv`. */
  file: string
  collection: string
  title: string
  /** Null: the row has no record of its own; its attributes are stored. */
  table: PgTable | null
  columns: Columns
  /** The column that makes a tree of the rows. */
  parent?: string
  /** Which rows of the file it is for; all by default. */
  accepts?: (cells: Values) => boolean
  /** Values calculated from the others. */
  derive?: (values: Values, cells: Values, sourcedId: string) => Values
  /** Completes rows by queries. A row with a note is imported all the same. */
  prepare?: (transaction: Database, rows: readonly Row[], context: ImportContext) => Promise<(RowFault | RowNote)[]>
  /** Rows that are read and do less than a reader of the file expects: their number is noted. */
  noted?: { column: string; reason: NoteReason; isNoted: (cells: Readonly<Record<string, string>>) => boolean }
  /** What other files take from a record besides its key, and from which property. */
  attributes?: Readonly<Record<string, string>>
  /** Values of new rows only. */
  onInsert?: Values
  /** Values set instead of a deletion. */
  onDelete?: Values
  /** The rows exist already: only their values are set. */
  isPart?: true
  /** Rows of the table are added and never changed. */
  isAddOnly?: true
  /** Columns that a person who has signed in keeps, unless the school owns them. */
  kept?: Readonly<Record<ProfileField, readonly string[]>>
  exported?: {
    /** The rows to export, as JSON with the columns of the table; the whole table by default. */
    rows?: SQL
    /** For rows without a table: where their changes are noted. */
    changes?: string
    /** Cells besides those of `to` and `of`. Days of instants are in the school's time zone. */
    cells?: (row: Values, timeZone: string) => Record<string, string>
  }
}

export type RowFault = { row: Pick<Row, 'line'>; column: string; reason: Reason; value?: string }
export type RowNote = Omit<RowFault, 'reason'> & { reason: NoteReason }

/** Columns of every file. */
const baseColumns: Columns = {
  sourcedId: { kind: reference, isRequired: true, note: 'id in the system that the file comes from' },
  status: {
    kind: oneOf(['active', 'tobedeleted']),
    isRequired: false,
    fallback: 'active',
    note: 'empty means `active`',
  },
  dateLastModified: unread,
}

export function columnsOf(format: Pick<Format, 'columns'>): Columns {
  return { ...baseColumns, ...format.columns }
}

/** The schema of a row with these columns. Its messages are reasons; the input of an issue may be an item of the cell. */
export function rowSchema(columns: Columns, timeZone: string) {
  const cells = Object.entries(columns).map(([name, column]) => [name, cellSchema(column, timeZone)])
  return z.object(Object.fromEntries(cells) as Record<string, z.ZodType<unknown, string>>)
}

function cellSchema({ kind, isRequired, fallback = null }: Column, timeZone: string): z.ZodType<unknown, string> {
  const schema = kind.inZone?.(timeZone) ?? kind.schema
  const absent: Reason = 'empty'
  return z.string(absent).transform((cell, context) => {
    if (cell === '' && (!isRequired || fallback !== null)) return fallback
    const reason: Reason | null = cell === '' ? 'empty' : cell.length > kind.maxCharacters ? 'too-long' : null
    const { data, error } =
      reason === null
        ? schema.safeParse(cell, { reportInput: true })
        : { data: null, error: { issues: [{ message: reason, input: cell }] } }
    for (const { message, input } of error?.issues.slice(0, 1) ?? [])
      context.issues.push({ code: 'custom', message, input })
    return error ? z.NEVER : data
  })
}
