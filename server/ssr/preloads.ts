import type { Locale, RouteName } from '#contract/enumerations.ts'

/** Vite's manifest: chunks by the source they were made of. */
export type Manifest = Record<string, { file: string; imports?: string[] }>

const entry = 'index.html'

/** Files that a screen's page and its words consist of, beyond those that the document loads anyway. */
export function preloadsOf(
  manifest: Manifest,
  { screen, language }: { screen: RouteName; language: Locale },
): string[] {
  const loaded = filesOf(manifest, entry)
  const wanted = [`src/locales/${language}/messages.po`, `src/routes/-${screen}/page.tsx`]
  const files = new Set(wanted.flatMap((source) => filesOf(manifest, source)))
  return [...files].filter((file) => !loaded.includes(file))
}

/** The file built from a source, then all that it imports. */
export function filesOf(manifest: Manifest, source: string, found = new Set<string>()): string[] {
  const chunk = manifest[source]
  if (!chunk || found.has(chunk.file)) return [...found]
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, found)
  return [...found]
}
