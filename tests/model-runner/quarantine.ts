import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { UsageError } from './command-line.ts'
import { idOf } from './ledger.ts'
import { type Model, nameOf } from './model.ts'
import { type PathResult, type Plan, playablePaths } from './paths/play-paths.ts'

const text = z.string().trim().min(1)
const quarantine = z.strictObject({
  machine: text,
  /** The id of a path. */
  path: z.string().regex(/^[0-9a-f]{8}$/),
  /** Who will repair it. */
  owner: text,
  reason: text,
  /** The last day on which a failure does not fail the run. */
  until: z.iso.date(),
})

/** A path whose failure is known: it is reported, and fails the run again after its last day. */
export type Quarantine = z.infer<typeof quarantine>

/** The quarantine list of the models; empty without a file. An unreadable one is an error of its own, with its place. */
export function readQuarantine(folder: string): Quarantine[] {
  const file = join(folder, 'quarantine.json')
  if (!existsSync(file)) return []
  try {
    const read = z.array(quarantine).safeParse(JSON.parse(readFileSync(file, 'utf8')))
    if (read.success) return read.data
    throw new UsageError(`${file}:\n${z.prettifyError(read.error)}`)
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${file}: ${(error as Error).message}`)
  }
}

type Planned = { model: Model; plan: Plan }

/**
 * Entries that name no path of their machine, and paths that are named twice. `names` are all machines; the paths of
 * those in `ready` are known.
 */
export function quarantineErrors(
  entries: readonly Quarantine[],
  names: readonly string[],
  ready: readonly Planned[],
): string[] {
  const paths = new Map(ready.map(({ model, plan }) => [nameOf(model), new Set(playablePaths(plan).map(idOf))]))
  return entries.flatMap(({ machine, path }, index) => {
    const isTwice = entries.findIndex((one) => one.machine === machine && one.path === path) !== index
    if (isTwice) return [`quarantine.json names the path ${path} of ${machine} twice`]
    if (!names.includes(machine)) return [`quarantine.json names ${machine}, which is no machine`]
    return paths.get(machine)?.has(path) === false ? [`quarantine.json: ${machine} has no path ${path}`] : []
  })
}

/** Marks the failures of quarantined paths. The message of one whose last day has passed says so, and fails the run. */
export function withQuarantine(
  results: readonly PathResult[],
  entries: readonly Quarantine[],
  { machine, today }: { machine: string; today: string },
): PathResult[] {
  return results.map((result) => {
    const { failure } = result
    const entry = entries.find((one) => one.machine === machine && one.path === idOf(result.path))
    if (failure === null || entry === undefined) return result
    if (entry.until >= today) return { ...result, failure: { ...failure, quarantine: entry } }
    const message = `${failure.message}\n\nquarantined until ${entry.until}, which has passed; ${entry.owner}: ${entry.reason}`
    return { ...result, failure: { ...failure, message } }
  })
}

/** Entries of these machines whose last day has passed, one line each. */
export function endedQuarantines(entries: readonly Quarantine[], names: readonly string[], today: string): string[] {
  return entries
    .filter(({ machine, until }) => names.includes(machine) && until < today)
    .map(
      ({ machine, path, until, owner, reason }) =>
        `the quarantine of ${machine} ${path} ended after ${until} (${owner}: ${reason}): repair the path or remove the entry`,
    )
}
