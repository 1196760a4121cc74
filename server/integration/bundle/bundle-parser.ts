import type { CsvColumns } from '#server/csv/read-csv.ts'
import { readTableStream, type TablePart, type TableRefusal } from '#server/csv/table-parser.ts'
import type { Note, Reason } from '#server/integration/format-types/reasons.ts'
import { openBundle } from './bundle.ts'
import { BundleError } from './bundle-error.ts'

// Runs in the process of a parser (`server/parsers/run-parser.ts`).

export type BundlePath = { path: string; known: readonly string[] }
export type BundleTable = BundlePath & { name: string; columns: CsvColumns }
export type BundleRefusal = { refusal: TableRefusal<Reason> }

/** Bytes of the known files. */
export async function listFiles({
  path,
  known,
}: BundlePath): Promise<{ files: [name: string, bytes: number][]; notes: Note[] } | BundleRefusal> {
  try {
    const { files, notes, close } = await openBundle(path, known)
    close()
    return { files: [...files].map(([name, { bytes }]) => [name, bytes]), notes }
  } catch (error) {
    return refusalOf(error)
  }
}

/** The rows of one file. */
export async function* readFile({ path, known, name, columns }: BundleTable): AsyncGenerator<TablePart<Reason>> {
  try {
    const { files, close } = await openBundle(path, known)
    try {
      const stream = await files.get(name)?.open()
      if (!stream) throw new BundleError('damaged', name)
      try {
        yield* readTableStream(stream, columns)
      } finally {
        stream.destroy()
      }
    } finally {
      close()
    }
  } catch (error) {
    yield refusalOf(error)
  }
}

function refusalOf(error: unknown): BundleRefusal {
  if (!(error instanceof BundleError)) throw error
  const { reason, value = '', line } = error
  return { refusal: { problem: reason, value, line } }
}
