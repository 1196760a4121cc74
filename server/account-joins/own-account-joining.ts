import { and, eq, isNull } from 'drizzle-orm'
import { type JoinObstacle, type OwnJoinObstacle, ownJoinObstacles } from '#contract/enumerations.ts'
import type { OwnJoinPreview } from '#contract/people/account-joins.ts'
import { staffRoles } from '#contract/roles.ts'
import { lockAccountJoins } from '#server/access/joined-accounts.ts'
import type { App, Session } from '#server/app-types.ts'
import type { Database } from '#server/db/client.ts'
import { accountJoins } from '#server/db/schema/account-joins.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { previewOf, toSide } from './account-joining.ts'
import { type JoinChoice, type JoinOutcome, joinAccounts } from './join-accounts.ts'
import { findOwners, isFactorOf, type joinProofs } from './join-proofs.ts'
import type { Account, JoinSides } from './join-sides.ts'
import { isSameName } from './same-name.ts'

type Joining = { session: Session; choice?: JoinChoice; address: string | null }

/** A person joins two own accounts: this one, which a second factor has confirmed, and the one whose contact is proved. */
export function ownAccountJoining(app: App, proofs: ReturnType<typeof joinProofs>) {
  const { database, clock } = app

  async function join(
    transaction: Database,
    { session, ...more }: Joining,
  ): Promise<JoinOutcome<OwnJoinObstacle> | { obstacle: OwnJoinObstacle }> {
    const { userId, id: ownSessionId } = session
    const proof = await proofs.find(transaction, ownSessionId)
    const [owner, ...others] = await findOwners(transaction, proof, userId)
    if (!owner) return { obstacle: 'unknown-contact' }
    // A contact of several people proves nothing.
    if (others.length > 0) return { obstacle: 'shared-contact' }
    const obstacleOf = (sides: JoinSides) => {
      const other = sides.kept.id === owner.id ? sides.kept : sides.joined
      return isFactorOf(other, proof) ? findObstacle(sides) : 'other-factor'
    }
    const by = { byId: userId, reason: null, ownSessionId, now: clock() }
    return joinAccounts<OwnJoinObstacle>(transaction, app, { ids: [userId, owner.id], obstacleOf, ...by, ...more })
  }

  return {
    /** Shows nothing of an account that cannot be joined. */
    async preview(session: Session): Promise<OwnJoinPreview> {
      const now = clock()
      const outcome = await previewOf(database, (transaction) => join(transaction, { session, address: null }))
      if (outcome.obstacle !== null || !('kept' in outcome))
        return { obstacle: ownObstacle(outcome.obstacle), accounts: null }
      const { kept, joined, moves, stays } = outcome
      return { obstacle: null, accounts: { kept: toSide(kept, now), joined: toSide(joined, now), moves, stays } }
    },

    /** A repeated request, because the answer was lost, changes nothing. */
    async join({ session, keptId, joinedId, ...more }: Joining & { keptId: string; joinedId: string }): Promise<void> {
      await database.transaction(async (transaction) => {
        await lockAccountJoins(transaction, 'exclusive')
        if (session.userId === keptId && (await isJoined(transaction, { keptId, joinedId }))) return
        const outcome = await join(transaction, { session, ...more })
        if (outcome.obstacle !== null || !('kept' in outcome))
          throwProblem('accounts-not-joinable', `The accounts cannot be joined: ${outcome.obstacle}`)
        if (outcome.kept.id !== keptId || outcome.joined.id !== joinedId)
          throwProblem('state-conflict', 'The preview showed other accounts')
        await proofs.consume(transaction, session.id)
      })
    },
  }
}

/** What the person may not decide. */
function findObstacle({ kept, joined }: JoinSides): OwnJoinObstacle | null {
  const isOfStaff = ({ roles }: Account) => roles.some(({ role }) => staffRoles.includes(role))
  if (isOfStaff(kept) || isOfStaff(joined)) return 'staff'
  return isSameName(kept, joined) ? null : 'names-differ'
}

/** Why the school's records or locks forbid it is for the school. */
function ownObstacle(obstacle: JoinObstacle | OwnJoinObstacle | null): OwnJoinObstacle {
  return ownJoinObstacles.find((known) => known === obstacle) ?? 'school-only'
}

async function isJoined(
  transaction: Database,
  { keptId, joinedId }: { keptId: string; joinedId: string },
): Promise<boolean> {
  const isThisOne = and(
    eq(accountJoins.keptId, keptId),
    eq(accountJoins.joinedId, joinedId),
    isNull(accountJoins.undoneAt),
  )
  return (await transaction.$count(accountJoins, isThisOne)) > 0
}
