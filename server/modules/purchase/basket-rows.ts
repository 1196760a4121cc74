import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/client.ts'
import { baskets, contracts } from '#server/db/schema/contracts.ts'
import { groupQueue } from '#server/db/schema/moves.ts'
import { users } from '#server/db/schema/people.ts'
import { enrolments, programs, studyGroups, territories } from '#server/db/schema/programs.ts'
import { slotsOf } from '#server/modules/moves/choices.ts'
import { type Asker, studentsOf } from '#server/modules/moves/contracts.ts'
import { freePlacesOf } from '#server/modules/moves/free-places.ts'
import type { Moment } from '#server/modules/moves/rules.ts'
import { fullNameOf } from '#server/modules/schedule/schedule-items.ts'

const students = alias(users, 'students')

/** One row for each purchase of one's own: the unfinished ones, or that of one basket, the unfinished first. */
export function basketRows(database: Database, asker: Asker, moment: Moment, basketId?: string) {
  const owned = ownedBy(database, asker)
  return database
    .select({
      uuid: baskets.id,
      campaignUuid: baskets.campaignId,
      scheme: baskets.paymentScheme,
      agreed: baskets.price,
      filledAt: sql<Date>`${owned.filledAt}`.mapWith(baskets.createdAt),
      enrolmentId: owned.enrolmentId,
      endsOn: studyGroups.endsOn,
      course: { uuid: programs.id, title: programs.title },
      student: { uuid: students.id, firstName: students.firstName, lastName: students.lastName },
      group: {
        groupUuid: studyGroups.id,
        title: studyGroups.title,
        teacher: sql<string | null>`${fullNameOf(users)}`,
        format: studyGroups.format,
        slots: slotsOf(studyGroups.id),
        startsOn: studyGroups.startsOn,
        price: studyGroups.price,
        placesLeft: sql<number>`${freePlacesOf(studyGroups)} + ${heldFor(moment)}`,
        paymentSchemes: studyGroups.paymentSchemes,
      },
      territory: { uuid: territories.id, title: territories.title },
      contract: { uuid: contracts.id, total: contracts.total, madeAt: contracts.createdAt },
    })
    .from(owned)
    .innerJoin(baskets, eq(baskets.id, owned.basketId))
    .innerJoin(students, eq(students.id, owned.studentId))
    .innerJoin(studyGroups, eq(studyGroups.id, owned.groupId))
    .innerJoin(programs, eq(programs.id, studyGroups.programId))
    .leftJoin(territories, eq(territories.id, studyGroups.territoryId))
    .leftJoin(users, eq(users.id, studyGroups.teacherId))
    .leftJoin(contracts, eq(contracts.id, owned.contractId))
    .where(basketId === undefined ? isNull(contracts.id) : eq(baskets.id, basketId))
    .orderBy(desc(isNull(contracts.id)), desc(owned.filledAt), students.id)
}

/**
 * A basket is its filler's, and that of an opportunity is everyone's whose own are enrolled in it, for each of them. The
 * columns have names of their own, because a query names them without their table.
 */
function ownedBy(database: Database, asker: Asker) {
  const isOwn = and(
    eq(baskets.filledById, asker.userId),
    sql`${baskets.studentId} in ${studentsOf(asker)}`,
    isNull(baskets.droppedAt),
  )
  const filled = database
    .select({
      basketId: sql<string>`${baskets.id}`.as('owned_basket_id'),
      studentId: sql<string>`${baskets.studentId}`.as('owned_student_id'),
      groupId: sql<string>`${baskets.groupId}`.as('owned_group_id'),
      enrolmentId: sql<string | null>`null::uuid`.as('owned_enrolment_id'),
      contractId: sql<string | null>`${baskets.contractId}`.as('owned_contract_id'),
      filledAt: sql<Date>`${baskets.createdAt}`.as('owned_filled_at'),
    })
    .from(baskets)
    .where(isOwn)
  const enrolled = database
    .select({
      basketId: sql<string>`${baskets.id}`.as('owned_basket_id'),
      studentId: sql<string>`${enrolments.studentId}`.as('owned_student_id'),
      groupId: sql<string>`${enrolments.groupId}`.as('owned_group_id'),
      enrolmentId: sql<string | null>`${enrolments.id}`.as('owned_enrolment_id'),
      contractId: sql<string | null>`${contracts.id}`.as('owned_contract_id'),
      filledAt: sql<Date>`${enrolments.createdAt}`.as('owned_filled_at'),
    })
    .from(enrolments)
    .innerJoin(baskets, eq(baskets.opportunityId, enrolments.opportunityId))
    .leftJoin(contracts, eq(contracts.enrolmentId, enrolments.id))
    .where(sql`${enrolments.studentId} in ${studentsOf(asker)}`)
  return unionAll(filled, enrolled).as('owned')
}

/** One, where a place is kept for the student. */
function heldFor({ now }: Moment): SQL {
  const isHeld = and(
    eq(groupQueue.groupId, studyGroups.id),
    eq(groupQueue.studentId, students.id),
    eq(groupQueue.state, 'held'),
    gt(groupQueue.heldUntil, now),
  )
  return sql`(select count(*)::int from ${groupQueue} where ${isHeld})`
}
