import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { findInvalidText, toValidText } from '#server/http/text-validation.ts'
import { columnsOf, createContext, type Format, type RowFault } from '#server/integration/format-types/format.ts'
import { describeReason, type Fault } from '#server/integration/format-types/reasons.ts'
import { formats, units } from '#server/integration/formats/units.ts'
import { deleteGone } from '#server/integration/import/delete-gone.ts'
import {
  beginImport,
  countPlaces,
  finishUnit,
  raiseNumbers,
  type UnitFault,
} from '#server/integration/import/finish-unit.ts'
import type { RecordOutcome } from '#server/integration/import/import-batch.ts'
import { importFile } from '#server/integration/import/import-file.ts'
import type { ImportSettings } from '#server/integration/import/import-work.ts'
import { audit } from '#server/security/audit-log.ts'
import { type GivenRecord, rowBatches } from './json-rows.ts'

type RecordFault = { path: string; message: string; detail: string }
/** `ignored`: a valid record that has no effect, as a role that the product does not have. */
type RecordResult = {
  row: number
  collection: string
  sourcedId: string
  result: RecordOutcome | 'ignored' | 'faulty'
  errors?: RecordFault[]
}
export type ImportAnswer = { results: RecordResult[]; ignoredColumns: string[] }

/** `mayAppoint` as in `ImportOptions`. */
type Client = { source: string; name: string; mayAppoint: boolean }

/** Collections whose records take places. */
const counted = ['classes', 'enrollments', 'choices', 'contracts', 'transfers', 'waitingList']

/** The collections that are applied in one transaction with this one. */
export function unitOf(collection: string): string[] {
  const unit = units.find((some) => some.some(({ file }) => file === collection)) ?? []
  return [...new Set(unit.map(({ file }) => file))]
}

export function formatsOf(collection: string): Format[] {
  return formats.filter(({ file }) => file === collection)
}

/**
 * Applies records as the import of files does, with a result for each. Faulty records are left out. A record that
 * contradicts others (a guardian who is unknown, payments that do not come to the total) is left out like a faulty one.
 */
export async function importRecords(
  transaction: Database,
  records: readonly GivenRecord[],
  client: Client,
  settings: ImportSettings,
): Promise<ImportAnswer> {
  await beginImport(transaction)
  const excluded = new Map<number, RecordFault[]>()
  const unreadable = records.flatMap(({ line, cells, inexact }) => [
    ...findInvalidText(cells)
      .slice(0, 1)
      .map((column) => ({ line, column, reason: 'not-storable' as const })),
    ...inexact.map((column) => ({ line, column, reason: 'inexact-number' as const })),
  ])
  exclude(unreadable, records, excluded)
  for (;;) {
    const run = new RecordsImport(records, excluded, client, settings)
    try {
      await transaction.transaction((nested) => run.run(nested))
      return run.answer()
    } catch (error) {
      if (!(error instanceof Contradiction)) throw error
      exclude(error.faults, records, excluded)
    }
  }
}

class Contradiction extends Error {
  readonly faults: readonly UnitFault[]

  constructor(faults: readonly UnitFault[]) {
    super('Records contradict each other')
    this.faults = faults
  }
}

/** A fault without a line is of a stored record: then all records of the request are left out. */
function exclude(
  faults: readonly Omit<Fault, 'file'>[],
  records: readonly GivenRecord[],
  excluded: Map<number, RecordFault[]>,
): void {
  for (const { line, column, reason, value } of faults) {
    const lines = records.some((record) => record.line === line && !excluded.has(line))
      ? [line]
      : records.map((record) => record.line)
    for (const one of lines) {
      const fault = { path: column, message: reason, detail: describeReason({ reason, value }, 'en') }
      excluded.set(one, [...(excluded.get(one) ?? []), fault])
    }
  }
}

class RecordsImport {
  readonly records: readonly GivenRecord[]
  readonly client: Client
  readonly settings: ImportSettings
  readonly faults: Map<number, RecordFault[]>
  readonly outcomes = new Map<number, RecordOutcome>()
  readonly ignored = new Set<string>()

  constructor(
    records: readonly GivenRecord[],
    excluded: ReadonlyMap<number, RecordFault[]>,
    client: Client,
    settings: ImportSettings,
  ) {
    this.records = records.filter(({ line }) => !excluded.has(line))
    this.all = records
    this.faults = new Map(excluded)
    this.client = client
    this.settings = settings
  }

  readonly all: readonly GivenRecord[]

  async run(transaction: Database): Promise<void> {
    const context = createContext({ ...this.client, ...this.settings })
    const byCollection = Map.groupBy(this.records, ({ collection }) => collection)
    const present = formats.filter(({ file }) => byCollection.has(file))
    for (const [file, some] of Map.groupBy(present, (format) => format.file)) {
      await importFile(
        {
          transaction,
          context,
          name: file,
          refused: new Set<string>(),
          read: (format) =>
            rowBatches(byCollection.get(file) ?? [], columnsOf(format), (name) => this.ignored.add(name)),
          onRead: () => undefined,
          onBlocked: () => undefined,
          onOutcome: (outcome, line) => this.outcomes.set(line, outcome),
          onFault: ({ line, column, reason, value }) =>
            this.reject({ row: { line }, column, reason, value: value ?? '' }),
        },
        some,
      )
    }
    await this.finish(transaction, present, context)
    for (const format of present.toReversed()) {
      const isChanged = await deleteGone(transaction, format, context, {
        onDeleted: ({ line }) => this.outcomes.set(line, 'deleted'),
        onFault: ({ line }, refusal) => this.reject({ row: { line }, column: 'status', ...refusal }),
      })
      if (isChanged) await this.finish(transaction, [format], context)
    }
    await this.keepRefused(transaction)
    const isChanged = [...this.outcomes.values()].some((outcome) => outcome !== 'unchanged')
    if (!isChanged) return
    if (present.some(({ file }) => counted.includes(file))) await countPlaces(transaction, context)
    if (byCollection.has('tickets') || byCollection.has('taxCertificates')) await raiseNumbers(transaction)
    await this.audit(transaction)
  }

  async finish(
    transaction: Database,
    unit: readonly Format[],
    context: ReturnType<typeof createContext>,
  ): Promise<void> {
    const faults = await finishUnit(transaction, context, unit)
    if (faults.length > 0) throw new Contradiction(faults)
  }

  reject({ row: { line }, column, reason, value }: RowFault): void {
    const fault = { path: column, message: reason, detail: describeReason({ reason, value }, 'en') }
    this.faults.set(line, [...(this.faults.get(line) ?? []), fault])
  }

  /** Records whose deletion was refused are not deleted later. */
  async keepRefused(transaction: Database): Promise<void> {
    await transaction.execute(sql`
      update external_ids set is_gone = false from import_seen
      where source = ${this.client.source} and is_gone and import_seen.collection = external_ids.collection
        and import_seen.external_id = external_ids.external_id
    `)
  }

  async audit(transaction: Database): Promise<void> {
    const applied = [...this.outcomes.values()].filter((outcome) => outcome !== 'unchanged').length
    const collections = [...new Set(this.records.map(({ collection }) => collection))].join(', ')
    const detail = `${this.client.name}: ${collections} ${applied}`
    await audit(transaction, {
      at: this.settings.now,
      action: 'import.school',
      subjectId: null,
      command: 'integration API',
      detail,
    })
  }

  answer(): ImportAnswer {
    const results = this.all.map(({ line, collection, cells }): RecordResult => {
      const errors = this.faults.get(line)
      const result = errors ? 'faulty' : (this.outcomes.get(line) ?? 'ignored')
      return { row: line, collection, sourcedId: toValidText(cells.sourcedId ?? ''), result, ...(errors && { errors }) }
    })
    return { results, ignoredColumns: [...this.ignored] }
  }
}
