import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { isBlank } from '#contract/input-formats.ts'
import { newsLength } from '#contract/limits.ts'
import { plainText } from '#contract/plain-text.ts'
import { roleGroups } from '#contract/roles.ts'
import { uuid } from '#contract/schemas.ts'
import type { changeNews, NewsAudienceChoice, publishNews } from '#contract/school-news.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import { schoolNews } from '#server/db/schema/content.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { programs, studyGroups, territories } from '#server/db/schema/programs.ts'
import { sanitizeRichText } from '#server/html/rich-text.ts'
import { throwInvalidValue, throwProblem } from '#server/http/http-error.ts'
import type { CallInput } from '#server/plugins/calls.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import { audit } from '#server/security/audit-log.ts'
import { stateOf } from './news-list.ts'

type Edit = { userId: string; now: Date }

/** Stores a news item; people are notified when its time comes. */
export async function storeNews(
  transaction: Transaction,
  {
    userId,
    now,
    title,
    contentHtml,
    audience,
    isImportant,
    isAdvertising,
    publishAt,
  }: Edit & CallInput<typeof publishNews>['body'],
): Promise<{ id: string }> {
  const [stored] = await transaction
    .insert(schoolNews)
    .values({
      title,
      ...acceptedText(contentHtml),
      ...(await acceptedAudience(transaction, audience)),
      isImportant,
      isAdvertising,
      publishAt: timeOfPublication(publishAt, now),
      authorId: userId,
      createdAt: now,
    })
    .returning({ id: schoolNews.id })
  if (!stored) throw new Error('The news item was not stored')
  await audit(transaction, { at: now, action: 'news.published', subjectId: null, detail: title })
  await enqueue(transaction, 'notify-school-news')
  return stored
}

/** Changes a news item that is not withdrawn; once it is published, only title and text. */
export async function changeStoredNews(
  transaction: Transaction,
  { id, now, version, ...given }: Pick<Edit, 'now'> & { id: string } & CallInput<typeof changeNews>['body'],
): Promise<{ version: number }> {
  const item = await lockNews(transaction, id)
  if (item.version !== version) throwProblem('state-conflict', 'The news item has changed since it was read')
  const state = stateOf(item, now)
  const isPlan =
    given.audience !== undefined ||
    given.isImportant !== undefined ||
    given.isAdvertising !== undefined ||
    given.publishAt !== undefined
  if (state === 'withdrawn' || (state === 'published' && isPlan))
    throwProblem('state-conflict', `A ${state} news item does not change so`)
  const title = given.title ?? item.title
  const changes = {
    title,
    ...(given.contentHtml !== undefined && acceptedText(given.contentHtml)),
    ...(given.audience && (await acceptedAudience(transaction, given.audience))),
    ...(given.isImportant !== undefined && { isImportant: given.isImportant }),
    ...(given.isAdvertising !== undefined && { isAdvertising: given.isAdvertising }),
    ...(given.publishAt !== undefined && { publishAt: timeOfPublication(given.publishAt, now) }),
    ...(state === 'published' && { changedAt: now }),
    version: version + 1,
  }
  await transaction.update(schoolNews).set(changes).where(eq(schoolNews.id, id))
  await audit(transaction, { at: now, action: 'news.changed', subjectId: null, detail: title })
  await enqueue(transaction, 'notify-school-news')
  return { version: changes.version }
}

/** Takes a news item back, with its notifications and the messages that are not sent yet. */
export async function withdrawStoredNews(transaction: Transaction, { id, now }: { id: string; now: Date }) {
  const item = await lockNews(transaction, id)
  if (item.withdrawnAt !== null) return
  await transaction
    .update(schoolNews)
    .set({ withdrawnAt: now, version: item.version + 1 })
    .where(eq(schoolNews.id, id))
  await giveUpMessages(transaction, [id])
  await audit(transaction, { at: now, action: 'news.withdrawn', subjectId: null, detail: item.title })
}

/** Messages of withdrawn news that are not sent yet. */
export async function giveUpMessages(transaction: Database, ids: readonly string[]): Promise<void> {
  const paths = ids.map((id) => `/news?item=${id}`)
  await transaction
    .update(deliveries)
    .set({ values: null, failure: 'withdrawn' })
    .where(and(eq(deliveries.category, 'news'), inArray(deliveries.path, paths), isNotNull(deliveries.values)))
}

async function lockNews(transaction: Database, id: string) {
  const [item] = await transaction.select().from(schoolNews).where(eq(schoolNews.id, id)).for('update')
  if (!item) throwProblem('not-found', 'No such news item')
  return item
}

function timeOfPublication(publishAt: string | null, now: Date): Date {
  const at = publishAt === null ? now : new Date(publishAt)
  return at > now ? at : now
}

export function acceptedText(html: string): { contentHtml: string; preview: string } {
  const contentHtml = sanitizeRichText(html)
  if (isBlank(contentHtml)) throwInvalidValue('contentHtml', 'required', 'The text is empty')
  if (contentHtml.length > newsLength.text) throwInvalidValue('contentHtml', 'too-long', 'The text is too long')
  return { contentHtml, preview: previewOf(contentHtml) }
}

/** The beginning of sanitized HTML as text. */
export function previewOf(contentHtml: string): string {
  const text = plainText(contentHtml)
  const isLong = text.length > newsLength.preview
  return isLong ? `${text.slice(0, newsLength.preview - 1).trimEnd()}…` : text
}

const tableOf = { territory: territories, course: programs, group: studyGroups } as const
const columnOf = { territory: 'territoryId', course: 'programId', group: 'groupId' } as const

/** The columns of an audience that exists, or 422. */
export async function acceptedAudience(transaction: Database, { kind, id }: NewsAudienceChoice) {
  const none = { audience: kind, roleGroup: null, territoryId: null, programId: null, groupId: null }
  if (kind === 'everyone') return none
  const roleGroup = roleGroups.find((group) => group === id)
  if (kind === 'role' && roleGroup) return { ...none, roleGroup }
  if (kind === 'role' || !uuid.safeParse(id).success) throwInvalidValue('audience', 'unknown', 'No such audience')
  const table = tableOf[kind]
  if ((await transaction.$count(table, eq(table.id, id ?? ''))) === 0)
    throwInvalidValue('audience', 'unknown', 'No such audience')
  return { ...none, [columnOf[kind]]: id }
}
