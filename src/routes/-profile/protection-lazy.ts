import { latePart } from '#src/lazy-page.ts'

/** It stands below what the window shows first, and comes after it. */
export const { Part: LazyProtection } = latePart('protection', () =>
  import('./protection.tsx').then((module) => module.Protection),
)
