import { inArray } from 'drizzle-orm'
import { giveUpMessages } from '#server/content/school-news/edit-news.ts'
import type { Database } from '#server/db/client.ts'
import { schoolNews } from '#server/db/schema/content.ts'
import type { ImportContext, Row } from '#server/integration/format-types/format.ts'
import { enqueue } from '#server/queues/enqueue.ts'

/** Milliseconds after the publication in which people are notified of imported news. */
const announcementPeriod = 24 * 60 * 60_000

/**
 * What follows from imported news, as from those of the panel: people are notified of a new item once and at its time, a
 * withdrawn one stays withdrawn, advertising stays advertising unless the file says otherwise, and an open form notices the
 * change.
 */
export async function followNews(transaction: Database, rows: readonly Row[], { now }: ImportContext): Promise<[]> {
  const keys = rows.flatMap(({ key }) => key ?? [])
  const found = await transaction.select().from(schoolNews).where(inArray(schoolNews.id, keys)).for('update')
  const stored = new Map(found.map((item) => [item.id, item]))
  const withdrawn: string[] = []
  for (const { key, values } of rows) {
    const item = stored.get(key ?? '')
    values.isAdvertising ??= item?.isAdvertising ?? false
    if (!item) {
      const isOld = Date.parse(String(values.publishAt)) < now.getTime() - announcementPeriod
      if (isOld) values.notifiedAt ??= values.publishAt
      continue
    }
    Object.assign(values, { notifiedAt: item.notifiedAt?.toISOString() ?? null, notifiedCount: item.notifiedCount })
    values.version = item.version + 1
    if (item.withdrawnAt) values.withdrawnAt = item.withdrawnAt.toISOString()
    else if (values.withdrawnAt) withdrawn.push(item.id)
  }
  await giveUpMessages(transaction, withdrawn)
  await enqueue(transaction, 'notify-school-news')
  return []
}
