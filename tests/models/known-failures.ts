import type { KnownFailure } from '#tests/model-runner/known-failure.ts'

/** Paths that are known to fail, by their ids. */
export const knownFailures: readonly KnownFailure[] = []
