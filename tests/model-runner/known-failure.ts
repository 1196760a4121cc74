/**
 * A path that fails for a known reason: it is expected to fail (`fails`) or is not played (`skip`) until this day, ISO 8601.
 */
export type KnownFailure = { path: string; reason: string; until: string; how: 'fails' | 'skip' }

/** Whether its day is over: then it counts again. */
export function hasEnded({ until }: KnownFailure): boolean {
  return until < new Date().toISOString().slice(0, 10)
}
