import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { StartupError } from '#server/startup-error.ts'
import { schoolFile } from './school-file.ts'

type Logo = { url: string; type: string; content: Buffer }
export type School = Omit<z.output<typeof schoolFile>, '$schema' | 'logo'> & { logo?: Logo }

const demoSchoolFile = fileURLToPath(new URL('../demo/school.json', import.meta.url))

const maxLogoBytes = 100_000
const logoTypes: Record<string, string> = { '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp' }

/**
 * Reads SCHOOL_FILE. Without one the demo has a school of its own, and another installation has none. All faults of the
 * file are one `StartupError`, a line each, which names the file and the place in it (D-21). `site` replaces the site of
 * the file.
 */
export function readSchool({
  path,
  isDemo,
  site,
}: {
  path: string | undefined
  isDemo: boolean
  site: string | undefined
}): School {
  const source = path ?? (isDemo ? demoSchoolFile : undefined)
  if (source === undefined) return {}
  const { data, error } = schoolFile.safeParse(parseJson(source))
  if (error) throw faults(source, error.issues)
  const { $schema: _, logo, ...school } = data
  const isSiteMissing = (site ?? school.site) === undefined
  const urls = [...(school.footer?.groups ?? []).flatMap(({ links }) => links.map(({ url }) => url)), school.offer]
  const pathOnly = urls.find((url) => url?.startsWith('/'))
  if (isSiteMissing && pathOnly)
    throw faults(source, [{ path: ['site'], message: `required, because the link ${pathOnly} is a path of it` }])
  return logo === undefined ? school : { ...school, logo: readLogo(source, logo) }
}

function parseJson(source: string): unknown {
  const text = read(source, `SCHOOL_FILE: ${source}`)
  try {
    return JSON.parse(text.toString('utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new StartupError(`SCHOOL_FILE: ${source}: not JSON: ${(error as Error).message}.`)
  }
}

function readLogo(source: string, name: string): Logo {
  const content = read(resolve(dirname(source), name), `SCHOOL_FILE: ${source}: logo: ${name}`)
  if (content.length > maxLogoBytes)
    throw faults(source, [{ path: ['logo'], message: `${name} has more than ${maxLogoBytes / 1000} kB` }])
  const type = logoTypes[extname(name).toLowerCase()]
  if (type === undefined) throw new Error(`no media type of ${name}`)
  const version = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return { url: `/school/logo-${version}${extname(name).toLowerCase()}`, type, content }
}

function read(path: string, what: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new StartupError(`${what}: ${isMissing ? 'no such file' : (error as Error).message}.`)
  }
}

type Fault = { path: readonly PropertyKey[]; message: string }

function faults(source: string, issues: readonly Fault[]): StartupError {
  const lines = issues.map(({ path, message }) => `  ${placeOf(path)}: ${message}`)
  return new StartupError([`SCHOOL_FILE: ${source}:`, ...lines].join('\n'))
}

/** `footer.groups[0].title`. */
function placeOf(path: readonly PropertyKey[]): string {
  const place = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return place.replace(/^\./, '') || 'the file'
}
