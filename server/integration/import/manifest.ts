import { type ListedBundle, readCsv } from '#server/integration/bundle/read-bundle.ts'
import { reference } from '#server/integration/format-types/cell-kinds.ts'
import type { Columns } from '#server/integration/format-types/format.ts'
import type { Fault, Note } from '#server/integration/format-types/reasons.ts'
import { fileNames } from '#server/integration/formats/units.ts'

const modes = ['bulk', 'delta', 'absent'] as const
type Mode = (typeof modes)[number]
export type Manifest = {
  /** Where the ids come from. */
  source: string
  modes: Record<string, Mode>
}

const manifestColumns: Columns = {
  propertyName: { kind: reference, isRequired: true },
  value: { kind: reference, isRequired: false },
}

const version = '1.2'

/** Reads `manifest.csv`. Without it all files are `delta`. */
export async function readManifest(
  bundle: ListedBundle,
  { onFault, onNote }: { onFault: (fault: Fault) => void; onNote: (note: Note) => void },
): Promise<Manifest> {
  const name = 'manifest.csv'
  const manifest: Manifest = { source: 'import', modes: {} }
  if (!bundle.files.has(name)) {
    onNote({ file: name, line: 0, column: '', reason: 'no-manifest' })
    return manifest
  }
  for await (const { rows } of readCsv(bundle, name, manifestColumns, { onFault, onNote })) {
    for (const { line, cells } of rows) {
      const { propertyName = '', value = '' } = cells
      const fault = (reason: Fault['reason']) => onFault({ file: name, line, column: 'value', reason, value })
      const [, listed] = /^file\.(.+)$/.exec(propertyName) ?? []
      const mode = modes.find((one) => one === value.toLowerCase())
      if (propertyName === 'source.systemCode' && value !== '') manifest.source = value
      if (propertyName === 'oneroster.version' && value !== version) fault('other-version')
      // A line without a value says nothing about its file.
      if (listed === undefined || value === '') continue
      if (!mode) fault('not-listed')
      else if (mode !== 'absent' && fileNames.includes(listed) && !bundle.files.has(`${listed}.csv`))
        onFault({ file: name, line, column: propertyName, reason: 'not-in-bundle' })
      else manifest.modes[listed] = mode
    }
  }
  return manifest
}
