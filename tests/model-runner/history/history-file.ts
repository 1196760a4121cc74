import { appendFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { idOf } from '#tests/model-runner/ledger.ts'
import { levelTitles, nameOf } from '#tests/model-runner/model.ts'
import type { Defect } from '#tests/model-runner/report/defects.ts'
import type { Played } from '#tests/model-runner/run-models.ts'
import type { Revision } from './revision.ts'

const ids = z.array(z.string())
const count = z.number().nonnegative()
const runResult = z.object({
  /** The start of the run, ISO 8601. */
  date: z.iso.datetime(),
  commit: z.string(),
  branch: z.string(),
  isChanged: z.boolean(),
  machine: z.string(),
  level: z.enum(Object.keys(levelTitles) as [keyof typeof levelTitles]),
  passed: count,
  failed: count,
  milliseconds: count,
  /** Ids of the failed paths, quarantined ones included, and of those that passed at the second try. */
  failing: ids,
  unstable: ids,
  /** Ids of the played paths; absent where all planned paths were played, as usual on the machine. */
  paths: ids.optional(),
  /** What could not be planned, played or finished, in one line each; it counts as failed. */
  defects: z.array(z.string()).optional(),
  /** Milliseconds of each path of Chromium; absent in lines of older versions. */
  took: z.record(z.string(), count).optional(),
})

/** The results of one machine on one level in one run: a line of the file. */
export type RunResult = z.infer<typeof runResult>
/** `unreadable` counts lines that are damaged or of another version. */
export type History = { results: RunResult[]; unreadable: number }

/**
 * The results of a run as lines of the history. Levels that were not played have none. The defects of a machine are on
 * its first line; a machine without results has a line of its own.
 */
export function runResults(
  { played, defects }: { played: readonly Played[]; defects: readonly Defect[] },
  revision: Revision,
  started: Date,
): RunResult[] {
  const results = resultsOfLevels(played, revision, started)
  const all = [...defects, ...played.flatMap((one) => one.defects)]
  for (const [machine, own] of Map.groupBy(all, (one) => one.machine)) {
    let line = results.find((one) => one.machine === machine)
    if (line === undefined) {
      const none = { passed: 0, failed: 0, milliseconds: 0, failing: [], unstable: [], paths: [] }
      line = { date: started.toISOString(), ...revision, machine, level: 'machine', ...none }
      results.push(line)
    }
    line.failed += own.length
    line.defects = own.map(({ problem }) => `${problem.ru} / ${problem.en}`)
  }
  return results
}

function resultsOfLevels(played: readonly Played[], revision: Revision, started: Date): RunResult[] {
  return played.flatMap(({ plan, levels }) =>
    levels
      .filter(({ results }) => results.length > 0)
      .map(({ level, results, seconds }) => {
        const failing = results.filter(({ failure }) => failure !== null && !failure.isFlaky)
        const unstable = results.filter(({ failure }) => failure?.isFlaky)
        const isWhole = (level === 'machine' || level === 'ledger') && results.length >= plan.paths.length
        return {
          date: started.toISOString(),
          ...revision,
          machine: nameOf(plan.model),
          level,
          passed: results.length - failing.length - unstable.length,
          failed: failing.length,
          milliseconds: Math.round(seconds * 1000),
          failing: failing.map(({ path }) => idOf(path)),
          unstable: unstable.map(({ path }) => idOf(path)),
          ...(!isWhole && { paths: results.map(({ path }) => idOf(path)) }),
          ...(level === 'browser' && {
            took: Object.fromEntries(results.map(({ path, milliseconds }) => [idOf(path), milliseconds])),
          }),
        }
      }),
  )
}

/** The readable lines of the file, the oldest first. A missing or damaged file never fails a run. */
export async function readHistory(file: string): Promise<History> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const history: History = { results: [], unreadable: 0 }
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const parsed = runResult.safeParse(parsedJson(line))
    if (parsed.success) history.results.push(parsed.data)
    else history.unreadable += 1
  }
  history.results.sort((one, other) => one.date.localeCompare(other.date))
  return history
}

function parsedJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** Over two thousand whole runs; beyond it the older half of the file is dropped. */
const largestFile = 16 * 1024 * 1024

/** Appends the results of a run. Returns why it could not, or null. */
export async function appendHistory(
  file: string,
  results: readonly RunResult[],
  largest = largestFile,
): Promise<string | null> {
  try {
    await mkdir(dirname(file), { recursive: true })
    const before = await readFile(file, 'utf8').catch(() => '')
    // The last line of an interrupted run has no end.
    const gap = before === '' || before.endsWith('\n') ? '' : '\n'
    await appendFile(file, gap + results.map((one) => `${JSON.stringify(one)}\n`).join(''))
    if ((await stat(file)).size > largest) await dropOlderHalf(file)
    return null
  } catch (error) {
    return `the history was not written: ${(error as Error).message}`
  }
}

async function dropOlderHalf(file: string): Promise<void> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  await writeFile(`${file}.new`, `${lines.slice(Math.ceil(lines.length / 2)).join('\n')}\n`)
  await rename(`${file}.new`, file)
}
