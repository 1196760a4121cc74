import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline as pipelineOf, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Files of FILES_DIR, encrypted as they are written (AES-256-GCM). Each has a random key, used once, which the caller keeps
 * elsewhere: a copy of the disk alone shows nothing, and a file whose key is gone is gone.
 */
const algorithm = 'aes-256-gcm'
const sizes = { key: 32, nonce: 12, tag: 16 }
const unfinishedEnd = '.unfinished'

type StoredFile = { key: string; bytes: number }

function folderOf(directory: string): string {
  return join(directory, 'data-exports')
}

function partsOf(key: string): { secret: Buffer; nonce: Buffer } {
  const whole = Buffer.from(key, 'base64url')
  return { secret: whole.subarray(0, sizes.key), nonce: whole.subarray(sizes.key) }
}

/** Writes a file whole or not at all. Returns its key and the bytes of its content. */
export async function storeFile(directory: string, name: string, content: Readable): Promise<StoredFile> {
  const folder = folderOf(directory)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const key = randomBytes(sizes.key + sizes.nonce).toString('base64url')
  const { secret, nonce } = partsOf(key)
  const path = join(folder, name)
  const unfinished = path + unfinishedEnd
  try {
    const cipher = createCipheriv(algorithm, secret, nonce)
    await pipeline(content, cipher, createWriteStream(unfinished, { mode: 0o600 }))
    const file = await open(unfinished, 'a')
    try {
      await file.write(cipher.getAuthTag())
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
    return { key, bytes: (await stat(path)).size - sizes.tag }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** The content of a file; null without it. Throws for one that was changed, before anything of it is read. */
export async function openFile(directory: string, name: string, key: string): Promise<Readable | null> {
  const path = join(folderOf(directory), name)
  const file = await open(path).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!file) return null
  const tag = Buffer.alloc(sizes.tag)
  const end = await readTag(file, tag).finally(() => file.close())
  const { secret, nonce } = partsOf(key)
  const decrypted = () => {
    const decipher = createDecipheriv(algorithm, secret, nonce)
    decipher.setAuthTag(tag)
    // A failure destroys the decipher with it, whose reader sees it.
    return pipelineOf(createReadStream(path, { end: end - 1 }), decipher, () => undefined)
  }
  // The tag is compared at the end: a reader would have the whole wrong content by then.
  for await (const _ of decrypted());
  return decrypted()
}

/** Returns where the content ends. */
async function readTag(file: FileHandle, tag: Buffer): Promise<number> {
  const end = (await file.stat()).size - sizes.tag
  await file.read(tag, 0, sizes.tag, end)
  return end
}

export async function removeFile(directory: string, name: string): Promise<void> {
  await rm(join(folderOf(directory), name), { force: true })
}

/** Removes the files that are not wanted, also unfinished ones of servers that died. Returns how many. */
export async function removeOtherFiles(directory: string, wanted: ReadonlySet<string>, now: Date): Promise<number> {
  const folder = folderOf(directory)
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  let removed = 0
  for (const name of names) {
    if (wanted.has(name.replace(unfinishedEnd, ''))) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    // It may have been begun after the wanted files were read.
    if (!found || now.getTime() - found.mtimeMs < newMs) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

/** Milliseconds in which a file is new. */
const newMs = 10 * 60_000

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
