import { and, desc, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { SignInFailures } from '#contract/people/admin.ts'
import { type MatchFailure, matchFailures } from '#contract/people/audit.ts'
import { displayName } from '#contract/people/names.ts'
import type { Database } from '#server/db/client.ts'
import { auditEntries, auditKindOf } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { addDays, type CurrentTime, dayInZone, zonedInstant } from '#server/time/calendar-days.ts'

const shownDays = 30
const shownAccounts = 5

type Counted = Pick<SignInFailures, 'reason' | 'count' | 'lastAt'>

/** Failed sign-ins of the last 30 days of the school by reason, the most frequent reason first. */
export async function findSignInFailures(
  database: Database,
  { now, timeZone }: CurrentTime,
): Promise<SignInFailures[]> {
  const since = zonedInstant(addDays(dayInZone(now, timeZone), 1 - shownDays), '00:00', timeZone)
  const counted = await countFailures(database, since)
  return Promise.all(
    counted.map(async (failure) => {
      const match = matchFailures.find((reason) => reason === failure.reason)
      return { ...failure, accounts: match ? await findUnmatchedAccounts(database, match, since) : [] }
    }),
  )
}

async function countFailures(database: Database, since: Date): Promise<Counted[]> {
  const { at, action, detail, problem } = auditEntries
  const isRefusedSignIn = and(isNotNull(problem), eq(auditKindOf(action), 'sign-in'), gte(at, since))
  const { rows } = await database.execute<Counted>(sql`
    select reason, count(*)::int as count,
      to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastAt"
    from (
      select ${problem} as reason, ${at} as at from ${auditEntries} where ${isRefusedSignIn}
      union all
      select ${detail}, ${at} from ${auditEntries} where ${isFailedMatch(since)}
    ) as failures
    group by reason order by count(*) desc, max(at) desc
  `)
  return rows
}

function isFailedMatch(since: Date) {
  const { at, action } = auditEntries
  return and(eq(auditKindOf(action), 'session'), eq(action, 'session.match-failed'), gte(at, since))
}

async function findUnmatchedAccounts(
  database: Database,
  reason: MatchFailure,
  since: Date,
): Promise<SignInFailures['accounts']> {
  const { at, detail, subjectId } = auditEntries
  const { id, firstName, lastName, joinedInto } = users
  const unmatched = database
    .select({ id: subjectId })
    .from(auditEntries)
    .where(and(isFailedMatch(since), eq(detail, reason)))
    .orderBy(desc(at))
  const rows = await database
    .select({ id, firstName, lastName })
    .from(users)
    .where(and(inArray(id, unmatched), isNull(joinedInto)))
    .orderBy(desc(users.createdAt), id)
    .limit(shownAccounts)
  return rows.map((row) => ({ id: row.id, name: displayName(row) }))
}
