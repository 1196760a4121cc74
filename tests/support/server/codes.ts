import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { deliveries } from '#server/db/schema/notifications.ts'

/** The last code that was sent to the contact. */
export async function codeSentTo(database: Database, target: string): Promise<string> {
  const [last] = await database
    .select({ values: deliveries.values })
    .from(deliveries)
    .where(and(eq(deliveries.target, target), isNotNull(sql`${deliveries.values} ->> 'code'`)))
    .orderBy(desc(deliveries.queuedAt))
    .limit(1)
  const code = last?.values?.code
  if (!code) throw new Error(`no code was sent to ${target}`)
  return code
}

/** A code that differs from this one. */
export function otherThan(code: string): string {
  return code === '000000' ? '000001' : '000000'
}
