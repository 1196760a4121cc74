import { latePart } from '#src/lazy-page.ts'

export const { Part: LazyUnlinkDialog } = latePart('unlink-dialog', () =>
  import('./unlink-dialog.tsx').then((module) => module.UnlinkDialog),
)
