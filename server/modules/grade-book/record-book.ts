import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { dayAt } from '#server/days.ts'
import { gradeBooks, journalColumns, markHistory, marks, markTypes } from '#server/db/schema/learning.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns } from '#server/db/schema/programs.ts'
import { makeDocument } from '#server/documents/document.ts'
import { serveDocuments } from '#server/documents/links.ts'
import { type Exam, recordBook } from '#server/documents/record-book.ts'
import { refuse } from '#server/refusal.ts'
import type { App } from '#server/surroundings.ts'
import { booksReader } from './books.ts'
import { coursesWithoutJournals } from './journals.ts'
import { bookFinder } from './readers.ts'
import { decisive, isOwed } from './rules.ts'

/** Serves grade books as PDF; the answer makes the link to one, for whoever may read the book. */
export function recordBooks(app: App) {
  const { database, clock, env } = app
  const find = bookFinder(database, 'family')
  const bookId = sql.placeholder('bookId')
  const books = booksReader(database, 'record_book', eq(gradeBooks.id, bookId))
  const withoutJournals = coursesWithoutJournals(database)
  const owner = database
    .select({
      school: campaigns.title,
      student: { lastName: users.lastName, firstName: users.firstName, patronym: users.patronym },
    })
    .from(gradeBooks)
    .innerJoin(users, eq(users.id, gradeBooks.studentId))
    .innerJoin(campaigns, eq(campaigns.id, gradeBooks.campaignId))
    .where(eq(gradeBooks.id, bookId))
    .prepare('record_book_owner')
  const exams = database
    .select({
      courseUuid: journalColumns.courseId,
      termUuid: journalColumns.termId,
      markType: journalColumns.markType,
      kind: markTypes.title,
      value: marks.value,
      score: marks.score,
      heldOn: journalColumns.heldOn,
      givenAt: marks.givenAt,
      earlier: sql<{ value: string; at: string }[]>`(
        select coalesce(json_agg(json_build_object('value', ${markHistory.value}, 'at', ${markHistory.at}) order by ${markHistory.at}), '[]')
        from ${markHistory} where ${markHistory.markId} = ${marks.id} and ${markHistory.at} < ${marks.givenAt}
      )`,
    })
    .from(marks)
    .innerJoin(journalColumns, eq(journalColumns.id, marks.columnId))
    .innerJoin(markTypes, and(eq(markTypes.branch, journalColumns.branch), eq(markTypes.code, journalColumns.markType)))
    .where(and(eq(marks.bookId, bookId), inArray(journalColumns.markType, [...decisive])))
    .orderBy(asc(journalColumns.heldOn), asc(journalColumns.courseId), asc(marks.id))
    .prepare('record_book_exams')

  const dayOf = (instant: string | Date) => dayAt(new Date(instant), env.TIME_ZONE)
  const examOf = ({ heldOn, givenAt, earlier, ...exam }: Awaited<ReturnType<typeof exams.execute>>[number]): Exam => ({
    ...exam,
    // A retaken one counts from the day on which it was passed.
    on: earlier.length > 0 ? dayOf(givenAt) : heldOn,
    isOwed: isOwed(exam),
    earlier: earlier.map(({ value, at }) => ({ value, on: dayOf(at) })),
  })

  const linkTo = serveDocuments(app, 'record-book', async (bookUuid, { userId }) => {
    const { id } = await find(userId, { bookUuid })
    const [[book], [whose], held, silent] = await Promise.all([
      books({ bookId: id }),
      owner.execute({ bookId: id }),
      exams.execute({ bookId: id }),
      withoutJournals(id),
    ])
    if (!book || !whose) refuse('not-found', 'The grade book is gone')
    const madeOn = dayAt(clock(), env.TIME_ZONE)
    const given = { book, ...whose, exams: held.map(examOf), withoutJournals: silent, madeOn }
    const { frame, parts, fileName } = recordBook(given)
    return { fileName, content: await makeDocument(frame, parts) }
  })

  return async (session: Parameters<typeof linkTo>[1], bookUuid: string) => {
    const { id } = await find(session.userId, { bookUuid })
    return { url: await linkTo(id, session) }
  }
}
