import { latePart } from '#src/lazy-page.ts'

/** Warmed at the first sign of intent. */
export const { Part: LazyEntryDetails, warm: warmEntryDetails } = latePart('entry-details', () =>
  import('./entry-details.tsx').then((module) => module.EntryDetails),
)
