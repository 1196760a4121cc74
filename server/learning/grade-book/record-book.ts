import { eq, sql } from 'drizzle-orm'
import type { App, Session } from '#server/app-types.ts'
import { gradeBooks } from '#server/db/schema/learning.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns } from '#server/db/schema/programs.ts'
import { renderDocument } from '#server/documents/pdf-document.ts'
import { buildRecordBook } from '#server/documents/record-book.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { serveDocuments } from '#server/plugins/document-links.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { prepareExams } from './exams.ts'
import { prepareGradeBookFinder } from './grade-book-access.ts'
import { prepareGradeBooks } from './grade-books.ts'
import { prepareCoursesWithoutJournals } from './journals.ts'

/** Serves grade books as PDF; returns a function that creates the link for a user who may read the book. */
export function serveRecordBooks(app: App) {
  const { database, clock, env } = app
  const find = prepareGradeBookFinder(database, 'all')
  const bookId = sql.placeholder('bookId')
  const books = prepareGradeBooks(database, 'record_book', eq(gradeBooks.id, bookId))
  const exams = prepareExams(database, env.TIME_ZONE)
  const withoutJournals = prepareCoursesWithoutJournals(database)
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

  const linkTo = serveDocuments(app, 'record-book', async (bookUuid, { userId }) => {
    const { id } = await find(userId, { bookUuid })
    const [[book], [ownership], held, coursesWithoutJournals] = await Promise.all([
      books({ bookId: id }),
      owner.execute({ bookId: id }),
      exams(id),
      withoutJournals(id),
    ])
    if (!book || !ownership) throwProblem('not-found', 'The grade book is gone')
    const madeOn = dayInZone(clock(), env.TIME_ZONE)
    const { frame, parts, fileName } = buildRecordBook({
      book,
      ...ownership,
      exams: held,
      withoutJournals: coursesWithoutJournals,
      madeOn,
    })
    return { fileName, content: await renderDocument(frame, parts) }
  })

  return async (session: Session, bookUuid: string) => {
    const { id } = await find(session.userId, { bookUuid })
    return { url: await linkTo(id, session) }
  }
}
