import { and, count, desc, eq, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AnswerOf } from '#contract/call.ts'
import type { TicketRecipientRole } from '#contract/enumerations.ts'
import { displayName } from '#contract/people/names.ts'
import type { listAssignees, listTicketQueue } from '#contract/people/tickets.ts'
import { plainText } from '#contract/plain-text.ts'
import { rolesOfCheck } from '#contract/roles.ts'
import { isAddressed, type RecipientRules, recipientRoleOf } from '#server/access/ticket-recipients.ts'
import { byName } from '#server/access/user-columns.ts'
import type { Database } from '#server/db/client.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { ticketMessages, tickets } from '#server/db/schema/schedule.ts'
import type { CallInput } from '#server/plugins/calls.ts'
import { hasWords } from './ticket-search.ts'
import { dueAt, isOpen, isOverdue } from './ticket-times.ts'
import { ticketSubject } from './ticket-words.ts'
import { waitsForAdministrator } from './unread-tickets.ts'

const previewLength = 200

type Filter = CallInput<typeof listTicketQueue>['query']

export const authors = alias(users, 'authors')
export const students = alias(users, 'students')
export const assignees = alias(users, 'assignees')
export const recipients = alias(users, 'recipients')

/** One page of the queue: the tickets that wait by the end of their norm, then the others, the newest first. */
export async function findTicketQueue(
  database: Database,
  { page, ...filter }: Filter,
  { userId, now, rules }: { userId: string; now: Date; rules: RecipientRules },
  pageSize = 50,
): Promise<AnswerOf<typeof listTicketQueue>> {
  const fits = conditionOf(filter, { userId, now, rules })
  const lastWords = sql<string>`coalesce((
    select ${ticketMessages.contentHtml} from ${ticketMessages}
    where ${ticketMessages.ticketId} = ${tickets.id} and ${ticketMessages.kind} = 'reply'
    order by ${ticketMessages.createdAt} desc limit 1
  ), ${tickets.contentHtml})`
  const rows = await database
    .select({
      id: tickets.id,
      number: tickets.number,
      topic: tickets.topic,
      state: tickets.state,
      createdAt: tickets.createdAt,
      author: { id: authors.id, firstName: authors.firstName, lastName: authors.lastName },
      assignee: { id: assignees.id, firstName: assignees.firstName, lastName: assignees.lastName },
      recipient: { id: recipients.id, firstName: recipients.firstName, lastName: recipients.lastName },
      recipientRole: recipientRoleOf(rules),
      student: { id: students.id, firstName: students.firstName, lastName: students.lastName },
      question: tickets.contentHtml,
      lastWords,
      dueAt,
      isToAnswer: waitsForAdministrator(userId, rules),
      total: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(tickets)
    .innerJoin(authors, eq(authors.id, tickets.authorId))
    .leftJoin(students, eq(students.id, tickets.studentId))
    .leftJoin(assignees, eq(assignees.id, tickets.assigneeId))
    .leftJoin(recipients, eq(recipients.id, tickets.recipientId))
    .where(fits)
    .orderBy(sql`${dueAt} asc nulls last`, desc(tickets.createdAt), desc(tickets.number))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return {
    items: rows.map(
      ({ author, student, assignee, recipient, recipientRole, question, lastWords, total: _, ...row }) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        dueAt: row.dueAt?.toISOString() ?? null,
        subject: ticketSubject(question),
        preview: plainText(lastWords).slice(0, previewLength),
        author: toNamed(author),
        student: student && toNamed(student),
        assignee: assignee && toNamed(assignee),
        recipient: toRecipient(recipient, recipientRole),
      }),
    ),
    // An empty page after the last one counts nothing.
    total: rows[0]?.total ?? (page > 1 ? await countFitting(database, fits) : 0),
    page,
    pageSize,
  }
}

async function countFitting(database: Database, fits: SQL | undefined): Promise<number> {
  const [counted] = await database
    .select({ total: count() })
    .from(tickets)
    .innerJoin(authors, eq(authors.id, tickets.authorId))
    .leftJoin(students, eq(students.id, tickets.studentId))
    .where(fits)
  return counted?.total ?? 0
}

function conditionOf(
  { search = '', state = 'open', topic, assignee, overdue, person }: Omit<Filter, 'page'>,
  { userId, now, rules }: { userId: string; now: Date; rules: RecipientRules },
): SQL | undefined {
  return and(
    state === 'all' ? undefined : state === 'open' ? isOpen : eq(tickets.state, state),
    hasWords(
      search,
      sql`concat_ws(' ', ${authors.firstName}, ${authors.lastName}, ${students.firstName}, ${students.lastName})`,
    ),
    topic && eq(tickets.topic, topic),
    assignee === 'none'
      ? and(isNull(tickets.assigneeId), not(isAddressed(rules)))
      : assignee === undefined
        ? undefined
        : eq(tickets.assigneeId, assignee === 'own' ? userId : assignee),
    person === undefined ? undefined : or(eq(tickets.authorId, person), eq(tickets.studentId, person)),
    overdue === undefined ? undefined : isOverdue(now),
  )
}

/** Users who pass the administrators' check and may sign in, by name. */
export async function findAssignees(database: Database): Promise<AnswerOf<typeof listAssignees>> {
  const rows = await database
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(isNull(users.lockedAt), isAdministrator))
    .orderBy(...byName)
  return rows.map(toNamed)
}

export async function isAssignee(database: Database, id: string): Promise<boolean> {
  return (await database.$count(users, and(eq(users.id, id), isNull(users.lockedAt), isAdministrator))) > 0
}

const isAdministrator = sql`exists (
  select from ${userRoles} where ${userRoles.userId} = ${users.id}
    and ${userRoles.role} in (${sql.join(
      rolesOfCheck.admin.map((role) => sql`${role}`),
      sql`, `,
    )})
)`

/** Null for a ticket that its office has. */
export function toRecipient(person: Parameters<typeof toNamed>[0] | null, role: TicketRecipientRole | null) {
  return person && role && { ...toNamed(person), role }
}

export function toNamed({ id, ...name }: { id: string; firstName: string; lastName: string }) {
  return { id, name: displayName(name) }
}
