import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { dataRequestKinds, dataRequestStates, workQueues } from '#contract/enumerations.ts'
import { id, instant, oneOfCheck } from './columns.ts'
import { users } from './people.ts'

/**
 * `erasing` is never committed: within its transaction the triggers `refuse_change` and `require_audit_retention` let the
 * job change rows that otherwise stay.
 */
const storedDataRequestStates = [...dataRequestStates, 'erasing'] as const

/** Requests to correct or to delete personal data (152-FZ, articles 20 and 21). */
export const dataRequests = pgTable(
  'data_requests',
  {
    id: id(),
    kind: text('kind', { enum: dataRequestKinds }).notNull(),
    state: text('state', { enum: storedDataRequestStates }).notNull().default('asked'),
    /** Whose data it is about. */
    subjectId: uuid('subject_id')
      .notNull()
      .references(() => users.id),
    /** The subject, or a guardian. */
    requestedById: uuid('requested_by_id')
      .notNull()
      .references(() => users.id),
    requestedAt: instant('requested_at').notNull(),
    /** The last day for an answer. */
    dueOn: date('due_on').notNull(),
    /** What is wrong and what is right; only of a correction, erased with the person. */
    wrong: text('wrong'),
    right: text('right'),
    /** The administrator who takes care of it. */
    takenById: uuid('taken_by_id').references(() => users.id, { onDelete: 'set null' }),
    decidedById: uuid('decided_by_id').references(() => users.id, { onDelete: 'set null' }),
    decidedAt: instant('decided_at'),
    /** The answer to the person. */
    answer: text('answer'),
    /** From then on the job deletes the data; until then the request can be withdrawn. */
    eraseAfter: instant('erase_after'),
    /** When it was withdrawn, refused, corrected, or the data were deleted. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('data_requests_open')
      .on(table.subjectId, table.kind)
      .where(sql`${table.state} in ('asked', 'accepted')`),
    index('data_requests_subject').on(table.subjectId),
    index('data_requests_requested_by').on(table.requestedById, table.requestedAt),
    index('data_requests_taken_by').on(table.takenById),
    index('data_requests_decided_by').on(table.decidedById),
    index('data_requests_due').on(table.eraseAfter).where(sql`${table.state} = 'accepted'`),
    index('data_requests_asked').on(table.requestedAt).where(sql`${table.state} = 'asked'`),
    oneOfCheck('data_requests_kind', table.kind, dataRequestKinds),
    oneOfCheck('data_requests_state', table.state, storedDataRequestStates),
    check(
      'data_requests_ended',
      sql`(${table.state} in ('asked', 'accepted', 'erasing')) = (${table.endedAt} is null)`,
    ),
    check(
      'data_requests_erase_after',
      sql`(${table.state} in ('accepted', 'erasing')) = (${table.eraseAfter} is not null)`,
    ),
  ],
)

/** Names of erased people in documents that the law makes the school keep. Deleted with these documents. */
export const keptIdentities = pgTable(
  'kept_identities',
  {
    personId: uuid('person_id')
      .primaryKey()
      .references(() => users.id),
    /** Last name first. */
    name: text('name').notNull(),
    erasedAt: instant('erased_at').notNull(),
    /** The last day. */
    keptUntil: date('kept_until').notNull(),
  },
  (table) => [index('kept_identities_until').on(table.keptUntil)],
)

/** Who of the staff deals with what is stuck. A row is deleted some time after its item has left the queue. */
export const workTakers = pgTable(
  'work_takers',
  {
    queue: text('queue', { enum: workQueues }).notNull(),
    /** Of the item, which is a row of another table in each queue. */
    itemId: uuid('item_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    takenAt: instant('taken_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.queue, table.itemId] }),
    index('work_takers_user').on(table.userId),
    oneOfCheck('work_takers_queue', table.queue, workQueues),
  ],
)
