import type { LessonState } from '#contract/enumerations.ts'
import type { Random } from './random.ts'

const hour = 3_600_000
/** Nobody moves or cancels what is further ahead than this. */
export const foresight = 14 * 24 * hour

export type Place = { startsAt: Date; endsAt: Date; place: string | null }

type Change = { changedAt: Date | null; wasStartsAt: Date | null; wasEndsAt: Date | null; wasPlace: string | null }

/** When it was moved or cancelled, some days ahead and never later than now, and from where it was moved. */
export function changeOf(random: Random, state: LessonState, was: Place, now: Date): Change {
  const latest = Math.min(was.startsAt.getTime() - 6 * hour, now.getTime() - hour)
  const changedAt = state === 'planned' ? null : new Date(latest - random.integer(0, 40) * hour)
  return state === 'moved'
    ? { changedAt, wasStartsAt: was.startsAt, wasEndsAt: was.endsAt, wasPlace: was.place }
    : { changedAt, wasStartsAt: null, wasEndsAt: null, wasPlace: null }
}

/** What was drawn for something that starts then, unless it is too far ahead for anybody to have changed it. */
export function stateAt(drawn: LessonState, startsAt: Date, now: Date): LessonState {
  return startsAt.getTime() > now.getTime() + foresight ? 'planned' : drawn
}
