import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise } from 'yauzl'
import type { Note, Reason } from './reasons.ts'

/** A fault of the whole bundle or file, which ends its reading. */
export class BundleError extends Error {
  readonly reason: Reason
  readonly value: string | undefined
  readonly line: number

  constructor(reason: Reason, value?: string, line = 0) {
    super(reason)
    this.reason = reason
    this.value = value
    this.line = line
  }
}

export type BundleFile = { bytes: number; open(): Promise<Readable> }
export type Bundle = { files: Map<string, BundleFile>; notes: Note[]; close(): void }

const bundleLimits = { files: 200, bytes: 8 * 2 ** 30, ratio: 200, ratioFromBytes: 50 * 2 ** 20 }

/** Opens a zip or a folder. Only known files at its top are read. */
export async function openBundle(path: string, known: readonly string[]): Promise<Bundle> {
  const bundle = (await stat(path)).isDirectory() ? await openFolder(path) : await openZip(path)
  for (const name of [...bundle.files.keys()].filter((name) => !known.includes(name))) {
    bundle.files.delete(name)
    bundle.notes.push({ file: name, line: 0, column: '', reason: 'ignored-file' })
  }
  if (bundle.files.size > 0) return bundle
  bundle.close()
  throw new BundleError('no-files')
}

async function openFolder(path: string): Promise<Bundle> {
  const files = new Map<string, BundleFile>()
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const place = join(path, entry.name)
    if (entry.isFile())
      files.set(entry.name, { bytes: (await stat(place)).size, open: async () => createReadStream(place) })
  }
  return { files, notes: [], close: () => undefined }
}

/** yauzl refuses paths out of the archive and entries of another size than they declare. */
async function openZip(path: string): Promise<Bundle> {
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch(throwDamaged)
  const files = new Map<string, BundleFile>()
  let bytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      bytes += entry.uncompressedSize
      if (files.has(entry.fileName)) throw new BundleError('damaged', `${entry.fileName} × 2`)
      files.set(entry.fileName, { bytes: entry.uncompressedSize, open: () => openEntry(entry) })
      if (files.size > bundleLimits.files) throw new BundleError('too-many-files', String(bundleLimits.files))
      if (bytes > bundleLimits.bytes || isBomb(entry)) throw new BundleError('too-large', sizeText(entry))
    }
  } catch (error) {
    zip.close()
    throwDamaged(error)
  }
  return { files, notes: [], close: () => zip.close() }

  async function openEntry(entry: Entry): Promise<Readable> {
    if (entry.isEncrypted()) throw new BundleError('damaged', 'encrypted')
    const stream = await zip.openReadStreamPromise(entry).catch(throwDamaged)
    const checked = stream.pipe(checkSum(entry))
    stream.on('error', (error) => checked.destroy(new BundleError('damaged', error.message)))
    return checked
  }
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

function throwDamaged(error: unknown): never {
  if (error instanceof BundleError) throw error
  throw new BundleError('damaged', error instanceof Error ? error.message : String(error))
}

/** The name of a bundle in findings. */
export const nameOf = basename
