/**
 * What the law asks of a table with data of people. `exported`: the copy of one's data has its rows, or why it has none.
 * `erased`: the steps of `server/erasure/erasure-steps.ts` delete or empty the rows of a person; `kept`: documents that the law
 * makes the school keep, whose names are deleted at the end of the period; `not`: no personal details of their own, only
 * ids, which lead to an account without a name.
 */
type TableOfPeople = { exported: true | { not: string }; erased: true | { kept: string } | { not: string } }

const ofPerson: TableOfPeople = { exported: true, erased: true }
const secret = 'Only hashes of secrets and their limits; rows are deleted within days.'
const work = 'Names the member of staff who did the work: a record of the school about others, not about that person.'
const part = 'Technical part of a row that is exported.'
const ofSchool = 'of the school, not of a person'

/** Every table with data of people, by its name in the database. A test over the schema finds those that are in no list. */
export const tablesOfPeople: Readonly<Record<string, TableOfPeople>> = {
  users: ofPerson,
  user_roles: ofPerson,
  personal_details: ofPerson,
  guardianships: ofPerson,
  ended_guardianships: {
    exported: { not: 'Relations that the school has ended, with its reason, so that no list makes them again.' },
    erased: true,
  },
  consent_answers: ofPerson,
  consent_texts: { exported: true, erased: { not: 'texts of the school' } },
  external_ids: ofPerson,
  avatars: ofPerson,

  sessions: ofPerson,
  known_devices: ofPerson,
  push_subscriptions: ofPerson,
  linked_accounts: ofPerson,
  audit_entries: ofPerson,
  account_joins: ofPerson,
  account_join_rows: {
    exported: { not: 'Keys of rows that a join has moved, until it cannot be undone any more.' },
    erased: true,
  },
  account_changes: {
    exported: {
      not: 'Former contacts, for seven days, so that a change can be undone; the audit log has the changes.',
    },
    erased: true,
  },
  invitations: ofPerson,
  pairing_codes: ofPerson,
  one_time_codes: { exported: { not: secret }, erased: true },
  code_events: { exported: { not: secret }, erased: true },
  code_locks: { exported: { not: secret }, erased: true },
  verified_contacts: { exported: { not: 'Contacts that were proved in a session; they end with it.' }, erased: true },
  join_proofs: { exported: { not: 'Contacts that were proved in a session; they end with it.' }, erased: true },
  last_writes: { exported: { not: 'The number of the last transaction, for replicas.' }, erased: true },
  oidc_attempts: { exported: { not: secret }, erased: true },
  logout_links: { exported: { not: secret }, erased: { not: 'hashes, deleted with the session' } },
  ended_sessions: { exported: { not: secret }, erased: { not: 'hashes, for half a day' } },
  idempotency_keys: {
    exported: { not: 'Answers of repeated requests, for a day; what they did is exported.' },
    erased: true,
  },
  'identity_provider.accounts': ofPerson,
  'identity_provider.recoveries': { exported: { not: secret }, erased: true },
  'identity_provider.payloads': {
    exported: { not: 'Sessions and tokens of the sign-in; they end with it.' },
    erased: true,
  },
  'identity_provider.outbox_messages': {
    exported: { not: 'Messages of the demo, which no real person gets.' },
    erased: true,
  },

  notifications: ofPerson,
  notification_settings: ofPerson,
  deliveries: ofPerson,
  rejected_addresses: {
    exported: { not: 'Addresses without a person, to which the mail server delivers nothing.' },
    erased: true,
  },
  seen_sections: ofPerson,
  opened_items: ofPerson,
  calendar_feeds: ofPerson,
  tickets: ofPerson,
  ticket_messages: ofPerson,
  ticket_files: ofPerson,

  group_memberships: ofPerson,
  enrolments: { exported: true, erased: { not: 'ids' } },
  transfers: { exported: true, erased: { not: 'ids' } },
  waiting_list_entries: ofPerson,
  baskets: ofPerson,
  grade_books: ofPerson,
  grade_book_courses: { exported: true, erased: { not: 'final marks without a person' } },
  term_marks: { exported: true, erased: { not: 'marks without a person' } },
  marks: ofPerson,
  mark_history: { exported: true, erased: { not: 'marks without a person' } },
  lesson_results: ofPerson,
  exams: ofPerson,
  conversations: ofPerson,
  absences: ofPerson,
  study_groups: { exported: true, erased: { not: ofSchool } },
  courses: { exported: true, erased: { not: ofSchool } },
  lessons: { exported: true, erased: { not: ofSchool } },

  contracts: { exported: true, erased: { not: 'number, sums and ids' } },
  contract_actions: {
    exported: { not: 'Why the staff changed a contract, and how to undo it. What was changed is exported.' },
    erased: { kept: 'why the staff has done something with a contract' },
  },
  contract_states: { exported: true, erased: { not: 'statuses' } },
  contract_agreements: { exported: true, erased: { kept: 'the text of the contract with the names of its sides' } },
  contract_signatures: { exported: true, erased: { kept: 'who has signed the contract' } },
  signing_agreements: { exported: true, erased: { kept: 'the agreement on the use of the signature' } },
  payments: { exported: true, erased: { not: 'the schedule of payments' } },
  operations: { exported: true, erased: { kept: 'the name of the payer, as it was booked' } },
  bills: { exported: true, erased: { not: 'number and id' } },
  bill_lines: { exported: true, erased: { not: 'sums' } },
  checkouts: ofPerson,
  checkout_lines: { exported: true, erased: { not: 'sums' } },
  refunds: ofPerson,
  refund_lines: { exported: true, erased: { not: 'sums' } },
  refund_requests: {
    exported: { not: 'Notes of the staff.' },
    erased: { kept: 'the reason of a refund, in words of the staff' },
  },
  autopays: ofPerson,
  autopay_charges: { exported: true, erased: { not: 'sums' } },
  terminations: { exported: true, erased: { kept: 'the reason of a termination, in words of the staff' } },
  tax_certificates: { exported: true, erased: { kept: 'certificates that were issued to the tax office' } },
  payment_differences: { exported: { not: work }, erased: { kept: 'how a difference of money was cleared up' } },
  bank_lines: {
    exported: { not: 'Lines of bank statements, also of strangers. What is booked of them is exported as operations.' },
    erased: { kept: 'payer and purpose of a payment in the file of the bank' },
  },
  bank_line_parts: { exported: { not: part }, erased: { not: 'sums' } },

  data_requests: ofPerson,
  kept_identities: {
    exported: { not: 'Names of people whose data were deleted, who have no account any more.' },
    erased: { kept: 'the name of the person, for the documents above' },
  },

  school_news: { exported: { not: work }, erased: { not: ofSchool } },
  work_takers: { exported: { not: work }, erased: true },
  import_runs: { exported: { not: work }, erased: true },
  data_exports: {
    exported: { not: 'The copies themselves; the log has when they were asked for and downloaded.' },
    erased: true,
  },
  record_changes: {
    exported: { not: 'Keys of changed rows, for other systems of the school.' },
    erased: { not: 'ids' },
  },
  webhook_deliveries: { exported: { not: 'Events for other systems of the school, for some days.' }, erased: true },
  limit_counts: {
    exported: { not: 'Hashes of addresses and accounts, until a limit ends.' },
    erased: { not: 'hashes' },
  },
}

/** Tables without data of people: what the school teaches, sells and publishes, and its programs. */
export const tablesWithoutPeople: readonly string[] = [
  'banners',
  'campaigns',
  'events',
  'grade_scales',
  'journal_columns',
  'mark_types',
  'offers',
  'opportunities',
  'opportunity_groups',
  'programs',
  'self_study_items',
  'slots',
  'subjects',
  'terms',
  'territories',
  'vacations',
  'identity_provider.keys',
  'server_keys',
  'service_accounts',
  'service_tokens',
  'sign_in_issuers',
  'unmapped_roles',
  'used_logout_tokens',
  'webhook_endpoints',
]
