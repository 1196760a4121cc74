import { type SQL, sql } from 'drizzle-orm'
import { staffRoles } from '#contract/roles.ts'
import { listOf } from '#server/db/list-of.ts'
import { noteReasons } from '#server/integration/format-types/reasons.ts'
import { escaped } from './scrub-text.ts'

/** What is known of a person whose data are deleted, of all accounts that were joined. */
export type ErasedPerson = {
  ids: readonly string[]
  /** Last name and first name of each account. */
  names: readonly (readonly string[])[]
  /** Emails in lower case, phones; none that another account has. */
  contacts: readonly string[]
  subjects: readonly string[]
  logins: readonly string[]
  patronyms: readonly string[]
}

/** Condition: the text has a whole name, or a contact, as whole words. */
function mentions(text: SQL, { names, contacts }: ErasedPerson): SQL {
  const letter = '[a-zа-яё0-9_]'
  // A line break in JSON ends with a letter.
  const has = (part: string) =>
    sql`replace(lower(${text}), '\\n', ' ') ~ ${`(?<!${letter})${escaped(part.toLowerCase())}(?!${letter})`}`
  const all = (name: readonly string[]) => sql`(${sql.join(name.map(has), sql` and `)})`
  const whole = names.filter((name) => name.length > 1)
  const conditions = [...whole.map(all), ...contacts.map(has)]
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

/** Condition: the text has a whole name, or a contact, also inside of other words. For texts of files, in any notation. */
function contains(text: SQL, { names, contacts }: ErasedPerson): SQL {
  const has = (part: string) => sql`position(${part.toLowerCase()} in lower(${text})) > 0`
  const digits = sql`regexp_replace(${text}, '[^0-9]', '', 'g')`
  const conditions = [
    ...names.filter((name) => name.length > 1).map((name) => sql`(${sql.join(name.map(has), sql` and `)})`),
    ...contacts.map(has),
    // A phone is written with spaces, brackets and 8 in place of +7.
    ...contacts
      .filter((contact) => /^\+\d{11}$/.test(contact))
      .map((phone) => sql`position(${phone.slice(2)} in ${digits}) > 0`),
  ]
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

/** Condition: the text has the id of an account. */
function namesAccount(text: SQL, { ids }: ErasedPerson): SQL {
  return sql`exists (select from ${listOf(ids, 'text')} as listed (id) where position(id in ${text}) > 0)`
}

type Step = { table: string; erase: (person: ErasedPerson, now: string) => SQL }

const name = (table: string) => sql.raw(table)

/** Rows of the person, by columns with ids of users. */
const deleted = (table: string, ...columns: string[]): Step => ({
  table,
  erase: ({ ids }) =>
    sql`delete from ${name(table)} where ${sql.join(
      columns.map((column) => sql`${name(column)} in ${listOf(ids, 'uuid')}`),
      sql` or `,
    )}`,
})

/** Columns with personal details are emptied; the row stays. */
const emptied = (table: string, set: string, ...columns: string[]): Step => ({
  table,
  erase: ({ ids }) =>
    sql`update ${name(table)} set ${sql.raw(set)} where ${sql.join(
      columns.map((column) => sql`${name(column)} in ${listOf(ids, 'uuid')}`),
      sql` or `,
    )}`,
})

const where = (table: string, erase: Step['erase']): Step => ({ table, erase })

/** Who gets messages that name the person: children, guardians, other guardians of the same children, and the staff. */
const familyAndStaff = (ids: readonly string[]) => sql`(
  select child_id from guardianships where guardian_id in ${listOf(ids, 'uuid')}
  union select guardian_id from guardianships where child_id in (
    select child_id from guardianships where guardian_id in ${listOf(ids, 'uuid')} union select * from ${listOf(ids, 'uuid')} as own
  )
  union select user_id from user_roles where role in ${listOf(staffRoles, 'text')}
)`

/** Contracts of the person. */
const contractsOf = (ids: readonly string[]) =>
  sql`(select id from contracts where student_id in ${listOf(ids, 'uuid')} or customer_id in ${listOf(ids, 'uuid')})`

/**
 * What is deleted or emptied, in this order. Each can be repeated. `server/personal-data/tables.ts` names the other tables; a
 * test compares both with the schema.
 */
export const erasureSteps: readonly Step[] = [
  // Sign-in, and what follows it.
  where(
    'oidc_attempts',
    ({ ids }) =>
      sql`delete from oidc_attempts where session_id in (select id from sessions where user_id in ${listOf(ids, 'uuid')})`,
  ),
  where(
    'verified_contacts',
    ({ contacts }) => sql`delete from verified_contacts where lower(target) in ${listOf(contacts, 'text')}`,
  ),
  where(
    'join_proofs',
    ({ contacts }) => sql`delete from join_proofs where lower(target) in ${listOf(contacts, 'text')}`,
  ),
  deleted('sessions', 'user_id', 'administrator_id'),
  deleted('push_subscriptions', 'user_id'),
  deleted('known_devices', 'user_id'),
  deleted('account_changes', 'user_id'),
  deleted('invitations', 'user_id'),
  deleted('linked_accounts', 'user_id'),
  deleted('one_time_codes', 'user_id'),
  where(
    'one_time_codes',
    ({ contacts }) => sql`delete from one_time_codes where lower(target) in ${listOf(contacts, 'text')}`,
  ),
  deleted('code_events', 'user_id'),
  where(
    'code_events',
    ({ contacts }) => sql`delete from code_events where lower(target) in ${listOf(contacts, 'text')}`,
  ),
  deleted('code_locks', 'user_id'),
  deleted('last_writes', 'user_id'),
  where(
    'account_join_rows',
    ({ ids }) =>
      sql`delete from account_join_rows where join_id in (select id from account_joins where kept_id in ${listOf(ids, 'uuid')} or joined_id in ${listOf(ids, 'uuid')})`,
  ),
  emptied('account_joins', 'before = null', 'kept_id', 'joined_id'),
  where(
    'identity_provider.payloads',
    ({ subjects }) =>
      sql`delete from identity_provider.payloads where payload ->> 'accountId' in ${listOf(subjects, 'text')}`,
  ),
  where(
    'identity_provider.recoveries',
    ({ logins, contacts, subjects }) => sql`
      delete from identity_provider.recoveries
      where name in ${listOf([...logins, ...contacts], 'text')} or lower(target) in ${listOf(contacts, 'text')}
        or subject in ${listOf(subjects, 'text')}`,
  ),
  where(
    'identity_provider.accounts',
    ({ subjects }) => sql`delete from identity_provider.accounts where subject in ${listOf(subjects, 'text')}`,
  ),
  // Messages.
  where(
    'identity_provider.outbox_messages',
    (person) => sql`
      delete from identity_provider.outbox_messages
      where lower(target) in ${listOf(person.contacts, 'text')} or (
        lower(target) in (
          select lower(contact) from users cross join unnest(array[email, phone]) as contact
          where contact is not null and users.id in ${familyAndStaff(person.ids)}
        ) and ${mentions(sql`subject || ' ' || text`, person)}
      )`,
  ),
  where(
    'deliveries',
    (person) => sql`
      delete from deliveries where user_id in ${listOf(person.ids, 'uuid')} or student_id in ${listOf(person.ids, 'uuid')}
        or lower(target) in ${listOf(person.contacts, 'text')}
        or (values is not null and user_id in ${familyAndStaff(person.ids)} and ${mentions(sql`values::text`, person)})`,
  ),
  deleted('notifications', 'user_id', 'student_id'),
  where(
    'notifications',
    (person) => sql`
      delete from notifications
      where user_id in ${familyAndStaff(person.ids)} and ${mentions(sql`values::text`, person)}`,
  ),
  deleted('notification_settings', 'user_id'),
  where(
    'notification_settings',
    ({ ids }) => sql`
      update notification_settings set child_channels = child_channels - array${listOf(ids, 'text')}
      where jsonb_exists_any(child_channels, array${listOf(ids, 'text')})`,
  ),
  where(
    'rejected_addresses',
    ({ contacts }) => sql`delete from rejected_addresses where address in ${listOf(contacts, 'text')}`,
  ),
  deleted('idempotency_keys', 'user_id'),
  where(
    'idempotency_keys',
    // The key stays: a repeat of the request does nothing.
    (person) => sql`
      update idempotency_keys set outcome = '{}'::json
      where outcome is not null and ${mentions(sql`outcome::text`, person)}
        and (user_id in ${familyAndStaff(person.ids)} or ${namesAccount(sql`outcome::text`, person)})`,
  ),
  where(
    'webhook_deliveries',
    (person) =>
      sql`delete from webhook_deliveries where ${namesAccount(sql`payload`, person)} and ${mentions(sql`payload`, person)}`,
  ),
  // The family and the school.
  deleted('pairing_codes', 'child_id'),
  deleted('guardianships', 'guardian_id', 'child_id'),
  deleted('ended_guardianships', 'guardian_id', 'child_id'),
  deleted('user_roles', 'user_id'),
  deleted('work_takers', 'user_id'),
  deleted('avatars', 'owner_id'),
  // With the key of the file: the file is unreadable then, and a job removes it.
  deleted('data_exports', 'user_id'),
  // With their messages and files. What the person has written to others, as an employee, is theirs.
  deleted('tickets', 'author_id'),
  where(
    'ticket_files',
    ({ ids }) => sql`
      delete from ticket_files where (owner_id in ${listOf(ids, 'uuid')} and ticket_id is null)
        or ticket_id in (select id from tickets where student_id in ${listOf(ids, 'uuid')})`,
  ),
  emptied('ticket_messages', 'author_id = null', 'author_id'),
  emptied('tickets', 'student_id = null', 'student_id'),
  deleted('absences', 'student_id'),
  emptied('absences', "comment = case when reason = 'other' then '—' end", 'reported_by_id'),
  deleted('calendar_feeds', 'owner_id'),
  where(
    'calendar_feeds',
    ({ ids }) => sql`
      update calendar_feeds set student_ids = array(select unnest(student_ids) except select * from ${listOf(ids, 'uuid')} as erased)
      where student_ids && array${listOf(ids, 'uuid')}`,
  ),
  deleted('seen_sections', 'user_id'),
  deleted('opened_items', 'user_id'),
  deleted('personal_details', 'user_id'),
  // Learning stays as numbers without a person, without remarks.
  emptied('lesson_results', 'comment = null', 'student_id'),
  where(
    'marks',
    ({ ids }) =>
      sql`update marks set comment = null where comment is not null and book_id in (select id from grade_books where student_id in ${listOf(ids, 'uuid')})`,
  ),
  deleted('exams', 'student_id'),
  deleted('conversations', 'student_id'),
  emptied('grade_books', "title = '—'", 'student_id'),
  emptied(
    'waiting_list_entries',
    "state = case when state in ('waiting', 'held') then 'left' else state end, held_until = null",
    'student_id',
  ),
  where(
    'group_memberships',
    ({ ids }, now) => sql`
      update group_memberships set left_on = greatest(joined_on, ${now}::date)
      where student_id in ${listOf(ids, 'uuid')} and (left_on is null or left_on > ${now}::date)`,
  ),
  where(
    'baskets',
    ({ ids }, now) => sql`
      update baskets set dropped_at = ${now}::timestamptz
      where contract_id is null and dropped_at is null
        and (student_id in ${listOf(ids, 'uuid')} or filled_by_id in ${listOf(ids, 'uuid')})`,
  ),
  // Money stays; cards, addresses of devices and orders sent to the provider do not.
  where(
    'autopays',
    ({ ids }) => sql`
      update autopays set saved_method = null, card_digits = null, agreed_address = ''
      where state = 'off' and (person_id in ${listOf(ids, 'uuid')} or contract_id in ${contractsOf(ids)})`,
  ),
  where(
    'checkouts',
    ({ ids }) => sql`
      update checkouts set sent_order = null, confirmation_url = null
      where decided_at is not null and payer_id in ${listOf(ids, 'uuid')}`,
  ),
  where(
    'refunds',
    ({ ids }) => sql`
      update refunds set sent_order = null
      where state <> 'pending' and sent_order is not null and checkout_id in (select id from checkouts where payer_id in ${listOf(ids, 'uuid')})`,
  ),
  where(
    'terminations',
    ({ ids }) =>
      sql`update terminations set address = null, bank_details = null where asked_by_id in ${listOf(ids, 'uuid')} or contract_id in ${contractsOf(ids)}`,
  ),
  where(
    'tax_certificates',
    ({ ids }) => sql`
      delete from tax_certificates
      where state <> 'ready' and (applicant_id in ${listOf(ids, 'uuid')} or student_id in ${listOf(ids, 'uuid')})`,
  ),
  // Proof that is kept says who, what and when, not from where.
  where(
    'consent_answers',
    ({ ids }) =>
      sql`update consent_answers set address = null where subject_id in ${listOf(ids, 'uuid')} or given_by_id in ${listOf(ids, 'uuid')}`,
  ),
  where('audit_entries', ({ ids }) => sql`select erase_audit_details(array${listOf(ids, 'uuid')})`),
  // Imports.
  where(
    'external_ids',
    ({ ids }) => sql`
      delete from external_ids where target in ('users', 'user_roles', 'personal_details')
        and split_part(key, '.', 1) in ${listOf(ids, 'text')}`,
  ),
  where(
    'import_runs',
    // All findings of a row: its columns have the parts of a name. Findings of the whole file are each on their own.
    (person) => sql`
      update import_runs set findings = kept.findings, faults = greatest(0, import_runs.faults - kept.removed_faults)
      from (
        select id, coalesce(json_agg(finding order by position) filter (where not is_of_person), '[]') as findings,
          count(*) filter (where is_of_person and is_fault) as removed_faults
        from (
          select *, ${contains(sql`row_text`, person)} as is_of_person from (
            select id, finding, position,
              finding ->> 'isLeftOut' is null and finding ->> 'reason' not in ${listOf(noteReasons, 'text')} as is_fault,
              string_agg(finding::text, ' ') over (
                partition by id, finding ->> 'file', finding ->> 'line',
                  case when finding ->> 'line' = '0' then position end
              ) as row_text
            from import_runs, json_array_elements(findings) with ordinality as listed (finding, position)
            where ${contains(sql`findings::text`, person)}
          ) as listed
        ) as found
        group by id having bool_or(is_of_person)
      ) as kept
      where import_runs.id = kept.id`,
  ),
  emptied('data_requests', 'wrong = null, "right" = null, answer = null', 'subject_id', 'requested_by_id'),
  where(
    'users',
    ({ ids }, now) => sql`
      update users set subject = null, first_name = 'удалены', last_name = 'Данные', patronym = null, avatar = null, email = null, email_verified_at = null,
        phone = null, phone_verified_at = null, crm_uuid = null, external_id = null, grade = null, has_password = false,
        language = null, last_sign_in_at = null, consents_asked = null, locked_at = null, updated_at = ${now}::timestamptz
      where id in ${listOf(ids, 'uuid')}`,
  ),
]
