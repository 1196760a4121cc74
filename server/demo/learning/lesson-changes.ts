import type { LessonState } from '#contract/enumerations.ts'
import type { Random } from '#server/demo/random.ts'

const hour = 3_600_000
/** Lessons further ahead than this are not changed. */
export const changeNoticeMs = 14 * 24 * hour

export type LessonPlace = { startsAt: Date; endsAt: Date; place: string | null }

type Change = { changedAt: Date | null; wasStartsAt: Date | null; wasEndsAt: Date | null; wasPlace: string | null }

/** When the lesson was moved or cancelled (some days before it, not after now), and its original time and place. */
export function createLessonChange(random: Random, state: LessonState, was: LessonPlace, now: Date): Change {
  const latest = Math.min(was.startsAt.getTime() - 6 * hour, now.getTime() - hour)
  const changedAt = state === 'planned' ? null : new Date(latest - random.integer(0, 40) * hour)
  return state === 'moved'
    ? { changedAt, wasStartsAt: was.startsAt, wasEndsAt: was.endsAt, wasPlace: was.place }
    : { changedAt, wasStartsAt: null, wasEndsAt: null, wasPlace: null }
}

/** The drawn state, or `planned` if the lesson is too far ahead. */
export function stateAt(drawn: LessonState, startsAt: Date, now: Date): LessonState {
  return startsAt.getTime() > now.getTime() + changeNoticeMs ? 'planned' : drawn
}
