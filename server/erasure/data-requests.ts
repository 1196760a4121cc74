import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DataRequestKind } from '#contract/enumerations.ts'
import type { DataRequest, DataRequestOfPerson, DataRequests } from '#contract/people/data-requests.ts'
import { guardianRights } from '#contract/people/guardian-rights.ts'
import { accountIdsOf } from '#server/access/joined-accounts.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import { answersForSelf, concernedBy, isOfAge, visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { dataRequests } from '#server/db/schema/data-requests.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { audit } from '#server/security/audit-log.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { addWorkingDays } from '#server/time/working-days.ts'
import { findObstacles } from './deletion-obstacles.ts'
import { notifyOfRequest } from './request-notices.ts'

/** Working days in which the school answers (152-FZ, articles 20 and 21). */
const answerDays: Readonly<Record<DataRequestKind, number>> = { correction: 7, deletion: 10 }
/** Hours between the acceptance of a deletion and the deletion: the message arrives, and a mistake can be withdrawn. */
const hoursBeforeErasure = 24

const subjects = alias(users, 'subjects')

/** The person, if he answers for himself, and minor children for whom he has all rights. */
export async function findPeople(database: Database, userId: string, today: string): Promise<DataRequests['people']> {
  const isOwn = sql<boolean>`${users.id} = ${userId}`
  const isChild = sql`${users.id} in ${visibleStudents({ roleGroup: 'parent', userId }, guardianRights)}`
  const rows = await database
    .select({ id: users.id, name: sql<string>`coalesce(${selectFullName(users)}, '')`, isOwn })
    .from(users)
    .where(
      sql`(${isOwn} and ${answersForSelf(users.id, today)}) or (${isChild} and not coalesce(${isOfAge(users.id, today)}, false))`,
    )
    .orderBy(sql`${isOwn} desc`, users.lastName, users.firstName, users.id)
  return rows
}

/** 404 for a person for whom the user may not ask. */
export async function requirePerson(
  database: Database,
  userId: string,
  subjectId: string,
  today: string,
): Promise<void> {
  if (!(await answersFor(database, { userId, subjectId, today })))
    throwProblem('not-found', 'The user does not answer for this person')
}

async function answersFor(
  database: Database,
  { userId, subjectId, today }: Record<'userId' | 'subjectId' | 'today', string>,
): Promise<boolean> {
  return (await findPeople(database, userId, today)).some(({ id }) => id === subjectId)
}

type Asked = { userId: string; subjectId: string; kind: DataRequestKind; wrong?: string; right?: string }

/** Stores a request with its deadline, and confirms it to the person. */
export async function askForData(
  transaction: Database,
  { userId, subjectId, kind, wrong, right }: Asked,
  time: CurrentTime,
): Promise<DataRequest> {
  const { now, timeZone } = time
  const today = dayInZone(now, timeZone)
  await requirePerson(transaction, userId, subjectId, today)
  if (kind === 'deletion') await requireNoObstacles(transaction, subjectId, time)
  const [made] = await transaction
    .insert(dataRequests)
    .values({
      kind,
      subjectId,
      requestedById: userId,
      requestedAt: now,
      dueOn: addWorkingDays(today, answerDays[kind]),
      ...(kind === 'correction' && { wrong, right }),
    })
    .onConflictDoNothing()
    .returning({ id: dataRequests.id })
  if (!made) throwProblem('state-conflict', 'This is asked for already')
  await audit(transaction, { at: now, action: `data.${kind}-requested`, subjectId })
  await notifyOfRequest(transaction, { id: made.id, notice: 'data-request-received' }, time)
  const [request] = await selectRequests(transaction, userId, eq(dataRequests.id, made.id))
  return request as DataRequest
}

async function requireNoObstacles(transaction: Database, subjectId: string, time: CurrentTime): Promise<void> {
  const obstacles = await findObstacles(transaction, await accountIdsOf(transaction, subjectId), time)
  if (obstacles.length > 0)
    throwProblem('state-conflict', `Something must end first: ${obstacles.map(({ kind }) => kind)}`)
}

/** Requests of the person; deletions also about the person, and about the children for whom the person answers. */
export function findVisibleRequests(database: Database, userId: string, today: string): Promise<DataRequest[]> {
  return selectRequests(database, userId, isVisibleTo(userId, today))
}

/** Condition: the person has asked, or is one whom the request concerns. */
function isVisibleTo(userId: string, today: string): SQL {
  const isConcerned = sql`${userId}::uuid in ${concernedBy(dataRequests.subjectId, today)}`
  return sql`(${dataRequests.requestedById} = ${userId} or (${dataRequests.kind} = 'deletion' and ${isConcerned}))`
}

async function selectRequests(database: Database, userId: string, which: SQL): Promise<DataRequest[]> {
  const rows = await database
    .select({ request: dataRequests, name: sql<string>`coalesce(${selectFullName(subjects)}, '')` })
    .from(dataRequests)
    .innerJoin(subjects, eq(subjects.id, dataRequests.subjectId))
    .where(which)
    .orderBy(desc(dataRequests.requestedAt), desc(dataRequests.id))
  return rows.map(({ request, name }) => present(request, { name, isOwn: request.subjectId === userId }))
}

function present(
  {
    id,
    kind,
    state,
    subjectId,
    requestedAt,
    dueOn,
    wrong,
    right,
    answer,
    eraseAfter,
    endedAt,
  }: typeof dataRequests.$inferSelect,
  { name, isOwn }: { name: string; isOwn: boolean },
): DataRequest {
  return {
    id,
    kind,
    dueOn,
    wrong,
    right,
    answer,
    // Never committed.
    state: state === 'erasing' ? 'accepted' : state,
    subject: { id: subjectId, name, isOwn },
    requestedAt: requestedAt.toISOString(),
    eraseAfter: eraseAfter?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}

/** Withdraws a request that the person sees and that has not ended. */
export async function withdrawRequest(
  transaction: Database,
  { id, userId }: { id: string; userId: string },
  time: CurrentTime,
): Promise<void> {
  const { now } = time
  const isVisible = and(eq(dataRequests.id, id), isVisibleTo(userId, dayInZone(now, time.timeZone)))
  const [request] = await transaction.select().from(dataRequests).where(isVisible).for('update')
  if (!request) throwProblem('not-found', 'No such request of this person')
  if (request.endedAt) throwProblem('state-conflict', 'The request has ended')
  await endAsWithdrawn(transaction, id, now)
  await audit(transaction, { at: now, action: 'data.request-withdrawn', subjectId: request.subjectId })
  await notifyOfRequest(transaction, { id, notice: 'data-request-answered', exceptId: userId }, time)
}

async function endAsWithdrawn(transaction: Database, id: string, now: Date): Promise<void> {
  const ended = { state: 'withdrawn', eraseAfter: null, endedAt: now } as const
  await transaction.update(dataRequests).set(ended).where(eq(dataRequests.id, id))
}

/**
 * Withdraws a request of a user who does not answer for the person any more, as a guardian whose rights have ended.
 * Returns whether it was one.
 */
export async function withdrawIfUnentitled(
  transaction: Database,
  { id, subjectId, requestedById }: Pick<typeof dataRequests.$inferSelect, 'id' | 'subjectId' | 'requestedById'>,
  time: CurrentTime,
): Promise<boolean> {
  const today = dayInZone(time.now, time.timeZone)
  // `eraseAgain` stores a request without another person.
  if (requestedById === subjectId) return false
  if (await answersFor(transaction, { userId: requestedById, subjectId, today })) return false
  await endAsWithdrawn(transaction, id, time.now)
  await audit(transaction, { at: time.now, action: 'data.request-withdrawn', subjectId, actorId: null })
  await notifyOfRequest(transaction, { id, notice: 'data-request-answered', outcome: 'unentitled' }, time)
  return true
}

/** A request for the staff. 404 for an unknown one. */
export async function findRequest(database: Database, id: string): Promise<Omit<DataRequestOfPerson, 'preview'>> {
  const [requesters, takers] = [alias(users, 'requesters'), alias(users, 'takers')]
  const named = (person: typeof requesters | typeof takers) => sql<string>`coalesce(${selectFullName(person)}, '')`
  const [found] = await database
    .select({
      request: dataRequests,
      name: sql<string>`coalesce(${selectFullName(subjects)}, '')`,
      requester: named(requesters),
      taker: named(takers),
    })
    .from(dataRequests)
    .innerJoin(subjects, eq(subjects.id, dataRequests.subjectId))
    .innerJoin(requesters, eq(requesters.id, dataRequests.requestedById))
    .leftJoin(takers, eq(takers.id, dataRequests.takenById))
    .where(eq(dataRequests.id, id))
  if (!found) throwProblem('not-found', 'No such request')
  const { request, name, requester, taker } = found
  return {
    ...present(request, { name, isOwn: request.subjectId === request.requestedById }),
    requestedBy: { id: request.requestedById, name: requester },
    takenBy: request.takenById === null ? null : { id: request.takenById, name: taker },
  }
}

async function lockAsked(transaction: Database, id: string) {
  const [request] = await transaction.select().from(dataRequests).where(eq(dataRequests.id, id)).for('update')
  if (!request) throwProblem('not-found', 'No such request')
  if (request.state !== 'asked') throwProblem('state-conflict', 'The request is decided, or was withdrawn')
  return request
}

/** An administrator takes care of a request, also instead of another one. */
export async function takeRequest(
  transaction: Database,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<void> {
  const { subjectId, takenById } = await lockAsked(transaction, id)
  if (takenById === userId) return
  await transaction.update(dataRequests).set({ takenById: userId }).where(eq(dataRequests.id, id))
  await audit(transaction, { at: now, action: 'data.request-taken', subjectId })
}

/** The administrator does not take care of a request any more. */
export async function releaseRequest(
  transaction: Database,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await transaction
    .update(dataRequests)
    .set({ takenById: null })
    .where(and(eq(dataRequests.id, id), eq(dataRequests.takenById, userId), eq(dataRequests.state, 'asked')))
}

type Decision = { id: string; userId: string; decision: 'accept' | 'refuse'; answer: string }

/**
 * Accepts or refuses a request, and notifies the person. An accepted deletion happens a day later; a correction is done.
 * False if who has asked does not answer for the person any more: the request is withdrawn.
 */
export async function answerRequest(
  transaction: Database,
  { id, userId, decision, answer }: Decision,
  time: CurrentTime,
): Promise<boolean> {
  const { now } = time
  const { kind, subjectId, requestedById } = await lockAsked(transaction, id)
  if ([subjectId, requestedById].includes(userId))
    throwProblem('target-not-weaker', 'An administrator decides nothing about the own data')
  if (await withdrawIfUnentitled(transaction, { id, subjectId, requestedById }, time)) return false
  const isAccepted = decision === 'accept'
  const waits = isAccepted && kind === 'deletion'
  if (waits) await requireNoObstacles(transaction, subjectId, time)
  await transaction
    .update(dataRequests)
    .set({
      answer,
      decidedById: userId,
      decidedAt: now,
      takenById: userId,
      state: waits ? 'accepted' : isAccepted ? 'done' : 'refused',
      ...(waits ? { eraseAfter: new Date(now.getTime() + hoursBeforeErasure * 3_600_000) } : { endedAt: now }),
    })
    .where(eq(dataRequests.id, id))
  const action = isAccepted ? 'data.request-accepted' : 'data.request-refused'
  await audit(transaction, { at: now, action, subjectId, detail: kind, reason: answer })
  await notifyOfRequest(transaction, { id, notice: 'data-request-answered' }, time)
  return true
}
