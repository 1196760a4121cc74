import { randomUUID } from 'node:crypto'
import { type Branch, branches } from '#contract/enumerations.ts'
import * as tables from '#server/db/schema/learning.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns } from '#server/db/schema/programs.ts'
import { demoMarkTypes, scales } from '#server/demo/learning/mark-types.ts'
import type { TestApp } from '#tests/support/server/app.ts'

export type Course = { id: string; branch: Branch }
export type Column = typeof tables.journalColumns.$inferInsert & { id: string; markType: string; max: number }

const days = { startsOn: '2026-09-01', endsOn: '2027-06-30' } as const
const branchTitles: Record<Branch, string> = { school: 'Школа', academy: 'Академия', college: 'Колледж' }

/** A school, an academy and a college of two terms each; a test adds books, journals and marks. */
export async function openGradeBooks({ opened: { database } }: TestApp, titles = branchTitles) {
  const teacherId = randomUUID()
  await database.insert(users).values({ id: teacherId, firstName: 'Ирина', lastName: 'Белова', patronym: 'Сергеевна' })
  await database.insert(tables.gradeScales).values(scales)
  await database.insert(tables.markTypes).values(demoMarkTypes)

  async function openYear(branch: Branch) {
    const [campaignId, autumn, spring] = [randomUUID(), randomUUID(), randomUUID()]
    await database.insert(campaigns).values({
      ...days,
      id: campaignId,
      branch,
      kind: 'year',
      title: titles[branch],
      description: 'Год',
      schoolYear: '2026/2027',
      enrolUntil: '2027-05-31',
    })
    await database.insert(tables.terms).values([
      { id: autumn, campaignId, title: '1-й семестр', startsOn: '2026-09-01', endsOn: '2026-12-31' },
      { id: spring, campaignId, title: '2-й семестр', startsOn: '2027-01-11', endsOn: '2027-06-30' },
    ])
    return { campaignId, autumn, spring }
  }
  const years = {} as Record<Branch, Awaited<ReturnType<typeof openYear>>>
  for (const branch of branches) years[branch] = await openYear(branch)

  return {
    years,
    teacherId,
    async addBook(studentId: string, branch: Branch): Promise<string> {
      const id = randomUUID()
      const { campaignId } = years[branch]
      await database.insert(tables.gradeBooks).values({ id, studentId, campaignId, title: titles[branch] })
      return id
    },
    /** A course of these books. */
    async addCourse(
      bookIds: readonly string[],
      branch: Branch,
      more: Partial<typeof tables.courses.$inferInsert> & { finalMark?: string } = {},
    ): Promise<Course> {
      const id = randomUUID()
      const { campaignId } = years[branch]
      const { finalMark = null, ...own } = more
      await database.insert(tables.courses).values({ id, campaignId, teacherId, title: 'Алгебра', ...own })
      for (const bookId of bookIds) {
        await database.insert(tables.gradeBookCourses).values({ bookId, courseId: id, finalMark })
      }
      return { id, branch }
    },
    async addColumn({ id: courseId, branch }: Course, more: Partial<Column> = {}): Promise<Column> {
      const usual = demoMarkTypes.find((kind) => kind.branch === branch)?.code ?? ''
      const column = {
        id: randomUUID(),
        courseId,
        termId: years[branch].autumn,
        heldOn: '2026-10-12',
        topic: 'Дроби и проценты',
        branch,
        markType: usual,
        max: branch === 'academy' ? 10 : 5,
        ...more,
      }
      await database.insert(tables.journalColumns).values(column)
      return column
    },
    async addMark(bookId: string, column: { id: string }, more: Partial<typeof tables.marks.$inferInsert> = {}) {
      const id = randomUUID()
      const givenAt = new Date('2026-10-12T13:10:00Z')
      const value = more.value ?? (more.absent ? 'н' : String(more.score))
      await database.insert(tables.marks).values({ id, bookId, columnId: column.id, givenAt, ...more, value })
      return id
    },
  }
}
