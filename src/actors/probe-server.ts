import { ApiError, unreached } from '#src/api/api-error.ts'

/** Resolves if the server answers within five seconds; fails with an `ApiError`. */
export async function probeServer(window: Window, signal: AbortSignal): Promise<void> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(5000)])
  const { ok, status, body } = await window.fetch('/healthz', { signal: deadline, cache: 'no-store' }).catch(unreached)
  // An answer that is not read occupies its connection.
  await body?.cancel()
  // A static host has no such address, but it answers.
  if (!ok && status !== 404) throw new ApiError('unavailable', status, null)
}
