import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { build, type Manifest, type Rolldown } from 'vite'

type Files = Set<string>

/** Bytes after brotli 11 of what each page makes the browser fetch, Russian words included; largest first. */
export async function weightOfPages(dist: string): Promise<{ page: string; script: number; style: number }[]> {
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (entry === undefined) throw new Error('The manifest names no entry')
  const shared = union(filesOf(manifest, entry), filesOf(manifest, 'src/locales/ru/messages.po'))
  const pages = Object.keys(manifest).filter((key) => /^src\/routes\/.+\/page\.tsx$/.test(key))
  const weigh = weigher(dist)
  const rows = await Promise.all(
    pages.map(async (page) => {
      const words = page.replace(/[^/]+$/, 'words.ru.po')
      const files = [...union(shared, union(filesOf(manifest, page), filesOf(manifest, words)))]
      const [script, style] = await Promise.all(
        ['.js', '.css'].map((ending) => weigh(files.filter((file) => file.endsWith(ending)))),
      )
      return { page, script: script ?? 0, style: style ?? 0 }
    }),
  )
  return rows.sort((one, other) => other.script + other.style - one.script - one.style)
}

/** Bytes after brotli 11 of the libraries alone, each used once (tests/bench/bare). */
export async function weightOfBareStack(): Promise<number> {
  process.env.NODE_ENV = 'production'
  const built = (await build({
    configFile: false,
    // The libraries' «use client» would be warned about one by one.
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: 'tests/bench/bare/main.tsx' },
    },
  })) as Rolldown.RolldownOutput
  const sizes = await Promise.all(
    built.output.map((file) => (file.type === 'chunk' ? brotliSize(Buffer.from(file.code)) : 0)),
  )
  return sizes.reduce((all, one) => all + one, 0)
}

/** A chunk with everything that it imports at once; what it imports later is another fetch. */
function filesOf(manifest: Manifest, key: string, files: Files = new Set()): Files {
  const chunk = manifest[key]
  if (chunk === undefined || files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const style of chunk.css ?? []) files.add(style)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, files)
  return files
}

function union(one: Files, other: Files): Files {
  return new Set([...one, ...other])
}

function weigher(dist: string) {
  const known = new Map<string, Promise<number>>()
  const one = (file: string) => {
    const size = known.get(file) ?? readFile(join(dist, file)).then(brotliSize)
    known.set(file, size)
    return size
  }
  return async (files: readonly string[]) => (await Promise.all(files.map(one))).reduce((all, size) => all + size, 0)
}

async function brotliSize(content: Buffer): Promise<number> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  return (await promisify(brotliCompress)(content, { params })).length
}
