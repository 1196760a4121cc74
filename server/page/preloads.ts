import type { Locale, RouteName } from '#contract/enumerations.ts'

/** Vite's manifest: chunks by the source they were made of. */
export type Manifest = Record<string, { file: string; imports?: string[] }>

const entry = 'index.html'

/** Sources that a page loads by itself as soon as it is drawn at this address. */
const partsAt: Partial<Record<RouteName, (address: string) => string>> = {
  schedule: (address) => (/[?&]view=week(&|$)/.test(address) ? 'week-view.tsx' : 'month-view.tsx'),
}

/** Files that the route's page and its words consist of, beyond those that the document loads anyway. */
export function preloadsOf(
  manifest: Manifest,
  { route, address, language }: { route: RouteName | null; address: string; language: Locale },
): string[] {
  const loaded = filesOf(manifest, entry)
  const ofRoute = route === null ? [] : ['page.tsx', `words.${language}.po`, partsAt[route]?.(address)]
  const wanted = [
    `src/locales/${language}/messages.po`,
    ...ofRoute.flatMap((source) => (source ? [`src/routes/-${route}/${source}`] : [])),
  ]
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
