import { z } from 'zod'
import { signInFailures } from '#contract/auth/sign-in-failures.ts'
import { call } from '#contract/call.ts'
import {
  auditKinds,
  auditOutcomes,
  contractStatuses,
  invitationStates,
  loginAsObstacles,
  notificationCategories,
  userStatuses,
} from '#contract/enumerations.ts'
import { loginReason, ticketReference } from '#contract/forms.ts'
import { auditReasonLength, searchLength } from '#contract/limits.ts'
import { type ProblemType, problemTypes } from '#contract/problem.ts'
import { roleGroups, roles } from '#contract/roles.ts'
import { count, day, device, iso, kopecks, page, pageOf, person, schoolText, uuid } from '#contract/schemas.ts'
import { givenRights } from './account-control.ts'
import { auditActions, auditProblems, matchFailures } from './audit.ts'
import { consentOfUser } from './consents.ts'

const admin = { who: 'check', check: 'admin' } as const
const search = z.string().max(searchLength).optional()

const named = z.object({ id: uuid, name: z.string() })

const user = person.extend({
  status: z.enum(userStatuses),
  lastSignInAt: iso.nullable(),
  /** Whether the administrator may impersonate this user, and why not. */
  loginAs: z.object({ allowed: z.boolean(), reason: z.enum(loginAsObstacles).nullable() }),
})
export type FoundUser = z.infer<typeof user>

const listedUser = user.extend({
  /** Children, then guardians, by name. */
  relatives: z.array(z.object({ firstName: z.string(), lastName: z.string(), kind: z.enum(['child', 'guardian']) })),
  /** Titles of the groups in which the person studies today. */
  groups: z.array(schoolText),
  /** The person looks after a group until it ends. */
  isCurator: z.boolean(),
  /** The contract, payment, group or course by which a search has found someone whose own words do not match. */
  foundBy: z.object({ kind: z.enum(['contract', 'payment', 'group', 'course']), text: schoolText }).nullable(),
})
export type ListedUser = z.infer<typeof listedUser>

export const listUsers = call('GET /v1/admin/user/list', {
  summary:
    'Users by the beginnings of names, email and phone, by their contract, its payment, their group or its course, by role group and by status; by name',
  added: true,
  access: admin,
  limit: 'search',
  query: z.object({
    search,
    group: z.enum(roleGroups).optional(),
    status: z.enum(userStatuses).optional(),
    page,
  }),
  answer: pageOf(listedUser),
})

const relative = z.object({
  id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  kind: z.enum(['child', 'guardian']),
  /** What the guardian of the two may do for the child. */
  rights: givenRights,
})

/** Of a pair that the school has ended. */
const formerRelative = z.object({
  id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  kind: z.enum(['child', 'guardian']),
  endedAt: iso,
  reason: z.string(),
})

const accountJoin = z.object({
  keptId: uuid,
  joinedId: uuid,
  /** The full name of the other account before the join. */
  name: z.string(),
  by: z.string().nullable(),
  at: iso,
  /** Null when it cannot be undone any more. */
  undoableUntil: iso.nullable(),
})

const userContract = z.object({
  uuid,
  number: z.string(),
  program: schoolText,
  schoolYear: z.string(),
  status: z.enum(contractStatuses),
  student: named,
  /** Who pays. */
  customer: named,
  total: kopecks,
  paid: kopecks,
  debt: kopecks,
  /** The earliest payment that the customer is to pay. */
  next: z.object({ dueOn: day, amount: kopecks }).nullable(),
})
export type UserContract = z.infer<typeof userContract>

const userGroup = z.object({
  id: uuid,
  title: schoolText,
  /** Not translated: by it the list of users finds the students. */
  storedTitle: z.string(),
  program: schoolText,
  as: z.enum(['student', 'teacher', 'curator']),
  /** First day of the student, or of the group. */
  from: day,
  /** The day after the last one of the student; the last day of the group for its staff. */
  until: day.nullable(),
})
export type UserGroup = z.infer<typeof userGroup>

const userCard = user.extend({
  grade: z.int().nullable(),
  crmUuid: z.string().nullable(),
  createdAt: iso,
  hasPassword: z.boolean(),
  relatives: z.array(relative),
  formerRelatives: z.array(formerRelative),
  /** Of the purposes that the school asks for. */
  consents: z.array(consentOfUser),
  /** Joins that are not undone: of this account to another one first, then of others to it. */
  joins: z.array(accountJoin),
  /** When the school locked the account. */
  lockedAt: iso.nullable(),
  /** Null where passwords are not kept here, or the user has one. */
  invitation: z
    .object({
      state: z.enum(invitationStates),
      sentAt: iso.nullable(),
      expiresAt: iso.nullable(),
      canBeSent: z.boolean(),
    })
    .nullable(),
  /** What this administrator may do with the account: nothing with `reason`. */
  control: z.object({
    reason: z.enum(loginAsObstacles).nullable(),
    /** Roles that may be given. */
    givable: z.array(z.enum(roles)),
    /** Roles that the school has given and that may be taken. */
    takeable: z.array(z.enum(roles)),
  }),
  /** That the user sees: as signer, as student, of the children; the newest first. */
  contracts: z.array(userContract),
  /** Present and coming groups, then those that a student has left. */
  groups: z.array(userGroup),
  sessions: z.array(device),
})
export type UserCard = z.infer<typeof userCard>

export const getUser = call('GET /v1/admin/user/{id}', {
  summary: 'The card of one user: who it is, relatives, contracts with the next payment, groups, signed-in devices',
  added: true,
  access: admin,
  params: z.object({ id: uuid }),
  answer: userCard,
})

const delivery = z.object({
  id: uuid,
  at: iso,
  /** Category of the notification; a digest, or a code or invitation. */
  about: z.enum([...notificationCategories, 'digest', 'account']),
  channel: z.enum(['email', 'phone', 'push']),
  state: z.enum(['waiting', 'sent', 'failed']),
  /** Technical reason of a failure. */
  failure: z.string().nullable(),
})
export type UserDelivery = z.infer<typeof delivery>

export const listUserDeliveries = call('GET /v1/admin/user/{id}/delivery/list', {
  summary: 'The last 50 messages to a user within a month: when, where and with which result, without their content',
  added: true,
  access: admin,
  params: z.object({ id: uuid }),
  answer: z.array(delivery),
})

export const loginAs = call('POST /v1/admin/auth/login-as', {
  summary: 'Starts an impersonation of at most 30 minutes (D-13, D-37)',
  added: true,
  access: admin,
  freshTwoFactor: 'if-configured',
  limit: 'login-as',
  body: z.strictObject({ userId: uuid, reason: loginReason, ticketNumber: z.optional(ticketReference) }),
})

const problemNames = Object.keys(problemTypes) as ProblemType[]
const auditReasons = [...problemNames, ...signInFailures, ...auditProblems] as const

const auditEntry = z.object({
  id: uuid,
  at: iso,
  action: z.enum(auditActions),
  /** Null for an unknown or deleted user. */
  actor: named.nullable(),
  subject: named.nullable(),
  /** The server command that did it, without a user. */
  command: z.string().nullable(),
  /** The reason that the administrator entered. */
  reason: z.string().nullable(),
  /** Detail: a provider, a masked address, a file. */
  detail: z.string().nullable(),
  address: z.string().nullable(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Request id in the server's log. */
  requestId: z.string().nullable(),
  /** Why it was refused. */
  problem: z.enum(auditReasons).nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const listAudit = call('GET /v1/admin/audit/list', {
  summary: 'The audit log, newest first, at most 10 000 entries of a question; days are the school’s, both included',
  added: true,
  access: admin,
  query: z.object({
    search,
    /** All by default. */
    kind: z.enum(['except-sign-ins', ...auditKinds]).optional(),
    outcome: z.enum(auditOutcomes).optional(),
    /** Why it was refused, or why a sign-in was not matched to a person. */
    reason: z.string().max(auditReasonLength).optional(),
    actor: uuid.optional(),
    subject: uuid.optional(),
    from: day.optional(),
    to: day.optional(),
    page,
  }),
  answer: pageOf(auditEntry),
})

const signInFailure = z.object({
  reason: z.enum([...auditReasons, ...matchFailures]),
  count,
  lastAt: iso,
  /** The last accounts that were not matched to a person, and are not joined to another one since. */
  accounts: z.array(named),
})
export type SignInFailures = z.infer<typeof signInFailure>

export const listSignInFailures = call('GET /v1/admin/sign-in-failure/list', {
  summary: 'Failed sign-ins of the last 30 days by reason, the most frequent reason first',
  added: true,
  access: admin,
  answer: z.array(signInFailure),
})

const unmappedRole = z.object({
  claim: z.string(),
  /** Null: the claim was missing. */
  value: z.string().nullable(),
  /** The last sign-in with it. */
  lastAt: iso,
})
export type UnmappedRole = z.infer<typeof unmappedRole>

export const listUnmappedRoles = call('GET /v1/admin/unmapped-role/list', {
  summary: 'Values of the identity provider that give no role by the school’s rules, at most 100 of the last 30 days',
  added: true,
  access: admin,
  answer: z.array(unmappedRole),
})

const visit = z.object({
  id: uuid,
  by: z.string().nullable(),
  reason: z.string(),
  ticketNumber: z.string().nullable(),
  startedAt: iso,
  /** Null while it is active. */
  endedAt: iso.nullable(),
})
export type Visit = z.infer<typeof visit>

export const listVisits = call('GET /v1/profile/visit/list', {
  summary: 'Which administrators have looked at this account, and why; newest first (D-37)',
  added: true,
  access: { who: 'signed-in' },
  answer: z.array(visit),
})
