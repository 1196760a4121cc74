import { asc, inArray, sql } from 'drizzle-orm'
import type { JoinObstacle } from '#contract/enumerations.ts'
import { areRelated } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { selectRoleGrants } from '#server/roles/role-grants.ts'

export type Account = Awaited<ReturnType<typeof lockAccounts>>[number]
export type JoinSides = { kept: Account; joined: Account }

/** Locks both accounts in a fixed order. The one of the school's records is kept, so that imports find it; else the first. */
export async function findJoinSides(transaction: Database, [firstId, secondId]: [string, string]): Promise<JoinSides> {
  const accounts = await lockAccounts(transaction, [firstId, secondId])
  const first = accounts.find(({ id }) => id === firstId)
  const second = accounts.find(({ id }) => id === secondId)
  if (!first || !second || first === second) throwProblem('not-found', 'No such two users')
  const isSecondKept = second.isOfRecords && !first.isOfRecords
  return isSecondKept ? { kept: second, joined: first } : { kept: first, joined: second }
}

function lockAccounts(transaction: Database, ids: string[]) {
  return transaction
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      patronym: users.patronym,
      email: users.email,
      phone: users.phone,
      phoneVerifiedAt: users.phoneVerifiedAt,
      subject: users.subject,
      issuer: users.issuer,
      hasPassword: users.hasPassword,
      language: users.language,
      grade: users.grade,
      lastSignInAt: users.lastSignInAt,
      lockedAt: users.lockedAt,
      joinedInto: users.joinedInto,
      isOfRecords: sql<boolean>`(
        ${users.externalId} is not null or ${users.crmUuid} is not null
        or exists (select from external_ids where collection = 'users' and key = ${users.id}::text)
      )`,
      roles: selectRoleGrants(users.id),
    })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(asc(users.id))
    .for('update', { of: users })
}

/** Why two accounts cannot be joined, by the person or by an administrator. The school's data about their studies is compared when it moves. */
export async function joinObstacle(transaction: Database, { kept, joined }: JoinSides): Promise<JoinObstacle | null> {
  if (kept.joinedInto !== null || joined.joinedInto !== null) return 'joined'
  if (kept.lockedAt !== null || joined.lockedAt !== null) return 'locked'
  if (kept.isOfRecords && joined.isOfRecords) return 'both-imported'
  return (await areRelated(transaction, kept.id, joined.id)) ? 'relatives' : null
}
