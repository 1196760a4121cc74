import { basename } from 'node:path'
import type { Database } from '#server/db/client.ts'
import { importRuns } from '#server/db/schema/integration.ts'
import { cleanFileName } from '#server/http/file-names.ts'
import type { Fault, Note } from '#server/integration/format-types/reasons.ts'
import type { ImportOptions, ImportReport } from '#server/integration/import/import-work.ts'
import { collectFindings } from './import-runs.ts'
import { importSchool } from './import-school.ts'

/** Imports what the command names, and notes it in the history of the import page. */
export async function importByCommand(database: Database, path: string, options: ImportOptions): Promise<ImportReport> {
  const { findings, add } = collectFindings()
  const noting =
    <Finding extends Fault | Note>(report: ((finding: Finding) => void) | undefined) =>
    (finding: Finding) => {
      add(finding)
      report?.(finding)
    }
  const { onFault, onNote, isDryRun, now } = options
  const report = await importSchool(database, path, { ...options, onFault: noting(onFault), onNote: noting(onNote) })
  const { files, faults } = report
  if (!isDryRun)
    await database.insert(importRuns).values({
      fileName: cleanFileName(basename(path), { maxLength: 150, fallback: 'school.zip' }),
      isCommand: true,
      createdAt: now,
      state: 'applied',
      finishedAt: new Date(),
      progress: 1,
      files,
      faults,
      findings,
    })
  return report
}
