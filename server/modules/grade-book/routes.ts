import * as calls from '#contract/learning.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App } from '#server/surroundings.ts'
import { childrenBooks, ownBooks } from './book-lists.ts'
import { coursesWithoutJournals, daysOfCourse, daysOfTerm, settingsOf } from './journals.ts'
import { markDetails } from './mark-details.ts'
import { marksOfTerm } from './marks.ts'
import { bookFinder } from './readers.ts'
import { recordBooks } from './record-book.ts'
import { scoreJournalOf } from './rules.ts'

/** Which family of calls one uses decides whose books they are: the children's or one's own (D-8). */
const families = [
  {
    reader: 'guardian',
    withoutJournals: calls.listCoursesWithoutJournals,
    settings: calls.getGradeBookSettings,
    scoreJournal: calls.getScoreJournal,
    marks: calls.listMarks,
    days: calls.listJournalDays,
    details: calls.getMarkDetails,
  },
  {
    reader: 'student',
    withoutJournals: calls.listOwnCoursesWithoutJournals,
    settings: calls.getOwnGradeBookSettings,
    scoreJournal: calls.getOwnScoreJournal,
    marks: calls.listOwnMarks,
    days: calls.listOwnJournalDays,
    details: calls.getOwnMarkDetails,
  },
] as const

export async function gradeBookRoutes(app: App) {
  const { database } = app
  const reads = {
    withoutJournals: coursesWithoutJournals(database),
    settings: settingsOf(database),
    daysOfTerm: daysOfTerm(database),
    daysOfCourse: daysOfCourse(database),
    marks: marksOfTerm(database),
  }

  const finders = { guardian: bookFinder(database, 'guardian'), student: bookFinder(database, 'student') }
  for (const { reader, ...family } of families) {
    const find = finders[reader]
    const details = markDetails(database, reader)

    serve(app, family.withoutJournals, async ({ session, query }) => {
      const { id } = await find(session.userId, query)
      return reads.withoutJournals(id)
    })
    serve(app, family.settings, async ({ session, query }) => {
      const { branch } = await find(session.userId, query)
      return reads.settings(branch)
    })
    serve(app, family.scoreJournal, async ({ session, query: { courseUuid, ...query } }) => {
      const { id } = await find(session.userId, { ...query, courseUuids: [courseUuid] })
      return scoreJournalOf(await reads.daysOfCourse({ bookId: id, termUuid: query.termUuid, courseUuid }))
    })
    serve(app, family.marks, async ({ session, query: { courseUuid: courseUuids, ...query } }) => {
      const { id } = await find(session.userId, { ...query, courseUuids })
      return reads.marks({ bookId: id, termUuid: query.termUuid, courseUuids })
    })
    serve(app, family.days, async ({ session, query }) => {
      const { id } = await find(session.userId, query)
      return reads.daysOfTerm({ bookId: id, termUuid: query.termUuid })
    })
    serve(app, family.details, ({ session, query }) => details(session.userId, query.markUuid))
  }

  const booksOfChildren = childrenBooks(database)
  const { alone, whole } = ownBooks(database)
  serve(app, calls.listChildrenGradeBooks, ({ session }) => booksOfChildren(session.userId))
  serve(app, calls.listOwnGradeBooks, ({ session }) => whole(session.userId))
  serve(app, calls.listOwnBooksAlone, ({ session }) => alone(session.userId))

  const linkToRecordBook = recordBooks(app)
  serve(app, calls.getRecordBookLink, ({ session, query }) => linkToRecordBook(session, query.bookUuid))
}
