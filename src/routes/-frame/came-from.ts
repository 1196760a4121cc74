import type { CameFrom } from '#src/admission.ts'

/** Search of the 403 and 500 pages: where the person was. */
export function cameFrom({ from }: Record<string, unknown>): CameFrom {
  return typeof from === 'string' ? { from } : {}
}
