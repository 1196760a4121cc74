import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { StudyGroup } from '#contract/learning/schedule.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import { type CallViewer, visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, programs, studyGroups, subjects, territories } from '#server/db/schema/programs.ts'
import { transfers } from '#server/db/schema/transfers.ts'
import { selectGroupSlots } from '#server/enrolment/groups/group-columns.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { isAvailableGroup, otherGroups } from './available-groups.ts'
import { findTransferObstacle, transferMonth } from './rules.ts'

export type TransferableContract = Awaited<ReturnType<typeof findTransferableContracts>>[number]

/** Contracts with a group of a school year that is not over, with the obstacle to a transfer. */
export async function findTransferableContracts(
  database: Database,
  viewer: CallViewer,
  currentTime: CurrentTime,
  contractId?: string,
) {
  const found = await database
    .select({
      contractUuid: contracts.id,
      studentUuid: contracts.studentId,
      status: contracts.status,
      total: contracts.total,
      groupUuid: studyGroups.id,
      groupPrice: studyGroups.price,
      title: studyGroups.title,
      subject: subjects.title,
      teacher: sql<string | null>`${selectFullName(users)}`,
      territory: { uuid: territories.id, title: territories.title },
      territories: selectAvailableTerritories(currentTime),
      slots: selectGroupSlots(studyGroups.id),
      hasPendingTransfer: hasTransfer(eq(transfers.state, 'coming')),
      hasTransferThisMonth: hasTransfer(
        and(ne(transfers.state, 'withdrawn'), eq(transfers.month, transferMonth(currentTime))),
      ),
    })
    .from(contracts)
    .innerJoin(studyGroups, eq(studyGroups.id, contracts.groupId))
    .innerJoin(campaigns, and(eq(campaigns.id, contracts.campaignId), eq(campaigns.kind, 'year')))
    .innerJoin(programs, eq(programs.id, studyGroups.programId))
    .innerJoin(subjects, eq(subjects.code, programs.subjectCode))
    .leftJoin(territories, eq(territories.id, studyGroups.territoryId))
    .leftJoin(users, eq(users.id, studyGroups.teacherId))
    .where(
      and(
        sql`${contracts.studentId} in ${visibleStudents(viewer, 'enrols')}`,
        sql`${studyGroups.endsOn} >= ${dayInZone(currentTime.now, currentTime.timeZone)}`,
        contractId === undefined ? undefined : eq(contracts.id, contractId),
      ),
    )
    .orderBy(subjects.title, studyGroups.title, contracts.id)
  return found.map(({ status, hasPendingTransfer, hasTransferThisMonth, ...contract }) => {
    const hasChoice = contract.territories.length > 0
    return {
      ...contract,
      reason: findTransferObstacle({ status, hasPendingTransfer, hasTransferThisMonth, hasChoice }),
    }
  })
}

/** 404 for a contract that is unknown or not the viewer's. */
export async function findTransferableContract(
  database: Database,
  viewer: CallViewer,
  currentTime: CurrentTime,
  contractId: string,
) {
  const [contract] = await findTransferableContracts(database, viewer, currentTime, contractId)
  return contract ?? throwProblem('not-found', 'No contract with a present group, or not yours')
}

/** Enforces `canChange` on the server. */
export function requireTransferable({ reason }: Pick<StudyGroup, 'reason'>): void {
  if (reason) throwProblem('transfer-refused', `The group cannot be changed now: ${reason}`)
}

const otherTerritories = alias(territories, 'other_territories')

/** Territories of the available groups; null is online and comes last. */
function selectAvailableTerritories(currentTime: CurrentTime): SQL<({ uuid: string; title: string } | null)[]> {
  const place = sql`case when ${otherTerritories.id} is null then null else jsonb_build_object('uuid', ${otherTerritories.id}, 'title', ${otherTerritories.title}) end`
  const found = sql`select distinct ${place} as place from ${studyGroups} as ${otherGroups} left join ${territories} as ${otherTerritories} on ${eq(otherTerritories.id, otherGroups.territoryId)} where ${isAvailableGroup(currentTime)}`
  return sql`(select coalesce(json_agg(place order by place ->> 'title'), '[]') from (${found}) as found)`
}

function hasTransfer(condition: SQL | undefined): SQL<boolean> {
  return sql`exists (select 1 from ${transfers} where ${and(eq(transfers.contractId, contracts.id), condition)})`
}
