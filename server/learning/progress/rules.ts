import { attentionKinds } from '#contract/enumerations.ts'
import type { Attention } from '#contract/learning/progress.ts'
import { addDays, type Day } from '#server/time/calendar-days.ts'

type LessonReference = Pick<Attention, 'lessonUuid' | 'date' | 'topic'>

/** Facts of a child in a group, counted by the database; each has the lesson that it links to. */
export type AttentionSignals = {
  groupId: string
  /** Overdue homework of the last `attentionWindowDays`, or that can still be done, and the latest lesson with it. */
  overdue: { count: number; lesson: LessonReference | null }
  /** Absences in a row, counted back from the latest lesson that took place. */
  absences: { count: number; lesson: LessonReference | null }
  /**
   * The latest test with a score, as a share of its maximum; `usualShare` is the mean of the `before` earlier tests.
   */
  test: { share: number | null; usualShare: number | null; before: number; lesson: LessonReference | null }
}

/** Older lessons need no attention, unless their homework can still be done. */
export const attentionWindowDays = 21
/** Fewer absences in a row are normal. */
const absencesInARow = 3
/** With fewer earlier tests there is no usual result. */
const testsForUsual = 3
/** Percentage points: one mark of the five-point scale. */
const dropBelowUsual = 20

/**
 * What needs attention, the most urgent first: absences, then overdue homework, then a bad test. Within a kind, larger
 * counts first, then later dates.
 */
export function findAttention(signals: readonly AttentionSignals[], today: Day): Attention[] {
  const earliest = addDays(today, -attentionWindowDays)
  return signals
    .flatMap(attentionIn)
    .filter(({ kind, date }) => kind === 'homework-overdue' || date >= earliest)
    .sort(
      (one, other) =>
        attentionKinds.indexOf(one.kind) - attentionKinds.indexOf(other.kind) ||
        sizeOf(other) - sizeOf(one) ||
        other.date.localeCompare(one.date) ||
        one.groupId.localeCompare(other.groupId),
    )
}

function attentionIn({ groupId, overdue, absences, test }: AttentionSignals): Attention[] {
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

/** Rounded, because the difference of two shares is not exact. */
function pointsBetween(share: number | null, usualShare: number | null): number {
  return share === null || usualShare === null ? 0 : Math.round((usualShare - share) * 1000) / 10
}
