import type { DataExportState } from '#contract/enumerations.ts'
import { dataExportLimits } from '#contract/limits.ts'

const day = 24 * 60 * 60_000

type Asked = { state: DataExportState; askedAt: Date }

/** Whether a job has still to make it. */
export function isUnderWay({ state }: Pick<Asked, 'state'>): boolean {
  return state === 'asked' || state === 'making'
}

/**
 * From when on another copy can be asked for; null: at once. One that was not made, or was closed, counts not: the person
 * did nothing wrong.
 */
export function nextAskAt(recent: readonly Asked[], now: Date): Date | null {
  const counted = recent
    .filter(({ state, askedAt }) => state !== 'failed' && state !== 'closed' && now.getTime() - askedAt.getTime() < day)
    .map(({ askedAt }) => askedAt.getTime())
    .sort((one, other) => other - one)
  const oldest = counted[dataExportLimits.perDay - 1]
  return oldest === undefined ? null : new Date(oldest + day)
}

/** Until when a copy that is ready now can be downloaded. */
export function expiryOf(readyAt: Date): Date {
  return new Date(readyAt.getTime() + dataExportLimits.keptDays * day)
}
