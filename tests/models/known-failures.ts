import type { KnownFailure } from '#tests/model-runner/config.ts'

/** Paths that are known to fail, by their ids. */
export const knownFailures: readonly KnownFailure[] = []
