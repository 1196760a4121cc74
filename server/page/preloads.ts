import type { Locale, RouteName } from '#contract/enumerations.ts'

/** Vite's manifest: chunks by the source they were made of. */
export type Manifest = Record<string, { file: string; imports?: string[] }>

const entry = 'index.html'

const lateWiring = 'src/late-wiring.ts'

/** What a page loads by itself as soon as it is drawn at this address. */
const partsAt: Partial<Record<RouteName, (address: string) => string>> = {
  schedule: (address) => `src/routes/-schedule/${/[?&]view=week(&|$)/.test(address) ? 'week' : 'month'}-view.tsx`,
  admin: (address) => `src/routes/-admin/${/[?&]tab=audit(&|$)/.test(address) ? 'audit-log' : 'user-rows'}.tsx`,
  'oauth-result': () => lateWiring,
  logout: () => lateWiring,
  500: () => lateWiring,
}

/** Files that the route's page and its words consist of, beyond those that the document loads anyway. */
export function preloadsOf(
  manifest: Manifest,
  { route, address, language }: { route: RouteName | null; address: string; language: Locale },
): string[] {
  const loaded = filesOf(manifest, entry)
  const screen = `src/routes/-${route}`
  const ofRoute = route === null ? [] : [`${screen}/page.tsx`, `${screen}/words.${language}.po`]
  const part = route === null ? undefined : partsAt[route]?.(address)
  const wanted = [`src/locales/${language}/messages.po`, ...ofRoute, ...(part === undefined ? [] : [part])]
  const files = new Set(wanted.flatMap((source) => [...filesOf(manifest, source)]))
  return [...files].filter((file) => !loaded.has(file))
}

function filesOf(manifest: Manifest, source: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[source]
  if (!chunk || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, found)
  return found
}
