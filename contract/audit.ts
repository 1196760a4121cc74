import type { AuditKind } from './enumerations.ts'
import type { ProblemType } from './problem.ts'

/** Free of zod, and apart from the other enumerations: only the administrators' log needs these values. */

/**
 * What the audit log tells of; what stands before the dot is the kind by which the log is narrowed. An entry with a
 * problem tells that it was tried and did not come about.
 */
export const auditActions = [
  'sign-in.password',
  'sign-in.linked',
  'sign-in.issuer',
  'sign-in.demo',
  'session.signed-out',
  'session.ended',
  'session.replaced',
  'session.disowned',
  'account.linked',
  'account.unlinked',
  'password.set',
  'password.changed',
  'password.recovered',
  'contact.email',
  'contact.phone',
  'contact.phone-confirmed',
  'code.sent',
  'code.checked',
  'code.locked',
  'roles.granted',
  'roles.revoked',
  'export.record-book',
  'export.tax-certificate',
  'export.contract',
  'export.bill',
  'export.feed',
  'export.feed-ended',
  'import.payments',
  'import.people',
  'impersonation.started',
  'impersonation.refused',
  'impersonation.ended',
  'impersonation.expired',
  'impersonation.revoked',
] as const satisfies readonly `${AuditKind}.${string}`[]
export type AuditAction = (typeof auditActions)[number]

/** Why it did not come about where the problem of the call would say too little, or where no call was made. */
export const auditProblems = [
  'wrong-password',
  'unknown-login',
  'common-password',
  'not-linked',
  'account-taken',
] as const
export type AuditProblem = ProblemType | (typeof auditProblems)[number]
