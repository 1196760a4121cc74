import { latePart } from '#src/lazy-page.ts'

/** Only who comes from a provider needs it. */
export const { Part: LazyLinkOutcome } = latePart('link-outcome', () =>
  import('./link-outcome.tsx').then((module) => module.LinkOutcome),
)
