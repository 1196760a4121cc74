import { is, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { JoinedKind } from '#contract/enumerations.ts'
import * as accountJoins from '#server/db/schema/account-joins.ts'
import * as accountSecurity from '#server/db/schema/account-security.ts'
import * as bankLines from '#server/db/schema/bank-lines.ts'
import * as bills from '#server/db/schema/bills.ts'
import * as checkouts from '#server/db/schema/checkouts.ts'
import * as content from '#server/db/schema/content.ts'
import * as contracts from '#server/db/schema/contracts.ts'
import * as dataRequests from '#server/db/schema/data-requests.ts'
import * as idempotency from '#server/db/schema/idempotency.ts'
import * as identity from '#server/db/schema/identity.ts'
import * as integration from '#server/db/schema/integration.ts'
import * as learning from '#server/db/schema/learning.ts'
import * as notifications from '#server/db/schema/notifications.ts'
import * as oneTimeCodes from '#server/db/schema/one-time-codes.ts'
import * as people from '#server/db/schema/people.ts'
import * as programs from '#server/db/schema/programs.ts'
import * as schedule from '#server/db/schema/schedule.ts'
import * as signatures from '#server/db/schema/signatures.ts'
import * as storage from '#server/db/schema/storage.ts'
import * as tax from '#server/db/schema/tax.ts'
import * as terminations from '#server/db/schema/terminations.ts'
import * as transfers from '#server/db/schema/transfers.ts'

/** A column with the id of a user. */
export type UserReference = { table: PgTable; column: PgColumn; name: string }

/**
 * What becomes of a row when the account that it names is joined to another one. It moves to the kept account as `kind`; a
 * row that the kept account already has stays (`kind`), or forbids the joining (`isNeeded`), because the school's data
 * would be hidden. `stays`: it concerns only the account itself.
 */
export type Fate = 'stays' | { kind: JoinedKind; isNeeded?: true }

const moves = (kind: JoinedKind): Fate => ({ kind })
const needed = (kind: JoinedKind): Fate => ({ kind, isNeeded: true })

/** Each foreign key to `users`: a test names those that are missing. */
export const fateOfReference: Readonly<Record<string, Fate>> = {
  // Roles are united by `setRoles`, sessions end, and the account stays as the way to sign in.
  'user_roles.user_id': 'stays',
  'users.joined_into': 'stays',
  'account_joins.kept_id': 'stays',
  'account_joins.joined_id': 'stays',
  'account_joins.by_id': 'stays',
  'sessions.user_id': 'stays',
  'sessions.administrator_id': 'stays',
  'last_writes.user_id': 'stays',
  // Trust in a browser, links of messages and codes are not handed on.
  'known_devices.user_id': 'stays',
  'push_subscriptions.user_id': 'stays',
  'account_changes.user_id': 'stays',
  'invitations.user_id': 'stays',
  'invitations.invited_by': 'stays',
  'one_time_codes.user_id': 'stays',
  'code_events.user_id': 'stays',
  'code_locks.user_id': 'stays',
  'idempotency_keys.user_id': 'stays',
  'avatars.owner_id': 'stays',
  // Made for the account that has asked, and over within days.
  'data_exports.user_id': 'stays',
  // The database refuses to change operations: they are read with `accountsOf`.
  'operations.payer_id': 'stays',
  // An agreement is never changed; it names the person as of that day.
  'contract_agreements.person_id': 'stays',
  'signing_agreements.person_id': 'stays',
  'contract_signatures.person_id': 'stays',
  // The kept account is asked itself; refusals of the joined one count until then (`isConsentGiven`).
  'consent_answers.subject_id': 'stays',
  'consent_answers.given_by_id': 'stays',
  // A request is about one account with all that were joined to it; the joined one has asked for itself.
  'data_requests.subject_id': 'stays',
  'data_requests.requested_by_id': 'stays',
  'kept_identities.person_id': 'stays',

  'guardianships.guardian_id': moves('children'),
  'guardianships.child_id': moves('guardians'),
  'ended_guardianships.guardian_id': moves('children'),
  'ended_guardianships.child_id': moves('guardians'),
  'ended_guardianships.ended_by_id': moves('panel'),
  'pairing_codes.child_id': moves('guardians'),
  'pairing_codes.made_by': moves('guardians'),
  'pairing_codes.used_by': moves('guardians'),
  'contracts.student_id': needed('contracts'),
  'contracts.customer_id': moves('contracts'),
  'bills.payer_id': moves('contracts'),
  'checkouts.payer_id': moves('contracts'),
  'autopays.person_id': moves('contracts'),
  'terminations.asked_by_id': moves('contracts'),
  'contract_actions.by_id': moves('panel'),
  'contract_actions.undone_by_id': moves('panel'),
  'refund_requests.requested_by_id': moves('panel'),
  'payment_differences.cleared_by_id': moves('panel'),
  'baskets.student_id': moves('contracts'),
  'baskets.filled_by_id': moves('contracts'),
  'tax_certificates.applicant_id': moves('contracts'),
  'tax_certificates.student_id': moves('contracts'),
  'personal_details.user_id': moves('contracts'),
  'group_memberships.student_id': needed('enrolments'),
  'enrolments.student_id': needed('enrolments'),
  'enrolments.enrolled_by_id': moves('enrolments'),
  'transfers.student_id': moves('enrolments'),
  'transfers.requested_by_id': moves('enrolments'),
  'waiting_list_entries.student_id': needed('enrolments'),
  'waiting_list_entries.requested_by_id': moves('enrolments'),
  'grade_books.student_id': needed('marks'),
  'lesson_results.student_id': needed('marks'),
  'exams.student_id': moves('appointments'),
  'conversations.student_id': moves('appointments'),
  'absences.student_id': moves('absences'),
  'absences.reported_by_id': moves('absences'),
  'exams.teacher_id': moves('teaching'),
  'conversations.teacher_id': moves('teaching'),
  'lessons.substitute_id': moves('teaching'),
  'study_groups.teacher_id': moves('teaching'),
  'study_groups.curator_id': moves('teaching'),
  'courses.teacher_id': moves('teaching'),
  'tickets.author_id': moves('tickets'),
  'tickets.student_id': moves('tickets'),
  'tickets.recipient_id': moves('tickets'),
  'tickets.assignee_id': moves('tickets'),
  'tickets.answered_by_id': moves('tickets'),
  'ticket_messages.author_id': moves('tickets'),
  'ticket_files.owner_id': moves('tickets'),
  'linked_accounts.user_id': moves('linkedAccounts'),
  'notifications.user_id': moves('notifications'),
  'notifications.student_id': moves('notifications'),
  'deliveries.user_id': moves('notifications'),
  'deliveries.student_id': moves('notifications'),
  'notification_settings.user_id': moves('settings'),
  'calendar_feeds.owner_id': moves('settings'),
  'seen_sections.user_id': moves('settings'),
  'opened_items.user_id': moves('settings'),
  'school_news.author_id': moves('panel'),
  'import_runs.started_by': moves('panel'),
  'bank_lines.decided_by': moves('panel'),
  'data_requests.taken_by_id': moves('panel'),
  'work_takers.user_id': moves('panel'),
  'data_requests.decided_by_id': moves('panel'),
}

/** A column with ids of users that is no foreign key. */
export type ReferenceInList = {
  name: string
  table: PgTable
  key: SQL
  has: (userId: string) => SQL
  replace: (from: string, to: string) => SQL
}

const { calendarFeeds } = schedule
const { notificationSettings } = notifications

/** Students of calendar feeds, and children whose notifications go elsewhere. */
export const referencesInLists: readonly ReferenceInList[] = [
  {
    name: 'calendar_feeds.student_ids',
    table: calendarFeeds,
    key: sql`${calendarFeeds.id}`,
    has: (userId) => sql`${userId}::uuid = any(${calendarFeeds.studentIds})`,
    replace: (from, to) => sql`student_ids = array_replace(student_ids, ${from}::uuid, ${to}::uuid)`,
  },
  {
    name: 'notification_settings.child_channels',
    table: notificationSettings,
    key: sql`${notificationSettings.userId}`,
    has: (userId) => sql`jsonb_exists(${notificationSettings.childChannels}, ${userId})`,
    replace: (from, to) =>
      sql`child_channels = child_channels - ${from}::text || jsonb_build_object(${to}::text, child_channels -> ${from}::text)`,
  },
]

const modules = [
  accountJoins,
  accountSecurity,
  bankLines,
  bills,
  checkouts,
  content,
  contracts,
  dataRequests,
  idempotency,
  identity,
  integration,
  learning,
  notifications,
  oneTimeCodes,
  people,
  programs,
  schedule,
  signatures,
  storage,
  tax,
  terminations,
  transfers,
]

/** All foreign keys to `users`, in the order of the schema. */
export function findUserReferences(): UserReference[] {
  const tables = modules.flatMap((module) => Object.values(module).filter((value) => is(value, PgTable)))
  return [...new Set(tables)].flatMap((table) => {
    const { name: tableName, schema, foreignKeys } = getTableConfig(table)
    return foreignKeys.flatMap((key) => {
      const { columns, foreignTable } = key.reference()
      const [column] = columns
      if (foreignTable !== people.users || !column) return []
      return [{ table, column, name: `${schema ? `${schema}.` : ''}${tableName}.${column.name}` }]
    })
  })
}
