import { count, desc, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/call.ts'
import type { Locale } from '#contract/enumerations.ts'
import type { previewNews } from '#contract/school-news.ts'
import type { ConsentQuestion } from '#server/access/consents.ts'
import { isNotifiedOfNews } from '#server/access/news-audience.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { renderMessage } from '#server/notifications/render-message.ts'
import type { CallInput } from '#server/plugins/calls.ts'
import type { Day } from '#server/time/calendar-days.ts'
import { acceptedAudience, acceptedText } from './edit-news.ts'

type Given = CallInput<typeof previewNews>['body'] & { today: Day; texts: readonly ConsentQuestion[] }

/** What people would see of a news item, and how many would be notified of it now. */
export async function makeNewsPreview(
  database: Database,
  { title, contentHtml: html, audience, isAdvertising = false, today, texts }: Given,
): Promise<AnswerOf<typeof previewNews>> {
  const { contentHtml, preview } = acceptedText(html)
  const language = sql<Locale>`coalesce(${users.language}, 'ru')`
  const readers = await database
    .select({ language, people: count() })
    .from(users)
    .where(isNotifiedOfNews({ ...(await acceptedAudience(database, audience)), isAdvertising }, { today, texts }))
    .groupBy(sql`1`)
    .orderBy(desc(count()), sql`1`)
  const recipients = readers.reduce((total, { people }) => total + people, 0)
  const commonestLanguage = readers[0]?.language ?? 'ru'
  const message = renderMessage('news-published', commonestLanguage, { title, text: preview })
  if (!message) throw new Error('The template of news is missing')
  return { title, preview, contentHtml, recipients, message: { language: commonestLanguage, ...message } }
}
