import { latePart } from '#src/lazy-page.ts'

/** Warmed at the first sign of intent. */
export const { Part: LazyUserCard, warm: warmUserCard } = latePart('user-card', () =>
  import('./user-card.tsx').then((module) => module.UserCard),
)
