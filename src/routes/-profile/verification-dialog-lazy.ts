import { latePart } from '#src/lazy-page.ts'

const load = () => import('#src/routes/-frame/one-time-code/verification-dialog.tsx')

export const { Part: LazyVerificationDialog } = latePart('verification-dialog', () =>
  load().then((module) => module.VerificationDialog),
)
