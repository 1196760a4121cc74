import { and, eq, gt, gte, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Course, CourseStudent } from '#contract/catalog.ts'
import type { Day } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { groupMemberships, studyGroups, territories } from '#server/db/schema/programs.ts'
import { slotsOf } from '#server/modules/moves/choices.ts'
import { conflictBetween, type Stay } from '#server/modules/moves/conflicts.ts'

type Slot = Course['groups'][number]['slots'][number]
type Clash = CourseStudent['groups'][number]['clashes'][number]
type Offered = { groupUuid: string; startsOn: Day; endsOn: Day; territory: { uuid: string } | null; slots: Slot[] }

/** A group that a student meets with, and from which day until which. */
export type Attended = Awaited<ReturnType<typeof findWeeks>>[number]

/** What the students (values of `in`) attend from today on. */
export async function findWeeks(database: Database, today: Day, students: SQL) {
  return database
    .select({
      studentUuid: groupMemberships.studentId,
      groupUuid: studyGroups.id,
      title: studyGroups.title,
      territory: { uuid: territories.id, title: territories.title },
      slots: slotsOf(studyGroups.id),
      from: sql<Day>`greatest(${groupMemberships.joinedOn}, ${studyGroups.startsOn})::text`,
      until: sql<Day>`least(${groupMemberships.leftOn} - 1, ${studyGroups.endsOn})::text`,
    })
    .from(groupMemberships)
    .innerJoin(studyGroups, eq(studyGroups.id, groupMemberships.groupId))
    .leftJoin(territories, eq(territories.id, studyGroups.territoryId))
    .where(
      and(
        sql`${groupMemberships.studentId} in ${students}`,
        or(isNull(groupMemberships.leftOn), gt(groupMemberships.leftOn, today)),
        gte(studyGroups.endsOn, today),
      ),
    )
    .orderBy(groupMemberships.studentId, studyGroups.title)
}

/**
 * Where the offered group does not fit the weeks that the family has by then. A group that is left before it begins, or that
 * begins when it is over, is in nobody's way.
 */
export function clashesOf(studentUuid: string, group: Offered, weeks: readonly Attended[], today: Day): Clash[] {
  const begins = group.startsOn > today ? group.startsOn : today
  const beside = weeks.filter(({ groupUuid, from, until }) => {
    return groupUuid !== group.groupUuid && until >= begins && from <= group.endsOn
  })
  return group.slots.flatMap((slot) =>
    beside.flatMap((other) =>
      other.slots.flatMap((theirs) => {
        const conflict = conflictBetween(
          stayAt(studentUuid, group.territory, slot),
          stayAt(other.studentUuid, other.territory, theirs),
        )
        const place = other.territory?.title ?? null
        const attended = { studentUuid: other.studentUuid, title: other.title, slot: theirs, place }
        return conflict ? [{ slot, other: attended, ...conflict }] : []
      }),
    ),
  )
}

/** In minutes since the week began. */
function stayAt(studentUuid: string, territory: { uuid: string } | null, { weekday, from, to }: Slot): Stay {
  const minuteOf = (time: string) => (weekday * 24 + Number(time.slice(0, 2))) * 60 + Number(time.slice(3))
  return { studentUuid, territory: territory?.uuid ?? null, from: minuteOf(from), to: minuteOf(to) }
}
