import { attentionKinds } from '#contract/enumerations.ts'
import type { Attention } from '#contract/learning.ts'
import { addDays, type Day } from '#server/days.ts'

type About = Pick<Attention, 'lessonUuid' | 'date' | 'topic'>

/** What the lessons of a child in a group say, counted where they are kept; each with the lesson that it leads to. */
export type Signals = {
  groupId: string
  /** Homework that is overdue, of the last `daysOfConcern`, and the latest lesson with some. */
  overdue: { count: number; lesson: About | null }
  /** Missed in a row, from the latest lesson that was held backwards. */
  absences: { count: number; lesson: About | null }
  /** The latest test with a score, as a share of its maximum; `usualShare` is the mean of the `before` tests before it. */
  test: { share: number | null; usualShare: number | null; before: number; lesson: About | null }
}

/** What is older concerns nobody any more: the year went on, or is over. */
export const daysOfConcern = 60
/** One absence is a cold, two may be; three are worth a call. */
const absencesInARow = 3
/** With fewer tests before it, nothing could be called usual. */
const testsForUsual = 3
/** In percentage points: a whole mark of the five. */
const dropBelowUsual = 20

/**
 * What needs attention, the most pressing first: who stays away before what was not handed in, which still can be, and
 * both before a test, which is written. Of one kind the larger first, of equal ones the later.
 */
export function attentionOf(signals: readonly Signals[], today: Day): Attention[] {
  return signals
    .flatMap(attentionIn)
    .filter(({ date }) => date >= addDays(today, -daysOfConcern))
    .sort(
      (one, other) =>
        attentionKinds.indexOf(one.kind) - attentionKinds.indexOf(other.kind) ||
        sizeOf(other) - sizeOf(one) ||
        other.date.localeCompare(one.date) ||
        one.groupId.localeCompare(other.groupId),
    )
}

function attentionIn({ groupId, overdue, absences, test }: Signals): Attention[] {
  const found: Attention[] = []
  const counted = { groupId, share: null, usualShare: null }
  if (absences.lesson && absences.count >= absencesInARow) {
    found.push({ kind: 'absences-in-a-row', ...counted, ...absences.lesson, count: absences.count })
  }
  if (overdue.lesson && overdue.count > 0) {
    found.push({ kind: 'homework-overdue', ...counted, ...overdue.lesson, count: overdue.count })
  }
  const { share, usualShare, before, lesson } = test
  if (lesson && before >= testsForUsual && pointsBetween(share, usualShare) >= dropBelowUsual) {
    found.push({ kind: 'test-below-usual', groupId, ...lesson, count: null, share, usualShare })
  }
  return found
}

function sizeOf({ count, share, usualShare }: Attention): number {
  return count ?? pointsBetween(share, usualShare)
}

/** Rounded, because the difference of two shares is never exactly the fifth that it looks like. */
function pointsBetween(share: number | null, usualShare: number | null): number {
  return share === null || usualShare === null ? 0 : Math.round((usualShare - share) * 1000) / 10
}
