import { latePart } from '#src/lazy-page.ts'

export const { Part: LazyPasswordDialog } = latePart('password-dialog', () =>
  import('./password-dialog.tsx').then((module) => module.PasswordDialog),
)
