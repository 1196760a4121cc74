import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise } from 'yauzl'
import { documentKindOf, fileKindOf } from '#server/csv/file-kind.ts'
import type { Note } from '#server/integration/format-types/reasons.ts'
import { BundleError } from './bundle-error.ts'

type BundleFile = { bytes: number; open(): Promise<Readable> }
export type Bundle = { files: Map<string, BundleFile>; notes: Note[]; close(): void }

/** `entries` are all in the directory of a zip, with its folders; bytes are those of all files when unpacked. */
const bundleLimits = { files: 200, entries: 1000, bytes: 2 * 2 ** 30, ratio: 200, ratioFromBytes: 50 * 2 ** 20 }

/**
 * Opens a zip or a folder. Known files are found in one folder, at the top or below, whatever the case of their names:
 * many people pack a folder. What Finder and Windows add is passed over; any other file is noted.
 */
export async function openBundle(path: string, known: readonly string[]): Promise<Bundle> {
  const isFolder = (await stat(path)).isDirectory()
  const { entries, close } = isFolder ? await openFolder(path) : await openZip(path)
  try {
    return { ...filesOf(entries, known), close }
  } catch (error) {
    close()
    throw error
  }
}

/** Files by their path in the bundle, with slashes. */
type Entries = Map<string, BundleFile>

function filesOf(entries: Entries, known: readonly string[]): Pick<Bundle, 'files' | 'notes'> {
  const names = new Map(known.map((name) => [name.toLowerCase(), name]))
  const paths = [...entries.keys()].filter((path) => !addedBySystem.test(path))
  const nameOf = (path: string) => names.get(posix.basename(path).toLowerCase())
  const [folder = '', ...others] = new Set(paths.filter(nameOf).map((path) => posix.dirname(path)))
  if (others.length > 0) throw new BundleError('several-folders', [folder, ...others].join(', '))
  const files = new Map<string, BundleFile>()
  const notes: Note[] = []
  for (const path of paths) {
    const file = entries.get(path)
    const name = nameOf(path)
    if (name === undefined || !file) notes.push({ file: path, line: 0, column: '', reason: 'ignored-file' })
    else if (files.has(name)) throw new BundleError('damaged', `${name} × 2`)
    else files.set(name, file)
  }
  if (files.size > 0) return { files, notes }
  const document = documentKindOf(paths)
  if (document) throw new BundleError('office-document', document)
  throw new BundleError('no-files', paths.slice(0, 3).join(', ') || '—')
}

const addedBySystem = /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i

/** Files at the top; if the folder has only another folder, those of that one. */
async function openFolder(path: string): Promise<{ entries: Entries; close: () => void }> {
  const entries: Entries = new Map()
  const found = (await readdir(path, { withFileTypes: true })).filter(({ name }) => !addedBySystem.test(name))
  const [only] = found
  if (found.length === 1 && only?.isDirectory()) return openFolder(join(path, only.name))
  for (const entry of found.filter((one) => one.isFile())) {
    const place = join(path, entry.name)
    entries.set(entry.name, { bytes: (await stat(place)).size, open: async () => createReadStream(place) })
  }
  return { entries, close: () => undefined }
}

/**
 * yauzl refuses paths out of the archive and entries of another size than they declare; backslashes, with which old
 * programs for Windows separate folders, become slashes.
 */
async function openZip(path: string): Promise<{ entries: Entries; close: () => void }> {
  const zip = await openPromise(path, { autoClose: false }).catch((error) => throwOtherFile(path, error))
  const entries: Entries = new Map()
  const places: Place[] = []
  let bytes = 0
  try {
    if (zip.entryCount > bundleLimits.entries) throw new BundleError('too-many-files', String(bundleLimits.entries))
    for await (const entry of zip.eachEntry()) {
      places.push({ start: entry.relativeOffsetOfLocalHeader, bytes: entry.compressedSize })
      if (entry.fileName.endsWith('/')) continue
      bytes += entry.uncompressedSize
      if (entries.has(entry.fileName)) throw new BundleError('damaged', `${entry.fileName} × 2`)
      entries.set(entry.fileName, { bytes: entry.uncompressedSize, open: () => openEntry(entry) })
      if (entries.size > bundleLimits.files) throw new BundleError('too-many-files', String(bundleLimits.files))
      if (bytes > bundleLimits.bytes || isBomb(entry)) throw new BundleError('too-large', sizeText(entry))
    }
    if (doOverlap(places)) throw new BundleError('damaged', 'overlapping files')
  } catch (error) {
    zip.close()
    throwDamaged(error)
  }
  return { entries, close: () => zip.close() }

  async function openEntry(entry: Entry): Promise<Readable> {
    if (entry.isEncrypted()) throw new BundleError('damaged', 'encrypted')
    const stream = await zip.openReadStreamPromise(entry).catch(throwDamaged)
    const checked = stream.pipe(checkSum(entry))
    stream.on('error', (error) => checked.destroy(new BundleError('damaged', error.message)))
    return checked
  }
}

type Place = { start: number; bytes: number }

/** Whether files share bytes: then a small zip has many large ones. */
function doOverlap(places: readonly Place[]): boolean {
  const ordered = places.toSorted((one, other) => one.start - other.start)
  return ordered.some(({ start, bytes }, at) => start + bytes >= (ordered[at + 1]?.start ?? Number.POSITIVE_INFINITY))
}

function isBomb({ uncompressedSize, compressedSize }: Entry): boolean {
  return uncompressedSize > bundleLimits.ratioFromBytes && uncompressedSize > compressedSize * bundleLimits.ratio
}

function sizeText(entry: Entry): string {
  return isBomb(entry) ? `1:${bundleLimits.ratio}` : `${bundleLimits.bytes / 2 ** 30} GiB`
}

function checkSum(entry: Entry): Transform {
  let sum = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      sum = crc32(chunk, sum)
      done(null, chunk)
    },
    flush: (done) => done(sum === entry.crc32 ? null : new BundleError('damaged', 'CRC-32')),
  })
}

/** Says what a file is that cannot be opened as a zip. */
async function throwOtherFile(path: string, error: unknown): Promise<never> {
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(200), 0, 200, 0)
  await file.close()
  const kind = fileKindOf(buffer.subarray(0, bytesRead))
  if (kind === 'ZIP') throwDamaged(error)
  throw kind ? new BundleError('other-archive', kind) : new BundleError('not-a-zip')
}

function throwDamaged(error: unknown): never {
  if (error instanceof BundleError) throw error
  throw new BundleError('damaged', error instanceof Error ? error.message : String(error))
}
