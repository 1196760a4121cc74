import { basename } from 'node:path'
import type { Database } from '#server/db/client.ts'
import { describeFinding, type Fault, type Note } from '#server/integration/format-types/reasons.ts'
import type { ImportOptions } from '#server/integration/import/import-work.ts'
import { importSchool } from '#server/integration/import-runs/import-school.ts'

/** Imports a single file. Findings are English texts with their line, without the name of the file. */
export async function importSingle(database: Database, path: string, options: ImportOptions) {
  const found: Record<'faults' | 'notes', string[]> = { faults: [], notes: [] }
  const textOf = (finding: Fault | Note) =>
    describeFinding(finding, 'en')
      .slice(basename(path).length + 1)
      .trim()
  const report = await importSchool(database, path, {
    ...options,
    onFault: (fault) => found.faults.push(textOf(fault)),
    onNote: (note) => found.notes.push(textOf(note)),
  })
  const { read = 0, created = 0, changed = 0, unchanged = 0, faulty = 0 } = report.files[0] ?? {}
  return { read, created, changed, unchanged, faulty, ...found }
}
