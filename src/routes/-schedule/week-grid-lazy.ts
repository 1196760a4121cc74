import { latePart } from '#src/lazy-page.ts'

/** The hours of a week come when a week is looked at: the month, which most look at first, does without them. */
export const { Part: LazyWeekGrid } = latePart('week-grid', () =>
  import('#src/ui/calendar/week-grid.tsx').then((module) => module.WeekGrid),
)
