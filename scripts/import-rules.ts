import { posix } from 'node:path'
import { parseSync } from 'vite'

/**
 * Who may import whom. A place is a file, a folder (`src/ui/`), a package (`react`), a scope (`@radix-ui/`) or `node:`.
 * `may` lists everything allowed; `never` and `typesOnly` list exceptions from everything. Biome cannot say the last.
 */
type Rule = {
  in: string
  may?: readonly string[]
  never?: readonly string[]
  typesOnly?: readonly string[]
  /** Values that may be taken from a package or file; types are free. */
  names?: Record<string, readonly string[]>
  /** Values that may not be taken. `*` is the whole module. */
  neverNames?: Record<string, readonly string[]>
}

const react = ['react', 'react-dom', '@xstate/react', '@lingui/react']
const contractValues = [
  'enumerations',
  'roles',
  'problem',
  'return-path',
  'addresses',
  'change-steps',
  'purchase-steps',
  'screens',
  'screen-searches',
  'search',
  'landing',
  'limits',
  'opened-book',
  'person-name',
  'phone',
  'rich-text',
  'travel',
].map((name) => `contract/${name}.ts`)

const rules: readonly Rule[] = [
  { in: 'contract/', may: ['contract/', 'zod'] },
  { in: 'src/machines/', may: ['src/machines/', 'contract/', 'xstate'] },
  {
    in: 'src/api/',
    may: ['src/api/', 'contract/', 'ofetch', 'qs', '@tanstack/react-query'],
    names: { '@tanstack/react-query': ['queryOptions'] },
  },
  { in: 'src/ui/', may: ['src/ui/', 'react', 'react-dom', '@radix-ui/', '@tanstack/react-virtual'] },
  {
    in: 'src/routes/',
    never: ['src/query-client.ts', 'src/api/http.ts', 'src/create-app.tsx', 'ofetch'],
    typesOnly: ['src/machines/', 'src/wiring.ts', 'src/router.ts'],
    neverNames: { react: ['useEffect', 'useLayoutEffect', 'useInsertionEffect', '*', 'default'] },
  },
  { in: 'src/wiring.ts', never: ['src/ui/', 'src/routes/', '@tanstack/react-router', ...react] },
  { in: 'src/flow-wiring.ts', never: ['src/ui/', 'src/routes/', '@tanstack/react-router', ...react] },
  { in: 'src/code-wiring.ts', never: ['src/ui/', 'src/routes/', '@tanstack/react-router', ...react] },
  { in: 'src/threshold-wiring.ts', never: ['src/ui/', 'src/routes/', '@tanstack/react-router', ...react] },
  { in: 'src/ticket-wiring.ts', never: ['src/ui/', 'src/routes/', '@tanstack/react-router', ...react] },
  { in: 'src/schedule-change-wiring.ts', never: ['src/ui/', 'src/routes/', '@tanstack/react-router', ...react] },
  { in: 'src/purchase-wiring.ts', never: ['src/ui/', 'src/routes/', '@tanstack/react-router', ...react] },
  {
    in: 'src/school/',
    may: ['src/school/', 'src/i18n/', 'src/ui/', 'contract/', 'dayjs', '@lingui/core'],
    typesOnly: ['src/ui/'],
  },
  { in: 'src/', never: ['server/', 'tests/', 'scripts/', 'node:', 'zod'] },
  { in: 'server/', never: ['src/', 'tests/', 'scripts/', 'xstate', ...react] },
  { in: '', never: ['src/main.tsx'] },
]

/** What is put together of everything else is imported by those who start it; its types are in `server/surroundings.ts`. */
const onlyImporters: Record<string, readonly string[]> = { 'server/app.ts': ['server/main.ts', 'tests/'] }

const namesThatSayNothing = /^(utils?|helpers?|common|misc|types|index|constants|service|manager)\./

type Import = { specifier: string; target: string; values: string[] }

/** What the house says against a file: one sentence each, none when all is well. `path` is relative to the repository. */
export function complaintsAbout(path: string, source: string): string[] {
  return [...nameComplaints(path), ...importsIn(path, source).flatMap((one) => importComplaints(path, one))]
}

function nameComplaints(path: string): string[] {
  const name = posix.basename(path)
  const isIndexRoute = path.startsWith('src/routes/') && name === 'index.tsx'
  return namesThatSayNothing.test(name) && !isIndexRoute ? [`${path}: «${name}» does not say what is in it`] : []
}

function importComplaints(path: string, { specifier, target, values }: Import): string[] {
  const found: string[] = []
  // Only a file at the root has no other name.
  if (specifier.startsWith('../') && target.includes('/')) found.push('goes up the tree: use a # address')
  for (const rule of rules.filter(({ in: place }) => isIn(path, place))) {
    if (rule.may && !isInAny(target, rule.may)) found.push(`is not among what ${rule.in} may import`)
    if (rule.never && isInAny(target, rule.never)) found.push(`may not be imported in ${rule.in || 'any file'}`)
    if (values.length === 0) continue
    if (rule.typesOnly && isInAny(target, rule.typesOnly)) found.push(`gives ${rule.in} only types: use import type`)
    const allowed = rule.names?.[target]
    if (allowed)
      found.push(...values.filter((name) => !allowed.includes(name)).map((name) => `gives ${rule.in} no ${name}`))
    const forbidden = rule.neverNames?.[target] ?? []
    found.push(...values.filter((name) => forbidden.includes(name)).map((name) => `gives ${rule.in} no ${name}`))
  }
  const importers = onlyImporters[target]
  if (importers && !isInAny(path, importers)) found.push(`may be imported only in ${importers.join(', ')}`)
  const reachesBrowser = isIn(path, 'src/') || contractValues.includes(path)
  if (
    reachesBrowser &&
    values.length > 0 &&
    (target === 'zod' || (isIn(target, 'contract/') && !contractValues.includes(target)))
  )
    found.push('brings its schemas into the browser: use import type')
  if (isAnotherScreens(path, target)) found.push("is another screen's: share it by src/school, -frame or src/ui")
  if (isAnotherModulesRoutes(path, target))
    found.push("is another module's: modules meet in the database, not in routes")
  return found.map((complaint) => `${path}: ${specifier} ${complaint}`)
}

/** A screen's folder may look into `-frame`, and `-frame` into no screen's. */
function isAnotherScreens(path: string, target: string): boolean {
  const own = /^src\/routes\/-[^/]+\//.exec(path)?.[0]
  const theirs = /^src\/routes\/-[^/]+\//.exec(target)?.[0]
  return own !== undefined && theirs !== undefined && theirs !== own && theirs !== 'src/routes/-frame/'
}

function isAnotherModulesRoutes(path: string, target: string): boolean {
  const module = /^server\/modules\/[^/]+\//.exec(path)?.[0]
  return module !== undefined && /^server\/modules\/[^/]+\/routes\.ts$/.test(target) && !target.startsWith(module)
}

function isInAny(target: string, places: readonly string[]): boolean {
  return places.some((place) => isIn(target, place))
}

function isIn(target: string, place: string): boolean {
  return (
    place === '' ||
    target === place ||
    (/[/:]$/.test(place) ? target.startsWith(place) : target.startsWith(`${place}/`))
  )
}

function importsIn(path: string, source: string): Import[] {
  const { module } = parseSync(path, source)
  const take = (specifier: string, values: string[]): Import => ({
    specifier,
    target: targetOf(path, specifier),
    values,
  })
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) =>
      // An import without names runs the module: that is its value.
      take(moduleRequest.value, entries.length === 0 ? ['*'] : entries.filter((entry) => !entry.isType).map(nameOf)),
    ),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .flatMap((entry) =>
        entry.moduleRequest ? [take(entry.moduleRequest.value, entry.isType ? [] : [nameOf(entry)])] : [],
      ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const literal = /^(['"`])(.*)\1$/.exec(source.slice(start, end))?.[2]
      return literal === undefined ? [] : [take(literal, ['*'])]
    }),
  ]
}

function nameOf({ importName: { kind, name } }: { importName: { kind: string; name: string | null } }): string {
  return kind === 'Default' ? 'default' : (name ?? '*')
}

/** `#src/x.ts` and `./x.ts` become `src/x.ts`; a package keeps its name. */
function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier)
  return specifier.replace(/\?.*$/, '')
}
