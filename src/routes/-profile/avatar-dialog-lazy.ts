import { latePart } from '#src/lazy-page.ts'

export const { Part: LazyAvatarDialog } = latePart('avatar-dialog', () =>
  import('./avatar-dialog.tsx').then((module) => module.AvatarDialog),
)
