import { latePart } from '#src/lazy-page.ts'

/** The virtual table is heavy, and the log of actions does without it. Warmed beside the page's own code. */
export const { Part: LazyUserRows, warm: warmUserRows } = latePart('user-rows', () =>
  import('./user-rows.tsx').then((module) => module.UserRows),
)
