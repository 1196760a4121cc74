import { latePart } from '#src/lazy-page.ts'

/** Warmed at the first sign of intent. */
export const { Part: LazyEventDialog, warm: warmEventDialog } = latePart('event-dialog', () =>
  import('./event-dialog.tsx').then((module) => module.EventDialog),
)
