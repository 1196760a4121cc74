import { and, asc, eq, gte, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ContractHistory } from '#contract/enrolment/contracts.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import { isContractVisibleTo } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import {
  balances,
  contractActionEntries,
  contractStates,
  contracts,
  operations,
  payments,
} from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, studyGroups } from '#server/db/schema/programs.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { transfers } from '#server/db/schema/transfers.ts'
import { selectFirstDayOfBuyer, selectGroupSlots } from '#server/enrolment/groups/group-columns.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { dayInZone, startOfTomorrow } from '#server/time/calendar-days.ts'
import { findAgreement } from './agreements.ts'
import { isOpenFreeze } from './contract-status.ts'
import { canTerminate, findWaitReason, isPayable } from './rules.ts'
import { findSignatures } from './signatures.ts'

type HistoryQuery = { contractId: string; userId: string; now: Date; timeZone: string }
type Event = ContractHistory['events'][number]

/** Events, agreement, signatures, group, wait reason and documents of a contract, in eight queries. */
export async function findContractHistory(database: Database, query: HistoryQuery): Promise<ContractHistory> {
  const { contractId, userId, now, timeZone } = query
  const { status, paymentScheme, createdAt, studentId, customerId, programId, groupId, needsSignatures } = contracts
  const [contract] = await database
    .select({
      status,
      paymentScheme,
      createdAt,
      studentId,
      customerId,
      programId,
      groupId,
      needsSignatures,
      campaign: campaigns.kind,
      freeze: contractActionEntries.state,
    })
    .from(contracts)
    .innerJoin(campaigns, eq(campaigns.id, contracts.campaignId))
    .leftJoin(contractActionEntries, and(eq(contractActionEntries.contractId, contracts.id), isOpenFreeze))
    .where(and(eq(contracts.id, contractId), isContractVisibleTo(userId)))
  if (!contract) throwProblem('not-found', 'Not a contract of this person')
  const [agreement, signatures, states, groupChanges, group, lines, certificates] = await Promise.all([
    findAgreement(database, contractId),
    findSignatures(database, contractId),
    statesOf(database, contractId),
    transfersOf(database, contractId),
    groupOf(database, contract, timeZone),
    linesOf(database, contractId),
    certificatesOf(database, query, contract.studentId),
  ])
  const isUnsigned = contract.needsSignatures && signatures.length === 0
  const made: Event = { kind: 'made', at: contract.createdAt.toISOString() }
  const bills = lines.filter(isPayable).map(({ id }) => ({ kind: 'bill' as const, paymentUuid: id, ...noYear }))
  return {
    // ISO instants compare as strings; the sort keeps the order of simultaneous events.
    events: [made, ...states, ...groupChanges].sort((one, other) => (one.at < other.at ? -1 : +(one.at > other.at))),
    canTerminate: canTerminate({
      ...contract,
      groupUuid: contract.groupId,
      isOwn: contract.customerId === userId,
    }),
    courseUuid: contract.campaign === 'year' ? contract.programId : null,
    ...(group && { group: groupChanges.length > 0 ? { ...group.ofAll, lessons: null } : group.ofStudent }),
    agreement: agreement && {
      at: agreement.at.toISOString(),
      person: agreement.person,
      version: agreement.version,
      hash: agreement.hash,
    },
    signatures,
    waitsFor: findWaitReason({ ...contract, isUnsigned, lines }, dayInZone(now, timeZone)),
    ...(contract.status === 'Frozen' && contract.freeze?.until && { frozenUntil: contract.freeze.until }),
    documents: [{ kind: 'contract', paymentUuid: null, year: null, createdAt: made.at }, ...bills, ...certificates],
  }
}

/** A bill has no creation date: it is generated at each request. */
const noYear = { year: null, createdAt: null }

async function statesOf(database: Database, contractId: string): Promise<Event[]> {
  const states = await database
    .select({ status: contractStates.status, at: contractStates.at })
    .from(contractStates)
    .where(eq(contractStates.contractId, contractId))
    .orderBy(asc(contractStates.at))
  return states.map(({ status, at }) => ({ kind: 'status', at: at.toISOString(), status }))
}

const left = alias(studyGroups, 'left_groups')
const joined = alias(studyGroups, 'joined_groups')

/** Without withdrawn transfers: they changed nothing. */
async function transfersOf(database: Database, contractId: string): Promise<Event[]> {
  const { requestedAt, effectiveFrom } = transfers
  const groupChanges = await database
    .select({ at: requestedAt, from: left.title, to: joined.title, effectiveFrom })
    .from(transfers)
    .innerJoin(left, eq(left.id, transfers.fromGroupId))
    .innerJoin(joined, eq(joined.id, transfers.toGroupId))
    .where(and(eq(transfers.contractId, contractId), ne(transfers.state, 'withdrawn')))
    .orderBy(asc(requestedAt))
  return groupChanges.map(({ at, ...change }) => ({ kind: 'group', at: at.toISOString(), ...change }))
}

type Membership = { groupId: string | null; createdAt: Date }

/** The present group, as it is for all and for the student of a contract that never changed it. */
async function groupOf(database: Database, { groupId, createdAt }: Membership, timeZone: string) {
  if (groupId === null) return undefined
  const madeAt = { now: createdAt, timeZone }
  const isLeft = gte(lessons.startsAt, startOfTomorrow(madeAt))
  const isPlanned = sql`max(${lessons.startsAt}) >= ${studyGroups.endsOn} - interval '31 days'`
  const [group] = await database
    .select({
      slots: selectGroupSlots(studyGroups.id),
      startsOn: studyGroups.startsOn,
      endsOn: studyGroups.endsOn,
      teacher: sql<string | null>`${selectFullName(users)}`,
      firstDay: selectFirstDayOfBuyer(studyGroups, madeAt),
      lessons: sql<
        number | null
      >`(select case when ${isPlanned} then (count(*) filter (where ${isLeft}))::int end from ${lessons} where ${lessons.groupId} = ${studyGroups.id} and ${lessons.state} <> 'cancelled')`,
    })
    .from(studyGroups)
    .leftJoin(users, eq(users.id, studyGroups.teacherId))
    .where(eq(studyGroups.id, groupId))
  if (!group) return undefined
  const { firstDay, lessons: left, ...ofAll } = group
  return { ofAll, ofStudent: { ...ofAll, startsOn: firstDay ?? ofAll.startsOn, lessons: left } }
}

function linesOf(database: Database, contractId: string) {
  const { id, status, amount, dueOn } = payments
  return database
    .select({ id, status, amount, dueOn, paid: balances.paid })
    .from(payments)
    .innerJoin(balances, eq(balances.paymentId, payments.id))
    .where(eq(payments.contractId, contractId))
    .orderBy(asc(payments.position))
}

/** The user's own certificates that are ready, for the years with operations of this contract. */
async function certificatesOf(
  database: Database,
  { contractId, userId, timeZone }: HistoryQuery,
  studentId: string,
): Promise<ContractHistory['documents']> {
  const { applicantId, year, readyAt } = taxCertificates
  const years = database
    .select({ year: sql`extract(year from ${operations.at} at time zone ${timeZone})` })
    .from(operations)
    .innerJoin(payments, eq(payments.id, operations.paymentId))
    .where(eq(payments.contractId, contractId))
  const ready = await database
    .select({ year, readyAt })
    .from(taxCertificates)
    .where(
      and(
        eq(applicantId, userId),
        eq(taxCertificates.studentId, studentId),
        eq(taxCertificates.state, 'ready'),
        sql`${year} in ${years}`,
      ),
    )
    .orderBy(asc(year))
  return ready.map(({ year, readyAt }) => ({
    kind: 'tax-certificate',
    paymentUuid: null,
    year,
    createdAt: readyAt?.toISOString() ?? null,
  }))
}
