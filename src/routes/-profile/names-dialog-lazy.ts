import { latePart } from '#src/lazy-page.ts'

export const { Part: LazyNamesDialog } = latePart('names-dialog', () =>
  import('./names-dialog.tsx').then((module) => module.NamesDialog),
)
