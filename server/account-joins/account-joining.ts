import { TransactionRollbackError } from 'drizzle-orm'
import type { JoinPreview, JoinSide } from '#contract/people/account-joins.ts'
import { accountControlObstacle } from '#server/access/account-control-rules.ts'
import { userStatus } from '#server/access/user-status.ts'
import type { App, Session } from '#server/app-types.ts'
import type { Database } from '#server/db/client.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { type JoinChoice, joinAccounts } from './join-accounts.ts'
import type { Account, JoinSides } from './join-sides.ts'
import { type UndoOutcome, undoJoin } from './undo-join.ts'

type Control = { session: Session; reason: string; address: string }

/** What administrators do with two accounts of one person. */
export function accountJoining(app: App) {
  const { database, clock } = app
  const rolesOf = ({ id, roles }: Account) => ({ userId: id, roles: roles.map(({ role }) => role) })
  const obstacleFor =
    (session: Session) =>
    ({ kept, joined }: JoinSides) =>
      accountControlObstacle(session, rolesOf(kept)) ?? accountControlObstacle(session, rolesOf(joined))

  return {
    /** Joins the accounts in a transaction that is rolled back, so the counts are those of the join. */
    async preview({ session, ids }: { session: Session; ids: [string, string] }): Promise<JoinPreview> {
      const now = clock()
      const outcome = await previewOf(database, (transaction) =>
        joinAccounts(transaction, app, {
          ids,
          obstacleOf: obstacleFor(session),
          byId: session.userId,
          reason: null,
          address: null,
          now,
        }),
      )
      const { kept, joined, ...rest } = outcome
      return { kept: toSide(kept, now), joined: toSide(joined, now), ...rest }
    },

    async join({ session, ids, keptId, choice, reason, address }: Control & Joining): Promise<undefined> {
      await database.transaction(async (transaction) => {
        const who = { obstacleOf: obstacleFor(session), byId: session.userId, reason, address, now: clock() }
        const { obstacle, kept } = await joinAccounts(transaction, app, { ids, choice, ...who })
        if (obstacle) throwProblem('accounts-not-joinable', `The accounts cannot be joined: ${obstacle}`)
        if (kept.id !== keptId) throwProblem('state-conflict', 'The other account would be kept')
      })
    },

    undo: ({ session, joinedId, reason, address }: Control & { joinedId: string }): Promise<UndoOutcome> =>
      database.transaction((transaction) => {
        const assertAllowed = (kept: Account) => {
          const obstacle = accountControlObstacle(session, rolesOf(kept))
          if (obstacle) throwProblem('target-not-weaker', `The account cannot be changed: ${obstacle}`)
        }
        return undoJoin(transaction, app, { joinedId, assertAllowed, reason, address, now: clock() })
      }),
  }
}

type Joining = { ids: [string, string]; keptId: string; choice: JoinChoice }

/** The outcome of a join in a transaction that is rolled back. */
export async function previewOf<Outcome>(
  database: Database,
  join: (transaction: Database) => Promise<Outcome>,
): Promise<Outcome> {
  let outcome: Outcome | undefined
  try {
    await database.transaction(async (transaction) => {
      outcome = await join(transaction)
      transaction.rollback()
    })
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error
  }
  return outcome ?? throwProblem('internal-error', 'the join has no outcome')
}

export function toSide(account: Account, now: Date): JoinSide {
  const { id, firstName, lastName, patronym, email, phone, lastSignInAt, roles } = account
  return {
    id,
    firstName,
    lastName,
    patronym,
    email,
    phone,
    status: userStatus(account, now),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    roles: roles.map(({ role }) => role),
  }
}
