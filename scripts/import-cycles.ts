import { importsIn } from './import-rules.ts'

type SourceFile = { path: string; source: string }

/**
 * Import cycles between the domains of the server (`server/<domain>/`), one line each. Type-only imports are erased and
 * do not count; Biome reports cycles between files. Files directly in `server/` belong to no domain.
 */
export function domainCycles(files: readonly SourceFile[]): string[] {
  const graph = new Map<string, Map<string, string>>()
  for (const { path, source } of files) {
    const from = domainOf(path)
    if (from === null) continue
    for (const { target, values } of importsIn(path, source)) {
      const to = domainOf(target)
      if (to === null || to === from || values.length === 0) continue
      graph.set(from, (graph.get(from) ?? new Map<string, string>()).set(to, `${path} imports ${target}`))
    }
  }
  return [...graph.keys()].sort().flatMap((domain) => {
    const cycle = shortestCycle(graph, domain)
    // Each cycle is reported once, at its first domain in alphabetical order.
    if (cycle === null || cycle.some((other) => other < domain)) return []
    const edges = cycle.map((from, at) => graph.get(from)?.get(cycle[at + 1] ?? domain))
    return [`${[...cycle, domain].join(' → ')} is a cycle: ${edges.join('; ')}`]
  })
}

function domainOf(path: string): string | null {
  return /^server\/([^/]+)\//.exec(path)?.[1] ?? null
}

/** The shortest path from the domain back to itself, without the repeated end; null if there is none. */
function shortestCycle(graph: ReadonlyMap<string, ReadonlyMap<string, string>>, start: string): string[] | null {
  const paths = [[start]]
  const seen = new Set<string>()
  for (const path of paths) {
    for (const next of graph.get(path.at(-1) ?? start)?.keys() ?? []) {
      if (next === start) return path
      if (!seen.has(next)) paths.push([...path, next])
      seen.add(next)
    }
  }
  return null
}
