import * as calls from '#contract/learning/grade-book.ts'
import type { App } from '#server/app-types.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { prepareGradeBookFinder } from './grade-book-access.ts'
import { prepareChildrenGradeBooks, prepareOwnGradeBooks } from './grade-books.ts'
import {
  prepareCourseJournalDays,
  prepareCoursesWithoutJournals,
  prepareGradeBookSettings,
  prepareJournalDays,
} from './journals.ts'
import { prepareMarkDetails } from './mark-details.ts'
import { prepareTermMarks } from './marks.ts'
import { serveRecordBooks } from './record-book.ts'
import { buildScoreJournal } from './rules.ts'

/** The calls of a family read the grade books of the children or of the user. */
const families = [
  {
    reader: 'parent',
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
  const { database, clock, env } = app
  const reads = {
    withoutJournals: prepareCoursesWithoutJournals(database),
    settings: prepareGradeBookSettings(database),
    daysOfTerm: prepareJournalDays(database),
    daysOfCourse: prepareCourseJournalDays(database),
    marks: prepareTermMarks(database),
  }

  const finders = {
    parent: prepareGradeBookFinder(database, 'parent'),
    student: prepareGradeBookFinder(database, 'student'),
  }
  for (const { reader, ...family } of families) {
    const find = finders[reader]
    const details = prepareMarkDetails(database, reader)

    registerCall(app, family.withoutJournals, async ({ session, query }) => {
      const { id } = await find(session.userId, query)
      return reads.withoutJournals(id)
    })
    registerCall(app, family.settings, async ({ session, query }) => {
      const { branch } = await find(session.userId, query)
      return reads.settings(branch)
    })
    registerCall(app, family.scoreJournal, async ({ session, query: { courseUuid, ...query } }) => {
      const { id } = await find(session.userId, { ...query, courseUuids: [courseUuid] })
      return buildScoreJournal(await reads.daysOfCourse({ bookId: id, termUuid: query.termUuid, courseUuid }))
    })
    registerCall(app, family.marks, async ({ session, query: { courseUuid: courseUuids, ...query } }) => {
      const { id } = await find(session.userId, { ...query, courseUuids })
      return reads.marks({ bookId: id, termUuid: query.termUuid, courseUuids })
    })
    registerCall(app, family.days, async ({ session, query }) => {
      const { id } = await find(session.userId, query)
      return reads.daysOfTerm({ bookId: id, termUuid: query.termUuid })
    })
    registerCall(app, family.details, ({ session, query }) => details(session.userId, query.markUuid))
  }

  const booksOfChildren = prepareChildrenGradeBooks(database, env.TIME_ZONE)
  const { alone, whole } = prepareOwnGradeBooks(database, env.TIME_ZONE)
  registerCall(app, calls.listChildrenGradeBooks, ({ session }) => booksOfChildren(session.userId, clock()))
  registerCall(app, calls.listOwnGradeBooks, ({ session }) => whole(session.userId))
  registerCall(app, calls.listOwnBookTitles, ({ session }) => alone(session.userId, clock()))

  const linkToRecordBook = serveRecordBooks(app)
  registerCall(app, calls.getRecordBookLink, ({ session, query }) => linkToRecordBook(session, query.bookUuid))
}
