import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { ContractStatus } from '#contract/enumerations.ts'
import { type GuardianRight, type GuardianRights, guardianRights } from '#contract/people/guardian-rights.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { guardianships } from '#server/db/schema/people.ts'
import { ofPair } from './family-rights.ts'
import { isOfAge } from './visible-students.ts'

const own = alias(guardianships, 'own')

/** Unsigned or unpaid, a contract makes no holder: any guardian with the right to enrol could make one. */
const heldStatuses = ['Concluded', 'Frozen', 'OnTermination'] as const satisfies readonly ContractStatus[]

/** Whether a guardian is the customer of a contract of the child that is in force. */
function isHolder(guardianId: AnyPgColumn, childId: AnyPgColumn): SQL<boolean> {
  const isIt = and(
    eq(contracts.customerId, guardianId),
    eq(contracts.studentId, childId),
    inArray(contracts.status, heldStatuses),
  )
  return sql<boolean>`exists (select from ${contracts} where ${isIt})`
}

/** What the customer of a contract needs to pay it. */
const neededByHolder: readonly GuardianRight[] = ['seesContracts', 'pays', 'isNotified']

/** A right with what it implies: it cannot be taken alone while the other one is given. */
const impliedBy: Partial<Record<GuardianRight, GuardianRight>> = { seesContracts: 'pays', seesLearning: 'enrols' }

/**
 * By child and guardian, the rights that the holder of a contract of the child may give or take, where the school allows it: of
 * the other guardians, only rights that the holder has, and none that another holder needs. Rights that the school itself has
 * set are not changed, nor those for a student who is of age.
 */
export async function findChangeableRights(
  database: Database,
  { holderId, childId, today, isAllowed }: { holderId: string; childId?: string; today: string; isAllowed: boolean },
): Promise<ReadonlyMap<string, ReadonlyMap<string, GuardianRight[]>>> {
  if (!isAllowed) return new Map()
  const ownRights = sql.join(
    guardianRights.map((right) => sql`${right}::text, ${own[right]}`),
    sql`, `,
  )
  const rows = await database
    .select({
      childId: guardianships.childId,
      guardianId: guardianships.guardianId,
      rights: ofPair,
      ownRights: sql<GuardianRights>`json_build_object(${ownRights})`,
      isSetBySchool: guardianships.isSetBySchool,
      isHolder: isHolder(guardianships.guardianId, guardianships.childId),
    })
    .from(guardianships)
    .innerJoin(own, and(eq(own.childId, guardianships.childId), eq(own.guardianId, holderId)))
    .where(
      and(
        ne(guardianships.guardianId, holderId),
        childId === undefined ? undefined : eq(guardianships.childId, childId),
        isHolder(own.guardianId, own.childId),
        sql`not coalesce(${isOfAge(guardianships.childId, today)}, false)`,
      ),
    )
  const byChild = Map.groupBy(rows, (row) => row.childId)
  return new Map(
    [...byChild].map(([id, some]) => [id, new Map(some.map((row) => [row.guardianId, changeableOf(row)]))]),
  )
}

type Pair = { rights: GuardianRights; ownRights: GuardianRights; isSetBySchool: boolean; isHolder: boolean }

function changeableOf({ rights, ownRights, isSetBySchool, isHolder }: Pair): GuardianRight[] {
  if (isSetBySchool) return []
  const isFree = (right: GuardianRight) =>
    ownRights[right] && !(isHolder && rights[right] && neededByHolder.includes(right))
  return guardianRights.filter((right) => {
    const above = impliedBy[right]
    return isFree(right) && (above === undefined || !rights[above] || isFree(above))
  })
}
