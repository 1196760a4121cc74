import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { StudyGroup } from '#contract/schedule.ts'
import { dayAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { groupMoves } from '#server/db/schema/moves.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { campaigns, programs, studyGroups, subjects, territories } from '#server/db/schema/programs.ts'
import { fullNameOf } from '#server/modules/schedule/schedule-items.ts'
import { refuse } from '#server/refusal.ts'
import type { Session } from '#server/surroundings.ts'
import { isChoice, others, slotsOf } from './choices.ts'
import { type Moment, monthOf, obstacleOf } from './rules.ts'

/** Who asks, and whether for children or for oneself (D-8). */
export type Asker = { family: 'parent' | 'student'; userId: string }

export type MovingContract = Awaited<ReturnType<typeof findContracts>>[number]

/** Of a call that both families share: the selected group decides. */
export function askerOf({ group, userId }: Session): Asker {
  return { family: group === 'parent' ? 'parent' : 'student', userId }
}

/** Whose contracts, groups and moves somebody may know of: the values of `in`. */
export function studentsOf({ family, userId }: Asker): SQL {
  if (family === 'student') return sql`(${userId}::uuid)`
  return sql`(select ${guardianships.childId} from ${guardianships} where ${guardianships.guardianId} = ${userId})`
}

/** Contracts by which somebody studies in a group of a school year that is not over, with what may stop a move. */
export async function findContracts(database: Database, asker: Asker, moment: Moment, contractId?: string) {
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
      teacher: sql<string | null>`${fullNameOf(users)}`,
      territory: { uuid: territories.id, title: territories.title },
      territories: territoriesToChoose(moment),
      slots: slotsOf(studyGroups.id),
      isMoving: hasMove(eq(groupMoves.state, 'coming')),
      hasMoved: hasMove(and(ne(groupMoves.state, 'withdrawn'), eq(groupMoves.month, monthOf(moment)))),
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
        sql`${contracts.studentId} in ${studentsOf(asker)}`,
        sql`${studyGroups.endsOn} >= ${dayAt(moment.now, moment.timeZone)}`,
        contractId === undefined ? undefined : eq(contracts.id, contractId),
      ),
    )
    .orderBy(subjects.title, studyGroups.title, contracts.id)
  return found.map(({ status, isMoving, hasMoved, ...contract }) => {
    const hasChoice = contract.territories.length > 0
    return { ...contract, reason: obstacleOf({ status, isMoving, hasMoved, hasChoice }) }
  })
}

/** 404 for a contract that is not there or somebody else's. */
export async function findContract(database: Database, asker: Asker, moment: Moment, contractId: string) {
  const [contract] = await findContracts(database, asker, moment, contractId)
  return contract ?? refuse('not-found', 'No contract with a present group, or not yours')
}

/** The server refuses what `canChange` has denied. */
export function refuseObstacle({ reason }: Pick<StudyGroup, 'reason'>): void {
  if (reason) refuse('move-refused', `The group cannot be changed now: ${reason}`)
}

const places = alias(territories, 'places')

/** Where the contract's choice meets; null for online, the last. */
function territoriesToChoose(moment: Moment): SQL<({ uuid: string; title: string } | null)[]> {
  const place = sql`case when ${places.id} is null then null else jsonb_build_object('uuid', ${places.id}, 'title', ${places.title}) end`
  const found = sql`select distinct ${place} as place from ${studyGroups} as ${others} left join ${territories} as ${places} on ${eq(places.id, others.territoryId)} where ${isChoice(moment)}`
  return sql`(select coalesce(json_agg(place order by place ->> 'title'), '[]') from (${found}) as found)`
}

function hasMove(such: SQL | undefined): SQL<boolean> {
  return sql`exists (select 1 from ${groupMoves} where ${and(eq(groupMoves.contractId, contracts.id), such)})`
}
