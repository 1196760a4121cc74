import { and, eq, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { GroupQueue } from '#contract/schedule.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { groupQueue } from '#server/db/schema/moves.ts'
import { spell, spelledList } from '#server/db/spelled.ts'
import { ofFamilies } from '#server/modules/schedule/families.ts'
import { refuse } from '#server/refusal.ts'
import { findChoice, freePlaces, isChoice, others } from './choices.ts'
import { type Asker, findContract, refuseObstacle, studentsOf } from './contracts.ts'
import { isInLine, leaveLine, lengthOf, positionIn, standInLine } from './line.ts'
import { lockGroups, type Place } from './places.ts'
import type { Moment } from './rules.ts'

/** The lines in which somebody of one's own waits to move. */
export function queueListOf(database: Database) {
  const queryOf = (name: string, students: SQL) =>
    database
      .select(
        spell<GroupQueue>({
          groupUuid: others.id,
          groupTitle: others.title,
          contractUuid: contracts.id,
          studentUuid: contracts.studentId,
          length: lengthOf(others.id),
          own: {
            uuid: groupQueue.id,
            position: positionIn(others.id),
            joinedAt: groupQueue.joinedAt,
            heldUntil: groupQueue.heldUntil,
          },
        }),
      )
      .from(contracts)
      .innerJoin(groupQueue, and(eq(groupQueue.contractId, contracts.id), isInLine))
      .innerJoin(others, eq(others.id, groupQueue.groupId))
      .where(sql`${contracts.studentId} in ${students}`)
      .orderBy(others.title, contracts.id)
      .prepare(`queues_${name}`)
  const queries = ofFamilies(queryOf)
  return async ({ family, userId }: Asker) => spelledList<GroupQueue>(await queries[family].execute({ userId }))
}

/** The lines for the full groups that the contract may move to. */
export async function listQueuesFor(
  database: Database,
  asker: Asker,
  moment: Moment,
  contractId: string,
): Promise<GroupQueue[]> {
  await findContract(database, asker, moment, contractId)
  const isFull = or(lte(freePlaces, 0), isNotNull(groupQueue.id))
  return queuesWhere(database, isChoice(moment), and(eq(contracts.id, contractId), isFull))
}

/** Waits for a place to move to: in the one line of the group, with those who wait to buy it (D-40). */
export async function joinQueue(
  transaction: Database,
  asker: Asker,
  moment: Moment,
  { contractUuid: contractId, groupUuid: groupId }: { contractUuid: string; groupUuid: string },
): Promise<GroupQueue> {
  const contract = await findContract(transaction, asker, moment, contractId)
  refuseObstacle(contract)
  await lockGroups(transaction, [groupId])
  const { placesLeft } = await findChoice(transaction, moment, contractId, groupId)
  if (placesLeft > 0) refuse('state-conflict', 'There is a place: nobody need wait for one')
  const wait = { groupId, contractId, studentId: contract.studentUuid, askedById: asker.userId }
  await standInLine(transaction, moment, wait)
  const [queue] = await queuesWhere(transaction, eq(others.id, groupId), eq(contracts.id, contractId))
  return queue ?? refuse('not-found', 'The group is gone')
}

/** Waits no longer; who does not wait any more need not be told so. */
export async function leaveQueue(database: Database, asker: Asker, moment: Moment, id: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const [wait] = await transaction
      .select({ id: groupQueue.id, groupId: groupQueue.groupId })
      .from(groupQueue)
      .innerJoin(contracts, eq(contracts.id, groupQueue.contractId))
      .where(and(eq(groupQueue.id, id), sql`${contracts.studentId} in ${studentsOf(asker)}`))
    if (!wait) refuse('not-found', 'No such place in a waiting list, or not yours')
    await lockGroups(transaction, [wait.groupId])
    await leaveLine(transaction, moment, eq(groupQueue.id, wait.id))
  })
}

/** Locks the group in which a place is to be taken and those where a wait then ends. */
export async function lockForTaking(
  transaction: Database,
  { contractId, groupId }: { contractId: string; groupId: string },
): Promise<void> {
  const waits = await transaction
    .select({ groupId: groupQueue.groupId })
    .from(groupQueue)
    .where(and(eq(groupQueue.contractId, contractId), isInLine))
  await lockGroups(transaction, [groupId, ...waits.map((wait) => wait.groupId)])
}

/** Who has taken a place in one group waits for it no more, nor to move to the others: this month they could not. */
export async function endWaits(
  transaction: Database,
  moment: Moment,
  { contractId, groupId, studentId }: Place & { contractId: string },
): Promise<void> {
  const isOfPlace = and(eq(groupQueue.studentId, studentId), eq(groupQueue.groupId, groupId))
  await leaveLine(transaction, moment, or(eq(groupQueue.contractId, contractId), isOfPlace))
}

/** One statement, however many lines there are. */
async function queuesWhere(
  database: Database,
  isJoined: SQL | undefined,
  such: SQL | undefined,
): Promise<GroupQueue[]> {
  const found = await database
    .select({
      groupUuid: others.id,
      groupTitle: others.title,
      contractUuid: contracts.id,
      studentUuid: contracts.studentId,
      length: lengthOf(others.id),
      uuid: groupQueue.id,
      position: positionIn(others.id),
      joinedAt: groupQueue.joinedAt,
      heldUntil: groupQueue.heldUntil,
    })
    .from(contracts)
    .innerJoin(others, isJoined)
    .leftJoin(groupQueue, and(eq(groupQueue.contractId, contracts.id), eq(groupQueue.groupId, others.id), isInLine))
    .where(such)
    .orderBy(others.title, contracts.id)
  return found.map(({ uuid, position, joinedAt, heldUntil, ...queue }) => {
    if (uuid === null || joinedAt === null) return { ...queue, own: null }
    const times = { joinedAt: joinedAt.toISOString(), heldUntil: heldUntil?.toISOString() ?? null }
    return { ...queue, own: { uuid, position, ...times } }
  })
}
