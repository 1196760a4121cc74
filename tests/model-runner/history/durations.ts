import type { RunResult } from './history-file.ts'

/** Milliseconds that paths of Chromium took: by machine, then by the id of the path. */
export type Durations = ReadonlyMap<string, ReadonlyMap<string, number>>

/** The last measured duration of each browser path. */
export function durationsOf(results: readonly RunResult[]): Durations {
  const durations = new Map<string, Map<string, number>>()
  for (const { machine, level, took = {} } of results) {
    if (level !== 'browser') continue
    const own = durations.get(machine) ?? new Map<string, number>()
    for (const [path, milliseconds] of Object.entries(took)) own.set(path, milliseconds)
    durations.set(machine, own)
  }
  return durations
}
