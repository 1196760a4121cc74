import { basename } from 'node:path'
import { TransactionRollbackError } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { BundleError } from '#server/integration/bundle/bundle-error.ts'
import { importBundle } from '#server/integration/import/import-bundle.ts'
import type { ImportOptions, ImportReport, ImportWork } from '#server/integration/import/import-work.ts'
import { importSingleFile } from '#server/integration/single-files/import-single-file.ts'
import { singleFileOf } from '#server/integration/single-files/recognise.ts'

/**
 * Imports a zip or a folder with files of a school, or a single file, which its first line distinguishes. Every import is
 * made by this function: it reports findings, progress and counts in one way, and rolls a dry run back.
 */
export async function importSchool(database: Database, path: string, options: ImportOptions): Promise<ImportReport> {
  const name = options.name ?? basename(path)
  let faults = 0
  const work: ImportWork = {
    onNote: () => undefined,
    ...options,
    name,
    counts: new Map(),
    onFault(fault) {
      faults += 1
      options.onFault?.(fault)
    },
  }
  try {
    const file = await singleFileOf(path, options.as)
    await inTransaction(database, options.isDryRun ?? false, (scope) =>
      file ? importSingleFile(scope, path, file, { ...work, name }) : importBundle(scope, path, work),
    )
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    const { line, reason, value } = error
    work.onFault({ file: name, line, column: '', reason, value })
  }
  return { files: [...work.counts].map(([file, some]) => ({ file, ...some })), faults }
}

/** A dry run is one transaction that is rolled back. */
async function inTransaction(database: Database, isDryRun: boolean, run: (scope: Database) => Promise<void>) {
  if (!isDryRun) return run(database)
  try {
    await database.transaction(async (transaction) => {
      await run(transaction)
      transaction.rollback()
    })
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error
  }
}
