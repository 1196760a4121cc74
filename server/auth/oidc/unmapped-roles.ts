import { desc, sql } from 'drizzle-orm'
import type { UnmappedRole } from '#contract/people/admin.ts'
import type { Database } from '#server/db/client.ts'
import { unmappedRoles } from '#server/db/schema/identity.ts'
import { toValidText } from '#server/http/text-validation.ts'
import type { UnmappedValue } from './role-mapping.ts'

const maxValues = 20
const maxRows = 500
const maxListed = 100
const maxLength = 200

/** Stores the values of a sign-in that no rule maps, for the administrators. They are foreign input: their number is limited. */
export async function recordUnmappedRoles(
  database: Database,
  unmapped: readonly UnmappedValue[],
  now: Date,
): Promise<void> {
  if (unmapped.length === 0) return
  const values = unmapped
    .slice(0, maxValues)
    .map(({ claim, value }) => ({ claim, value: toValidText(value ?? '').slice(0, maxLength) }))
  // Ordered, so that concurrent sign-ins lock the rows in the same order.
  await database.execute(sql`
    insert into ${unmappedRoles} (claim, value, last_at)
    select distinct claim, value, ${now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(values)}::json) as given (claim text, value text)
    where (select count(*) from ${unmappedRoles}) < ${maxRows}
      or exists (select from ${unmappedRoles} known where known.claim = given.claim and known.value = given.value)
    order by 1, 2
    on conflict (claim, value) do update set last_at = excluded.last_at
  `)
}

/** Values of claims that give no role, newest first. */
export async function findUnmappedRoles(database: Database): Promise<UnmappedRole[]> {
  const rows = await database
    .select()
    .from(unmappedRoles)
    .orderBy(desc(unmappedRoles.lastAt), unmappedRoles.claim, unmappedRoles.value)
    .limit(maxListed)
  return rows.map(({ claim, value, lastAt }) => ({ claim, value: value || null, lastAt: lastAt.toISOString() }))
}
