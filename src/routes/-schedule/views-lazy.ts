import { latePart } from '#src/lazy-page.ts'

/** Whoever looks at a month does without the code of a week, and the other way round. Warmed beside the page's own code. */
export const lateViews = {
  month: latePart('month-view', () => import('./month-view.tsx').then((module) => module.MonthView)),
  week: latePart('week-view', () => import('./week-view.tsx').then((module) => module.WeekView)),
}
