import { and, desc, eq, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { UserCard } from '#contract/people/admin.ts'
import { fullName } from '#contract/people/names.ts'
import type { Database } from '#server/db/client.ts'
import { accountJoins } from '#server/db/schema/account-joins.ts'
import { users } from '#server/db/schema/people.ts'
import { undoPeriod } from './join-accounts.ts'

/** Joins of an account that are not undone: to another one, and of others to it. */
export async function findJoins(database: Database, userId: string, now: Date): Promise<UserCard['joins']> {
  const administrators = alias(users, 'administrators')
  const find = (own: 'kept' | 'joined') => {
    const [ownId, otherId] =
      own === 'kept' ? [accountJoins.keptId, accountJoins.joinedId] : [accountJoins.joinedId, accountJoins.keptId]
    return database
      .select({
        other: { id: users.id, firstName: users.firstName, lastName: users.lastName, patronym: users.patronym },
        by: {
          firstName: administrators.firstName,
          lastName: administrators.lastName,
          patronym: administrators.patronym,
        },
        at: accountJoins.at,
        before: accountJoins.before,
      })
      .from(accountJoins)
      .innerJoin(users, eq(users.id, otherId))
      .leftJoin(administrators, eq(administrators.id, accountJoins.byId))
      .where(and(eq(ownId, userId), isNull(accountJoins.undoneAt)))
      .orderBy(desc(accountJoins.at))
      .then((rows) =>
        rows.map(({ other, by, at, before }) => {
          const until = new Date(at.getTime() + undoPeriod)
          return {
            keptId: own === 'kept' ? userId : other.id,
            joinedId: own === 'kept' ? other.id : userId,
            name: fullName(own === 'kept' ? (before?.joined ?? other) : other),
            by: by && fullName(by),
            at: at.toISOString(),
            undoableUntil: before && until > now ? until.toISOString() : null,
          }
        }),
      )
  }
  return [...(await find('joined')), ...(await find('kept'))]
}
