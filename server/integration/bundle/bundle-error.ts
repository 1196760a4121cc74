import type { Reason } from '#server/integration/format-types/reasons.ts'

/** Rolls a transaction back whose faults were reported. */
export class ImportRefused extends Error {}

/** A fault of the whole bundle or file, which ends its reading. */
export class BundleError extends Error {
  readonly reason: Reason
  readonly value: string | undefined
  readonly line: number

  constructor(reason: Reason, value?: string, line = 0) {
    super(reason)
    this.reason = reason
    this.value = value
    this.line = line
  }
}
