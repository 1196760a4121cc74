import { basename } from 'node:path'

const vagueNames = /^(utils?|helpers?|common|misc|types|index|constants|service|manager)\./

/** A file whose name does not say what is in it. The router names its index routes. */
export function vagueNameOf(path: string): string[] {
  const name = basename(path)
  const isIndexRoute = path.startsWith('src/routes/') && name === 'index.tsx'
  return vagueNames.test(name) && !isIndexRoute ? [`${path}: the name ${name} does not say what is in it`] : []
}

/** Components of a page that always return null: they only run hooks, which gets around the ban of effects in pages. */
export function emptyComponentsIn(path: string, source: string): string[] {
  return [...source.matchAll(/\bfunction ([A-Z]\w*)[\s\S]*?\n}/g)].flatMap(([body, name]) => {
    const returned = [...body.matchAll(/\breturn\b(.*)/g)].map(([, value]) => value?.trim())
    const isEmpty = returned.length > 0 && !body.includes('throw ') && returned.every((value) => value === 'null')
    return isEmpty ? [`${path}: ${name} renders nothing: make it a hook`] : []
  })
}
