import { eq, sql } from 'drizzle-orm'
import { dayAt } from '#server/days.ts'
import { gradeBooks } from '#server/db/schema/learning.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns } from '#server/db/schema/programs.ts'
import { makeDocument } from '#server/documents/document.ts'
import { serveDocuments } from '#server/documents/links.ts'
import { recordBook } from '#server/documents/record-book.ts'
import { refuse } from '#server/refusal.ts'
import type { App, Session } from '#server/surroundings.ts'
import { booksReader } from './books.ts'
import { examsOfBook } from './exams.ts'
import { coursesWithoutJournals } from './journals.ts'
import { bookFinder } from './readers.ts'

/** Serves grade books as PDF; the answer makes the link to one, for whoever may read the book. */
export function recordBooks(app: App) {
  const { database, clock, env } = app
  const find = bookFinder(database, 'family')
  const bookId = sql.placeholder('bookId')
  const books = booksReader(database, 'record_book', eq(gradeBooks.id, bookId))
  const exams = examsOfBook(database, env.TIME_ZONE)
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

  const linkTo = serveDocuments(app, 'record-book', async (bookUuid, { userId }) => {
    const { id } = await find(userId, { bookUuid })
    const [[book], [whose], held, silent] = await Promise.all([
      books({ bookId: id }),
      owner.execute({ bookId: id }),
      exams(id),
      withoutJournals(id),
    ])
    if (!book || !whose) refuse('not-found', 'The grade book is gone')
    const madeOn = dayAt(clock(), env.TIME_ZONE)
    const { frame, parts, fileName } = recordBook({ book, ...whose, exams: held, withoutJournals: silent, madeOn })
    return { fileName, content: await makeDocument(frame, parts) }
  })

  return async (session: Session, bookUuid: string) => {
    const { id } = await find(session.userId, { bookUuid })
    return { url: await linkTo(id, session) }
  }
}
