import { eq, inArray } from 'drizzle-orm'
import { rolesOfGroup } from '#contract/roles.ts'
import type { Database } from '#server/db/client.ts'
import { linkedAccounts } from '#server/db/schema/identity.ts'
import { userRoles } from '#server/db/schema/people.ts'
import type { ImportContext, Row, RowFault } from '#server/integration/format-types/format.ts'

/**
 * Ids of users with rights of administration and of their linked accounts; none if the import may appoint. A row that
 * changes how an administrator signs in would take the account over.
 */
export async function findProtectedIds(
  transaction: Database,
  { mayAppoint }: ImportContext,
): Promise<ReadonlySet<unknown>> {
  if (mayAppoint) return new Set()
  const rows = await transaction
    .select({ userId: userRoles.userId, accountId: linkedAccounts.id })
    .from(userRoles)
    .leftJoin(linkedAccounts, eq(linkedAccounts.userId, userRoles.userId))
    .where(inArray(userRoles.role, [...rolesOfGroup.admin]))
  return new Set(rows.flatMap(({ userId, accountId }) => [userId, accountId ?? userId]))
}

/** Faults of rows that change an administrator, or give or take a linked account of one. */
export async function refuseAdministrators(
  transaction: Database,
  rows: readonly Row[],
  context: ImportContext,
): Promise<RowFault[]> {
  const ids = await findProtectedIds(transaction, context)
  const refused = rows.filter(({ key, values }) => ids.has(key) || ids.has(values.userId))
  return refused.map((row) => ({ row, column: '', reason: 'of-administrator' }))
}
