import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'
import { selectFullName } from '#server/access/user-columns.ts'
import { type CallViewer, visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { baskets, contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { enrolments, programs, studyGroups, territories } from '#server/db/schema/programs.ts'
import { selectFreePlaces, selectGroupSlots, selectHeldPlaces } from '#server/enrolment/groups/group-columns.ts'
import { type PricingTime, selectPriceOfBuyer } from '#server/enrolment/groups/late-start-price.ts'

const students = alias(users, 'students')

/** One row per purchase of the viewer: the unfinished ones, or those of one basket with the unfinished first. */
export function selectBasketRows(database: Database, viewer: CallViewer, currentTime: PricingTime, basketId?: string) {
  const owned = ownedBy(database, viewer)
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
        teacher: sql<string | null>`${selectFullName(users)}`,
        format: studyGroups.format,
        slots: selectGroupSlots(studyGroups.id),
        startsOn: studyGroups.startsOn,
        // An opportunity of the 2035 programme has one price, whenever its contract is made.
        price:
          sql<number>`case when ${owned.enrolmentId} is null then ${selectPriceOfBuyer(studyGroups, currentTime)} else ${studyGroups.price} end`.mapWith(
            Number,
          ),
        placesLeft: sql<number>`${selectFreePlaces(studyGroups)} + ${selectHeldPlaces(studyGroups.id, students.id, currentTime.now)}`,
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
 * A basket belongs to the user who filled it; the basket of an opportunity belongs to every viewer of an enrolled
 * student. The columns have unique names, because outer queries reference them without a table name.
 */
function ownedBy(database: Database, viewer: CallViewer) {
  const isOwn = and(
    eq(baskets.filledById, viewer.userId),
    sql`${baskets.studentId} in ${visibleStudents(viewer, 'enrols')}`,
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
    .where(sql`${enrolments.studentId} in ${visibleStudents(viewer, 'enrols')}`)
  return unionAll(filled, enrolled).as('owned')
}
