import { and, asc, desc, eq, gte, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/call.ts'
import type { NewsState } from '#contract/enumerations.ts'
import { displayName } from '#contract/people/names.ts'
import type {
  EditedNews,
  getSchoolNews,
  listEditedNews,
  listNewsAudiences,
  listSchoolNews,
} from '#contract/school-news.ts'
import { isNewsFor } from '#server/access/news-audience.ts'
import type { Database } from '#server/db/client.ts'
import { schoolNews } from '#server/db/schema/content.ts'
import { users } from '#server/db/schema/people.ts'
import { programs, studyGroups, territories } from '#server/db/schema/programs.ts'
import { throwProblem } from '#server/http/http-error.ts'
import type { Day } from '#server/time/calendar-days.ts'

const pageSize = 20

type Reader = { userId: string; now: Date; today: Day }

const { id, title, preview, publishAt, isImportant, contentHtml, changedAt } = schoolNews
const shortColumns = { id, title, preview, publishAt, isImportant }

/** One page of the published news for a user, the newest first. */
export async function findSchoolNews(
  database: Database,
  { userId, page, ...time }: Reader & { page: number },
): Promise<AnswerOf<typeof listSchoolNews>> {
  const isShown = isNewsFor(userId, time)
  const total = await database.$count(schoolNews, isShown)
  const rows = await database
    .select(shortColumns)
    .from(schoolNews)
    .where(isShown)
    .orderBy(desc(publishAt), desc(id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { items: rows.map(toNewsItem), total, page, pageSize }
}

export async function findNewsItem(
  database: Database,
  { newsId, userId, ...time }: Reader & { newsId: string },
): Promise<AnswerOf<typeof getSchoolNews>> {
  const [found] = await database
    .select({ ...shortColumns, contentHtml, changedAt })
    .from(schoolNews)
    .where(and(eq(id, newsId), isNewsFor(userId, time)))
  if (!found) throwProblem('not-found', 'No such news item for this user')
  return {
    ...toNewsItem(found),
    contentHtml: found.contentHtml,
    changedAt: found.changedAt?.toISOString() ?? null,
  }
}

function toNewsItem(row: Pick<typeof schoolNews.$inferSelect, keyof typeof shortColumns>) {
  return {
    id: row.id,
    title: row.title,
    preview: row.preview,
    isImportant: row.isImportant,
    publishedAt: row.publishAt.toISOString(),
  }
}

/** One page of all news items, for administrators. */
export async function findEditedNews(
  database: Database,
  { page, now }: { page: number; now: Date },
  rowsPerPage = pageSize,
): Promise<AnswerOf<typeof listEditedNews>> {
  const total = await database.$count(schoolNews)
  const rows = await database
    .select({
      item: schoolNews,
      author: { firstName: users.firstName, lastName: users.lastName },
      place: sql<string | null>`coalesce(${territories.title}, ${programs.title}, ${studyGroups.title})`,
    })
    .from(schoolNews)
    .leftJoin(users, eq(users.id, schoolNews.authorId))
    .leftJoin(territories, eq(territories.id, schoolNews.territoryId))
    .leftJoin(programs, eq(programs.id, schoolNews.programId))
    .leftJoin(studyGroups, eq(studyGroups.id, schoolNews.groupId))
    .orderBy(desc(publishAt), desc(id))
    .limit(rowsPerPage)
    .offset((page - 1) * rowsPerPage)
  const items = rows.map(({ item, author, place }): EditedNews => {
    const audienceId = audienceIdOf(item)
    return {
      id: item.id,
      title: item.title,
      contentHtml: item.contentHtml,
      isImportant: item.isImportant,
      isAdvertising: item.isAdvertising,
      audience: { kind: item.audience, ...(audienceId !== null && { id: audienceId }), title: place },
      publishAt: item.publishAt.toISOString(),
      state: stateOf(item, now),
      notified: { count: item.notifiedCount, isDone: item.notifiedAt !== null },
      author: author && displayName(author),
      version: item.version,
    }
  })
  return { items, total, page, pageSize: rowsPerPage }
}

type StoredNews = typeof schoolNews.$inferSelect

function audienceIdOf({ roleGroup, territoryId, programId, groupId }: StoredNews): string | null {
  return roleGroup ?? territoryId ?? programId ?? groupId
}

export function stateOf(item: Pick<StoredNews, 'withdrawnAt' | 'publishAt'>, now: Date): NewsState {
  if (item.withdrawnAt !== null) return 'withdrawn'
  return item.publishAt > now ? 'scheduled' : 'published'
}

/** What an audience can be chosen from. */
export async function findAudiences(database: Database, today: Day): Promise<AnswerOf<typeof listNewsAudiences>> {
  const isOpen = gte(studyGroups.endsOn, today)
  const groups = await database
    .select({ id: studyGroups.id, title: studyGroups.title })
    .from(studyGroups)
    .where(isOpen)
    .orderBy(asc(studyGroups.title), asc(studyGroups.id))
  const courses = await database
    .selectDistinct({ id: programs.id, title: programs.title })
    .from(programs)
    .innerJoin(studyGroups, and(eq(studyGroups.programId, programs.id), isOpen))
    .orderBy(asc(programs.title), asc(programs.id))
  const places = await database
    .selectDistinct({ id: territories.id, title: territories.title })
    .from(territories)
    .innerJoin(studyGroups, and(eq(studyGroups.territoryId, territories.id), isOpen))
    .orderBy(asc(territories.title), asc(territories.id))
  return { territories: places, courses, groups }
}
