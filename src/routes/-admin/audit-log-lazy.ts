import { latePart } from '#src/lazy-page.ts'

/** Warmed beside the page's own code where the address asks for it. */
export const { Part: LazyAuditLog, warm: warmAuditLog } = latePart('audit-log', () =>
  import('./audit-log.tsx').then((module) => module.AuditLog),
)
