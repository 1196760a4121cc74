import { stat } from 'node:fs/promises'
import type { Database } from '#server/db/client.ts'
import { ImportRefused } from '#server/integration/bundle/bundle-error.ts'
import { createContext } from '#server/integration/format-types/format.ts'
import type { Fault, Note } from '#server/integration/format-types/reasons.ts'
import { beginImport } from '#server/integration/import/finish-unit.ts'
import { type ImportWork, noCounts, noteImport } from '#server/integration/import/import-work.ts'
import type { SingleFile, SingleFileWork } from './single-file.ts'

/** Imports a single file as a whole or, if it has faults, not at all. Findings are in the order of its lines. */
export async function importSingleFile(
  scope: Database,
  path: string,
  file: SingleFile,
  options: ImportWork & { name: string },
): Promise<void> {
  const { name, skipFaulty = false, isQuiet = false } = options
  const counts = noCounts()
  options.counts.set(name, counts)
  const [faults, notes]: [Fault[], Note[]] = [[], []]
  const total = (await stat(path)).size
  let bytesRead = 0
  const work: SingleFileWork = {
    ...createContext({ source: file.name, ...options }),
    name,
    counts,
    skipFaulty,
    isQuiet,
    onFault(fault) {
      counts.faulty += 1
      faults.push(fault)
    },
    onNote: (note) => void notes.push(note),
    onBytes(bytes) {
      bytesRead += bytes
      options.onProgress?.(name, bytesRead / total)
    },
  }
  try {
    const rows = await file.read(path, work)
    await scope.transaction(async (transaction) => {
      await beginImport(transaction)
      const detail = await file.apply(transaction, rows, work)
      if (faults.length > 0 && !skipFaulty) throw new ImportRefused()
      const applied = counts.created + counts.changed
      const about = [`${name}: ${applied}`, ...(detail ? [detail] : [])].join(', ')
      if (applied > 0)
        await noteImport(transaction, {
          ...options,
          action: file.action,
          command: `import:${file.name}`,
          detail: about,
        })
    })
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    Object.assign(counts, { created: 0, changed: 0, unchanged: 0 })
    notes.push({ file: name, line: 0, column: '', reason: 'refused' })
  } finally {
    faults.toSorted(byLine).forEach(options.onFault)
    notes.toSorted(byLine).forEach(options.onNote)
  }
}

/** What is said of the whole file comes last. */
function byLine(one: Fault | Note, other: Fault | Note): number {
  return (one.line || Number.POSITIVE_INFINITY) - (other.line || Number.POSITIVE_INFINITY) || 0
}
