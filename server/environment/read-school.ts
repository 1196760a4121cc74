import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Locale } from '#contract/enumerations.ts'
import { StartupError } from '#server/terminal/startup-error.ts'
import { joinTexts, sameInAll, type TerminalText } from '#server/terminal/terminal-language.ts'
import { expectedInRussian, schoolFile, schoolNames } from './school-file.ts'

type Logo = { url: string; type: string; content: Buffer }
type Names = Partial<Record<Locale, ReadonlyMap<string, string>>>
export type School = Omit<z.output<typeof schoolFile>, '$schema' | 'logo' | 'names'> & { logo?: Logo; names?: Names }

const demoSchoolFile = fileURLToPath(new URL('../demo/school.json', import.meta.url))

const maxLogoBytes = 100_000
const logoTypes: Record<string, string> = { '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp' }

/**
 * Reads SCHOOL_FILE. Without one the demo has a school of its own, and another installation has none. All faults of the
 * file are one `StartupError`, a line each, which names the file and the place in it. `site` replaces the site of
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
  const data = parseFile(schoolFile, source, read(source, `SCHOOL_FILE: ${source}`))
  const { $schema: _, logo, names, ...school } = data
  const isSiteMissing = (site ?? school.site) === undefined
  const links = [...(school.footer?.groups ?? []).flatMap((group) => group.links), ...(school.menu ?? [])]
  const urls = [...links.map(({ url }) => url), school.offer]
  const pathOnly = urls.find((url) => url?.startsWith('/'))
  if (isSiteMissing && pathOnly)
    throw faults(source, [
      {
        path: ['site'],
        message: {
          ru: `нужен, потому что ссылка ${pathOnly} — путь на нём`,
          en: `required, because the link ${pathOnly} is a path of it`,
        },
      },
    ])
  const onSite = (url: string) => (url.startsWith('/') ? `${site ?? school.site}${url}` : url)
  return {
    ...withAddresses(school, onSite),
    ...(logo !== undefined && { logo: readLogo(source, logo) }),
    ...(names && { names: readNames(source, names) }),
  }
}

/** Links may be paths of the site of the school. */
function withAddresses<Given extends Pick<School, 'footer' | 'menu' | 'offer'>>(
  school: Given,
  onSite: (url: string) => string,
): Given {
  const onSiteAll = <Link extends { url: string }>(links: readonly Link[]) =>
    links.map((link) => ({ ...link, url: onSite(link.url) }))
  const { footer, menu, offer } = school
  return {
    ...school,
    ...(footer?.groups && {
      footer: { ...footer, groups: footer.groups.map((group) => ({ ...group, links: onSiteAll(group.links) })) },
    }),
    ...(menu && { menu: onSiteAll(menu) }),
    ...(offer !== undefined && { offer: onSite(offer) }),
  }
}

function parseFile<Schema extends z.ZodType>(schema: Schema, source: string, content: Buffer): z.output<Schema> {
  const json = parseJson(source, content)
  const { data, error } = schema.safeParse(json)
  if (error) throw faults(source, issuesOf(schema, json, error.issues))
  return data
}

function parseJson(source: string, text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    const reason = (error as Error).message
    throw new StartupError({
      ru: `SCHOOL_FILE: ${source}: не JSON: ${reason}.`,
      en: `SCHOOL_FILE: ${source}: not JSON: ${reason}.`,
    })
  }
}

function readNames(source: string, files: Partial<Record<Locale, string>>): Names {
  return Object.fromEntries(
    Object.entries(files).map(([language, name]) => {
      const path = resolve(dirname(source), name)
      const content = read(path, `SCHOOL_FILE: ${source}: names.${language}: ${name}`)
      return [language, new Map(Object.entries(parseFile(schoolNames, path, content)))]
    }),
  )
}

function readLogo(source: string, name: string): Logo {
  const content = read(resolve(dirname(source), name), `SCHOOL_FILE: ${source}: logo: ${name}`)
  if (content.length > maxLogoBytes)
    throw faults(source, [
      {
        path: ['logo'],
        message: {
          ru: `${name} больше ${maxLogoBytes / 1000} кБ`,
          en: `${name} has more than ${maxLogoBytes / 1000} kB`,
        },
      },
    ])
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
    const reason = isMissing ? { ru: 'такого файла нет', en: 'no such file' } : sameInAll((error as Error).message)
    throw new StartupError({ ru: `${what}: ${reason.ru}.`, en: `${what}: ${reason.en}.` })
  }
}

type Fault = { path: readonly PropertyKey[]; message: TerminalText }

/** The same faults of the file in Russian and English. */
function issuesOf(schema: z.ZodType, json: unknown, english: readonly z.core.$ZodIssue[]): Fault[] {
  const russian = schema.safeParse(json, { error: z.locales.ru().localeError }).error?.issues ?? []
  return english.map(({ path, message: en }, at) => ({
    path,
    message: { ru: translated(en) ?? russian[at]?.message ?? en, en },
  }))
}

function translated(text: string): string | undefined {
  return text in expectedInRussian ? expectedInRussian[text as keyof typeof expectedInRussian] : undefined
}

function faults(source: string, issues: readonly Fault[]): StartupError {
  const lines = issues.map(({ path, message: { ru, en } }) => {
    const place = placeOf(path)
    return { ru: `  ${place || 'файл'}: ${ru}`, en: `  ${place || 'the file'}: ${en}` }
  })
  return new StartupError(joinTexts([sameInAll(`SCHOOL_FILE: ${source}:`), ...lines], '\n'))
}

/** `footer.groups[0].title`. */
function placeOf(path: readonly PropertyKey[]): string {
  const place = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return place.replace(/^\./, '')
}
