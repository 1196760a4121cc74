import type { SignInFailure } from '#contract/auth/sign-in-failures.ts'
import type { AuditKind } from '#contract/enumerations.ts'
import type { ProblemType } from '#contract/problem.ts'

/** Without zod. Separate from the other enumerations: only the audit log needs these values. */

/**
 * Actions in the audit log. The part before the dot is the kind for filters. An entry with a problem is a refused
 * attempt.
 */
export const auditActions = [
  'sign-in.password',
  'sign-in.linked',
  'sign-in.issuer',
  'sign-in.demo',
  'session.signed-out',
  'session.ended',
  'session.ended-at-provider',
  'session.replaced',
  'session.disowned',
  'session.match-failed',
  'account.linked',
  'account.unlinked',
  'account.locked',
  'account.unlocked',
  'account.signed-out',
  'account.issuer-moved',
  'account.joined',
  'account.separated',
  'invitation.queued',
  'invitation.sent',
  'invitation.revoked',
  'invitation.accepted',
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
  'roles.guardian-rights',
  'roles.code-made',
  'roles.code-revoked',
  'roles.paired',
  'export.record-book',
  'export.tax-certificate',
  'export.contract',
  'export.contract-draft',
  'export.bill',
  'export.joint-bill',
  'export.payment-receipt',
  'export.feed',
  'export.feed-ended',
  'import.payments',
  'import.people',
  'import.school',
  'import.line-booked',
  'import.line-dismissed',
  'import.line-reopened',
  'payment.returned',
  'payment.cleared',
  'payment.autopay-stopped',
  'contract.signed',
  'contract.countersigned',
  'contract.termination-asked',
  'contract.termination-withdrawn',
  'contract.return-account-given',
  'contract.termination-settled',
  'integration.account-created',
  'integration.account-secret',
  'integration.account-revoked',
  'integration.token',
  'integration.webhook-added',
  'integration.webhook-changed',
  'integration.webhook-rotated',
  'integration.webhook-enabled',
  'integration.webhook-disabled',
  'integration.webhook-removed',
  'ticket.assigned',
  'ticket.answered',
  'ticket.noted',
  'ticket.state',
  'ticket.topic',
  'news.published',
  'news.changed',
  'news.withdrawn',
  'impersonation.started',
  'impersonation.refused',
  'impersonation.ended',
  'impersonation.expired',
  'impersonation.revoked',
] as const satisfies readonly `${AuditKind}.${string}`[]
export type AuditAction = (typeof auditActions)[number]

/** Reasons of a refusal that no problem type covers. */
export const auditProblems = [
  'wrong-password',
  'unknown-login',
  'common-password',
  'not-linked',
  'account-taken',
  'wrong-secret',
  'cancelled',
] as const
export type AuditProblem = ProblemType | SignInFailure | (typeof auditProblems)[number]

/**
 * Why the first sign-in of an account found no person of the school, though one has its contact: several people have it,
 * its owner has another account, or the provider has not verified it.
 */
export const matchFailures = [
  'sharedContact',
  'boundContact',
  'unverifiedContact',
  'staffContact',
  'contactsIgnored',
] as const
export type MatchFailure = (typeof matchFailures)[number]
