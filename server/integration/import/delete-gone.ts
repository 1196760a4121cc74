import { getTableName, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import type { Format, ImportContext } from '#server/integration/format-types/format.ts'
import type { Reason } from '#server/integration/format-types/reasons.ts'
import { findProtectedIds } from '#server/integration/formats/administrator-records.ts'
import { refusalOf } from './import-batch.ts'
import { prepareNotices } from './import-notices.ts'
import { deleteRows } from './stored-records.ts'

type Gone = { externalId: string; attributes: Record<string, unknown>; line: number }
type Listeners = {
  onDeleted: (record: Gone) => void
  onFault: (record: Gone, refusal: { reason: Reason; value?: string }) => void
}

/**
 * Deletes the records of a format that are marked as gone. A record that others refer to stays, and stays marked; one
 * that this import may not delete is no longer marked, so that the next import does not delete it. Returns whether there
 * were any.
 */
export async function deleteGone(
  transaction: Database,
  format: Format,
  context: ImportContext,
  { onDeleted, onFault }: Listeners,
): Promise<boolean> {
  const { table, collection, file } = format
  const { source, touched } = context
  const target = table ? getTableName(table) : null
  const { rows } = await transaction.execute<Gone>(sql`
    select external_id as "externalId", attributes, coalesce(line, 0) as line
    from external_ids left join import_seen using (collection, external_id)
    where source = ${source} and collection = ${collection} and target is not distinct from ${target} and is_gone
    order by external_id`)
  const protectedIds = rows.length > 0 ? await findProtectedIds(transaction, context) : new Set()
  for (const record of rows) {
    const { externalId, attributes } = record
    const isThis = sql`source = ${source} and collection = ${collection} and external_id = ${externalId}`
    if (protectedIds.has(attributes.id)) {
      await transaction.execute(sql`update external_ids set is_gone = false where ${isThis}`)
      onFault(record, { reason: 'of-administrator' })
      continue
    }
    try {
      await transaction.transaction(async (nested) => {
        const notify = await prepareNotices(file, { transaction: nested, context, rows: [{ values: attributes }] })
        if (table) await deleteRows(nested, { ...format, table }, [attributes])
        await nested.execute(sql`delete from external_ids where ${isThis}`)
        await notify()
      })
      onDeleted(record)
      if (file === 'roles') touched.roles.add(String(attributes.userId))
      if (file === 'enrollments' && !table) touched.teachers.add(String(attributes.groupId))
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      onFault(record, refusal)
    }
  }
  return rows.length > 0
}
