import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { ImportRefused } from '#server/integration/bundle/bundle-error.ts'
import { type ListedBundle, listBundle, readCsv } from '#server/integration/bundle/read-bundle.ts'
import { columnsOf, createContext, type Format, type ImportContext } from '#server/integration/format-types/format.ts'
import type { Fault } from '#server/integration/format-types/reasons.ts'
import { fileNames, units } from '#server/integration/formats/units.ts'
import { deleteGone } from './delete-gone.ts'
import { beginImport, countPlaces, finishUnit, isOfUnit, raiseNumbers } from './finish-unit.ts'
import { type Counts, importFile } from './import-file.ts'
import { type ImportWork, noCounts, noteImport } from './import-work.ts'
import { type Manifest, readManifest } from './manifest.ts'

/** Of the records of a file, a bulk set may omit this part. */
const maxDeletedShare = 0.1

/**
 * Imports a zip or a folder. Each unit of files is a transaction: it is applied as a whole or, if it has faults, not at
 * all. An import that is interrupted is repeated: rows that were imported before are only compared.
 */
export async function importBundle(scope: Database, path: string, work: ImportWork): Promise<void> {
  const bundle = await listBundle(path, ['manifest.csv', ...fileNames.map((name) => `${name}.csv`)])
  bundle.notes.forEach(work.onNote)
  await new BundleImport(bundle, await readManifest(bundle, work), work).run(scope)
}

class BundleImport {
  readonly bundle: ListedBundle
  readonly manifest: Manifest
  readonly counts: Map<string, Counts>
  readonly options: ImportWork
  readonly context: ImportContext
  readonly refused = new Set<string>()
  bytesRead = 0

  constructor(bundle: ListedBundle, manifest: Manifest, work: ImportWork) {
    this.bundle = bundle
    this.manifest = manifest
    this.counts = work.counts
    this.options = work
    const { now, timeZone, profileOwners, newGuardian, mayAppoint = true } = work
    this.context = createContext({
      source: manifest.source,
      now,
      timeZone,
      profileOwners,
      newGuardian,
      mayAppoint,
    })
  }

  async run(scope: Database): Promise<void> {
    for (const unit of units) {
      const present = unit.filter(({ file }) => this.isPresent(file))
      if (present.length > 0) await this.importUnit(scope, present)
    }
    for (const unit of [...units].reverse())
      for (const format of [...unit].reverse()) await this.deleteGone(scope, format)
    await this.inUnit(scope, async (transaction) => {
      await countPlaces(transaction, this.context)
      if (!this.options.isDryRun) await raiseNumbers(transaction)
      const applied = [...this.counts.values()].reduce(
        (sum, { created, changed, deleted }) => sum + created + changed + deleted,
        0,
      )
      const { options, context } = this
      if (applied > 0)
        await noteImport(transaction, {
          ...options,
          action: 'import.school',
          command: 'import',
          detail: `${context.source}: ${applied}`,
        })
    })
  }

  isPresent(file: string): boolean {
    return this.bundle.files.has(`${file}.csv`) && this.manifest.modes[file] !== 'absent'
  }

  countsOf(file: string): Counts {
    const counts = this.counts.get(`${file}.csv`) ?? noCounts()
    this.counts.set(`${file}.csv`, counts)
    return counts
  }

  async inUnit(scope: Database, work: (transaction: Database) => Promise<void>): Promise<void> {
    await scope.transaction(async (transaction) => {
      await beginImport(transaction)
      await work(transaction)
    })
  }

  async importUnit(scope: Database, unit: readonly Format[]): Promise<void> {
    const files = [...Map.groupBy(unit, ({ file }) => file)]
    const faulty = new Set<string>()
    const blocked = new Map<string, string>()
    try {
      await this.inUnit(scope, async (transaction) => {
        for (const [file, formats] of files) await this.importOne(transaction, file, formats, faulty, blocked)
        const finished = await finishUnit(transaction, this.context, unit)
        for (const fault of finished) {
          this.countsOf(fault.file.replace('.csv', '')).faulty += 1
          faulty.add(fault.file)
          this.options.onFault(fault)
        }
        if (finished.some(isOfUnit)) throw new ImportRefused()
        for (const [file, formats] of files)
          if (this.manifest.modes[file] === 'bulk') await this.markAbsent(transaction, file, formats, faulty)
        if (blocked.size > 0 || (faulty.size > 0 && !this.options.skipFaulty)) throw new ImportRefused()
      })
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error
      for (const [file] of files) this.refuse(file, faulty, blocked)
    }
  }

  refuse(file: string, faulty: ReadonlySet<string>, blocked: ReadonlyMap<string, string>): void {
    const { read, faulty: count } = this.countsOf(file)
    this.counts.set(`${file}.csv`, { ...noCounts(), read, faulty: count })
    this.refused.add(file)
    const name = `${file}.csv`
    const others = [...faulty, ...[...blocked.values()].map((other) => `${other}.csv`)].filter(
      (other) => other !== name,
    )
    const place = { file: name, line: 0, column: '' }
    if (faulty.has(name)) this.options.onNote({ ...place, reason: 'refused' })
    else this.options.onNote({ ...place, reason: 'blocked', value: [...new Set(others)].join(', ') })
  }

  async importOne(
    transaction: Database,
    file: string,
    formats: readonly Format[],
    faulty: Set<string>,
    blocked: Map<string, string>,
  ): Promise<void> {
    const { options, context, refused, bundle } = this
    const name = `${file}.csv`
    if (!bundle.files.has(name)) return
    const total = [...bundle.files.values()].reduce((sum, bytes) => sum + bytes, 0)
    const counts = this.countsOf(file)
    const onFault = (fault: Fault) => {
      counts.faulty += 1
      faulty.add(name)
      options.onFault(fault)
    }
    const onBytes = (bytes: number) => {
      this.bytesRead += bytes
      options.onProgress?.(name, this.bytesRead / total)
    }
    const listeners = { onFault, onNote: options.onNote, onBytes }
    const [{ noted } = {}] = formats
    let notedRows = 0
    const read = async function* (format: Format, isFirst: boolean) {
      for await (const batch of readCsv(bundle, name, columnsOf(format), isFirst ? listeners : {})) {
        if (isFirst && noted) notedRows += batch.rows.filter(({ cells }) => noted.isNoted(cells)).length
        yield batch
      }
    }
    await importFile(
      {
        transaction,
        context,
        name,
        read,
        refused,
        onFault,
        onNote: options.onNote,
        onRead: (rows) => {
          counts.read += rows
        },
        onOutcome: (outcome) => {
          counts[outcome] += 1
        },
        onBlocked: (other) => blocked.set(file, other),
      },
      formats,
    )
    if (noted && notedRows > 0) {
      const { column, reason } = noted
      options.onNote({ file: name, line: 0, column, reason, value: String(notedRows) })
    }
  }

  /** A bulk set deletes what it does not hold. */
  async markAbsent(
    transaction: Database,
    file: string,
    [format]: readonly Format[],
    faulty: Set<string>,
  ): Promise<void> {
    const collection = format?.collection ?? file
    const isAbsent = sql`source = ${this.context.source} and collection = ${collection} and not is_gone and not exists (
      select from import_seen where import_seen.collection = external_ids.collection and import_seen.external_id = external_ids.external_id)`
    const { rows } = await transaction.execute<{ absent: number; all: number }>(sql`
      select count(*) filter (where ${isAbsent})::int as absent, count(*)::int as all from external_ids
      where source = ${this.context.source} and collection = ${collection}`)
    const { absent = 0, all = 0 } = rows[0] ?? {}
    if (absent > all * maxDeletedShare && !this.options.allowDeletes) {
      faulty.add(`${file}.csv`)
      this.countsOf(file).faulty += 1
      this.options.onFault({
        file: `${file}.csv`,
        line: 0,
        column: '',
        reason: 'too-many-deletions',
        value: String(absent),
      })
      throw new ImportRefused()
    }
    if (absent > 0) await transaction.execute(sql`update external_ids set is_gone = true where ${isAbsent}`)
  }

  async deleteGone(scope: Database, format: Format): Promise<void> {
    if (!this.isPresent(format.file) || this.refused.has(format.file)) return
    const counts = this.countsOf(format.file)
    await this.inUnit(scope, async (transaction) => {
      const isChanged = await deleteGone(transaction, format, this.context, {
        onDeleted: () => {
          counts.deleted += 1
        },
        onFault: ({ externalId }, refusal) => {
          counts.faulty += 1
          this.options.onFault({ file: `${format.file}.csv`, line: 0, column: `sourcedId ${externalId}`, ...refusal })
        },
      })
      if (!isChanged) return
      const refused = (await finishUnit(transaction, this.context, [format])).filter(
        ({ reason }) => reason === 'appoints',
      )
      if (refused.length === 0) return
      refused.forEach(this.options.onFault)
      throw new ImportRefused()
    }).catch((error: unknown) => {
      if (!(error instanceof ImportRefused)) throw error
      const faulty = counts.faulty + 1
      this.refuse(format.file, new Set([`${format.file}.csv`]), new Map())
      Object.assign(this.countsOf(format.file), { faulty })
    })
  }
}
